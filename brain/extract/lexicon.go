package extract

// The word lists of the reader. They are closed lists on purpose: a word that
// is missing costs a find, a word too many costs a false one, and the second
// is dearer (precision before recall).

var (
	titles = words("dr mr mrs ms prof sir")

	// kin are relations that name a person; roles do so in working life.
	kin = words(`sister brother mother father mum mom dad wife husband partner son daughter child kid baby aunt uncle
		cousin niece nephew grandmother grandfather grandma grandpa granddaughter grandson stepson stepdaughter stepmother
		stepfather fiancé fiancée fiance fiancee girlfriend boyfriend twin sister-in-law brother-in-law mother-in-law
		father-in-law son-in-law daughter-in-law godmother godfather godson goddaughter ex-wife ex-husband spouse
		friend neighbour neighbor roommate flatmate housemate`)
	roles = words(`boss manager colleague coworker co-worker cofounder co-founder assistant intern mentor mentee contact tenant landlord
		landlady plumber electrician builder agent banker investor coach trainer accountant bookkeeper lawyer solicitor
		attorney doctor gp dentist therapist vet teacher tutor cleaner gardener client customer supplier contractor
		employee designer developer engineer architect consultant auditor nanny babysitter mechanic hairdresser
		successor predecessor advisor adviser broker translator editor publisher distributor`)
	// animals are named like people and are none.
	animals = words(`dog cat horse puppy kitten parrot rabbit hamster pony pet`)
	// organisational roles name a firm as often as a person.
	firms = words("client customer supplier contractor distributor publisher")
	// younger may be minors; without an adult mark they are treated as such (TRUST, Children).
	younger  = words("son daughter child kid baby niece nephew granddaughter grandson stepson stepdaughter godson goddaughter")
	children = words("child kid baby toddler kids children twins")
	// adultMarks and minorMarks decide about them.
	adultMarks = words(`works work worked working married husband wife university degree phd employer company job lawyer doctor
		engineer nurse fiancé fiancée divorced thesis graduated rents mortgage lives moved`)
	minorMarks = words(`school kindergarten nursery daycare preschool grade pupil homework playground creche crèche
		teenager toddler year-old teething crawling`)

	female = words(`sister mother mum mom wife daughter aunt niece grandmother grandma granddaughter stepdaughter stepmother
		fiancée girlfriend sister-in-law mother-in-law daughter-in-law godmother goddaughter ex-wife landlady mrs ms`)
	male = words(`brother father dad husband son uncle nephew grandfather grandpa grandson stepson stepfather boyfriend
		brother-in-law father-in-law son-in-law godfather godson ex-husband mr`)

	adjectives = words(`new old older younger elder big little best good dear late ex former current other oldest eldest youngest
		second first own great lovely twin half main only dear ex- biggest long-time longtime`)

	pronouns    = words("i we he she they it you this that these those there who everyone everybody nobody someone somebody anyone one what which")
	determiners = words("the a an this that these those my our your his her their its some any no every each all both another")
	// occupations end a sentence like "Tom is a …"; other nouns there are opinions as often as facts.
	occupations = words(`nurse doctor teacher lawyer engineer architect designer developer programmer accountant baker chef cook
		plumber electrician carpenter builder farmer pilot driver journalist writer author editor artist painter sculptor
		musician singer actor actress photographer scientist biologist chemist physicist economist historian translator
		consultant manager director founder co-founder cofounder ceo cfo cto coo chairman chair chairwoman president partner
		analyst banker broker trader auditor barista waiter waitress mechanic dentist vet veterinarian pharmacist surgeon
		midwife paramedic firefighter policeman policewoman detective soldier judge solicitor barrister professor lecturer
		researcher student librarian tailor jeweller gardener cleaner potter weaver brewer butcher postman sailor captain
		secretary receptionist assistant recruiter contractor freelancer statistician mathematician geologist surveyor
		lead head owner treasurer controller buyer psychologist therapist physiotherapist coach trainer tutor`)

	// attributes are what "my X is Y" may be about when Y is not plainly a name or a figure.
	attributes = words(`name surname nickname email e-mail mail address phone number mobile extension birthday anniversary size
		colour color food drink book film movie song band restaurant café cafe bar team sport hobby language timezone
		passport visa licence license plate bank iban currency job title role employer company website handle username
		blood type major hometown nationality height model brand rate fee price rent salary budget revenue turnover
		deadline airport station doctor dentist goal stack editor`)
	multiValued = with("allergic to", words(`owns likes dislikes prefers buys sells supplies imports exports speaks makes uses friend client customer
		supplier colleague sister brother cousin aunt uncle son daughter child neighbour neighbor investor tenant studies
		plays employee niece nephew runs manages teaches owes dog cat says fact trait`))

	// auxiliaries carry tense, doubt and negation in front of the verb that matters.
	auxiliaries = words(`is are am was were 's 're 'm has have had 've 'd will 'll would can could may might must shall should do does
		did don't doesn't didn't isn't aren't wasn't weren't hasn't haven't hadn't won't wouldn't can't cannot couldn't
		mustn't shouldn't ain't used`)
	negations = words(`not never no don't doesn't didn't isn't aren't wasn't weren't hasn't haven't hadn't won't wouldn't can't
		cannot couldn't mustn't shouldn't ain't without nobody none neither nothing`)
	adverbs = words(`now just also still already recently currently usually really actually finally only always often sometimes
		soon then both all even almost nearly officially basically mostly mainly originally temporarily permanently
		definitely certainly clearly obviously typically generally regularly rarely seldom quite very so too well
		strongly absolutely truly genuinely simply again kindly quickly happily long once previously formerly`)
	hedgeWords = words("maybe perhaps probably possibly apparently supposedly allegedly presumably likely might may seemingly")

	namesToo = words("jan april may june august") // months that people are called by, too
	months   = words("january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec")
	days     = words(`monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun mondays
		tuesdays wednesdays thursdays fridays saturdays sundays`)
	feasts    = words("christmas easter ramadan diwali midsummer thanksgiving halloween hanukkah passover new-year")
	dayParts  = words("morning afternoon evening night noon midnight lunchtime tonight lunch midday")
	periods   = words("week month year quarter weekend spring summer autumn winter fall fortnight decade day hour semester term season")
	languages = words(`english french german spanish italian portuguese dutch polish russian chinese mandarin japanese korean arabic
		hindi tamil turkish greek swedish danish norwegian finnish czech`)
	currencyWords = words("dollars dollar euros euro pounds pound francs yen aud usd eur gbp cents quid percent")
	numberWords   = words(`one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty forty
		fifty hundred thousand million several few dozen`)

	// opens are words that begin a sentence with a capital without naming anybody.
	opens = words(`me him us them mine yours hers ours theirs myself the a an this that these those my our your his her their its i we he she they it you there here who what when
		where why how which and but or so yes no not if then as at in on by for from with without to of up down out off over
		under after before since until till while because although though once also just still now today tomorrow yesterday
		tonight please thanks thank hello hi hey good great nice well ok okay sure right fine maybe perhaps probably sorry
		never always only even all both some any every each many most more less much few several another other one two three
		is are was were am be been do does did have has had will would can could should may might must shall let lets
		about around between during through against like unlike despite except per via plus minus next last first second
		finally actually apparently honestly basically anyway however meanwhile moreover besides instead otherwise therefore
		everyone everybody nobody someone somebody anyone anything everything nothing something none people things stuff
		work works lunch dinner breakfast coffee tea traffic weather rain snow sun sales prices price oil gas revenue
		business money time home school life music news spring summer autumn winter morning afternoon evening night
		monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
		october november december christmas easter new old big small long short high low fun funny cool wow haha lol yeah
		nope yep hmm oh ah um uh meeting meetings call calls email emails mail reply deadline project team office
		client clients customers customer supplier suppliers invoice invoices payment payments budget costs rent tax taxes
		mum mom dad sister brother mother father wife husband someone's got going getting having being doing trying using
		seems looks sounds feels makes means depends congratulations welcome bye goodbye cheers note fyi btw
		quick update reminder correction decision todo question idea plan plans rule true false wrong correct exactly
		indeed agreed done deal whatever whenever wherever whoever glad happy sad tired angry worried excited hungry late
		early busy free ready same different better best worse worst enough too very really quite almost such own`)

	// smallTalk verbs state nothing that could be checked.
	smallTalk = words(`think know guess see hope mean agree suppose wonder understand believe feel imagine doubt bet wish care mind
		remember forget want need like love hate thank appreciate apologise apologize say tell ask look seem sound depend
		matter knew thought guessed meant hoped wondered wanted needed seems looks sounds depends matters means thanks
		gets makes feels try trying said`)

	// presentVerbs stand in their base form; the third person is made from them.
	presentVerbs = words(`live reside snore stutter stammer gamble work move buy sell supply make use own run manage teach study speak drive play pay earn cost charge import
		export prefer like love hate dislike enjoy need want start end begin finish open close expire run leave arrive
		owe rent lease join quit retire write read cook paint sing bake grow produce ship deliver provide offer handle
		lead head know say tell mention think believe hope claim report expect plan come go fly travel commute sleep eat
		drink smoke walk cycle swim train call meet visit see take give get keep put bring hold send receive accept
		reject agree suggest recommend ask answer reply help support cover include contain require increase decrease
		rise fall drop depend happen stay stand sit wear collect build design develop test fix repair clean store host
		sponsor fund invest trade compete operate serve train coach represent practise practice specialise specialize
		focus speak report belong land lift depart dock board hire rise drop raise consist last lack avoid`)
	pastVerbs = words(`meant moved lived worked bought sold made used owned ran taught studied spoke drove played paid earned cost charged
		started ended began finished opened closed expired left arrived owed rented joined quit retired wrote read cooked
		painted sang baked grew produced shipped delivered said told mentioned thought believed hoped claimed reported
		expected planned came went flew travelled traveled slept ate drank walked cycled swam called met visited saw took
		gave got kept put brought held sent received accepted rejected agreed suggested recommended asked answered replied
		helped broke fell rose dropped became found lost won built chose slipped signed hired fired promoted resigned passed
		failed died married divorced cut spent stood sat wore forgot knew felt heard began hit hurt set shut spoke stole
		threw understood woke fixed repaired cancelled canceled postponed delayed approved refused turned changed raised
		lowered booked ordered returned launched released merged acquired graduated landed crashed burned burnt emailed
		phoned texted wrote beat lent borrowed caught drew dealt fought fed rang shook split stuck swore taken done`)

	// sensitive words make a clause about somebody else unfit to be kept
	// (TRUST, Other people's words): health, faith, politics, union, sexuality.
	sensitive = words(`diabetes diabetic cancer tumour tumor leukaemia leukemia depressed depression bipolar schizophrenia anxiety
		anorexia bulimia adhd autism autistic dementia alzheimer's alzheimers parkinson's epilepsy epileptic asthma hiv aids
		hepatitis covid pregnant pregnancy miscarriage abortion ivf infertile menopause surgery operation chemo chemotherapy
		radiotherapy diagnosed diagnosis disease disorder syndrome disabled disability wheelchair medication antidepressants
		insulin therapy rehab alcoholic alcoholism addict addicted addiction overdose suicidal sick ill illness flu stroke
		allergic allergy allergies coeliac celiac arthritis migraine migraines hospitalised hospitalized psychiatrist
		christian catholic protestant evangelical orthodox mormon muslim islam jewish judaism jew hindu buddhist sikh atheist
		agnostic religious church mosque synagogue prays pray baptised baptized converted ramadan
		republican democrat democrats republicans tory tories socialist communist conservative liberal labour voted votes
		vote voting leftist right-wing left-wing marxist anarchist libertarian
		unionist unionised unionized
		gay lesbian bisexual homosexual heterosexual queer transgender trans nonbinary asexual`)
	sensitivePairs = map[string]string{"union": "trade joined member the labor labour", "hospital": "in the into to", "heart": "attack condition"}
)

// verbForm says how a word can be the verb of a clause.
type verbForm uint8

const (
	noVerb    verbForm = iota
	auxiliary          // is, has, will, don't
	third              // works, moves
	base               // work, move: only after I, we, they or a plural
	past               // worked, slipped
)

// formOf looks a word up; the third person is told by its ending.
func formOf(w string) verbForm {
	switch {
	case auxiliaries[w]:
		return auxiliary
	case pastVerbs[w]:
		return past
	case presentVerbs[w]:
		return base
	case len(w) > 3 && w[len(w)-1] == 's' && presentVerbs[stem(w)]:
		return third
	case len(w) > 4 && w[len(w)-2:] == "ed" && !notPast[w]:
		return past
	}
	return noVerb
}

// notPast end like a verb of the past and are none; the last are names.
var notPast = words(`need indeed speed feed seed red bed hundred sacred naked wicked rugged weed breed greed steed bleed shed aged limited united
	alfred wilfred winifred manfred mildred aldred ethelred jared gottfried siegfried wilfried manfried eluned ahmed mohamed mohammed muhammed hamed
	khaled waleed saeed sayed javed naveed majed majeed rashed rasheed fareed hameed zayed`)

// stem takes the third-person ending off: buys, teaches, studies.
func stem(w string) string {
	n := len(w)
	switch {
	case n > 4 && w[n-3:] == "ies":
		return w[:n-3] + "y"
	case n > 3 && w[n-2:] == "es" && presentVerbs[w[:n-2]]:
		return w[:n-2]
	case n > 2 && w[n-1] == 's':
		return w[:n-1]
	}
	return w
}

// Verb says whether a word in lower case can be the verb of a clause other than an
// auxiliary, and whether it is a form of the past.
func Verb(w string) (verb, ofPast bool) {
	f := formOf(w)
	return f > auxiliary, f == past
}
