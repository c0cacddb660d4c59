package extract

// Trait is the attribute of what somebody says of how he is or lives. He may have several, and of others
// none is read.
const Trait = "trait"

// oneself keeps how the principal says that he is and lives where no rule takes it apart: that he is
// vegetarian, has asthma, never drinks. There is no name, figure or date in it, and it holds
// for years. What has a time in it ("I don't drink tonight") is left to statement,
// and so is what he can't do: that he learned it is no denial that could end it.
func (r *reader) oneself(c *clause, s subject, p predicate) bool {
	if !s.me || len(s.others) > 0 || p.former || p.future || p.perfect || p.progressive || !findWhen(c.toks).empty() {
		return false
	}
	holds := false
	switch {
	case p.verb == "be":
		holds = !p.modal && c.state(p.i)
	case p.verb == "have":
		holds = !p.modal && c.bearing(p)
	case p.negated:
		holds = !p.modal && habits[p.verb] && !c.pointing(p.i)
	default:
		holds = !p.modal && always[p.verb] && !c.pointing(p.i)
	}
	if !holds {
		return false
	}
	from, to := p.i, p.i
	if p.verb != "be" && p.verb != "have" {
		from-- // what is never done has its verb in it
	}
	for to < len(c.toks) && c.toks[to].kind <= number {
		to++
	}
	r.fact(c, s, p, Trait, r.slice(c.toks, from, to))
	return true
}

// state reads "vegetarian", "a lifelong vegan" and "an only child" up to where a clause may end.
func (c *clause) state(i int) bool {
	for c.low(i) == "a" || c.low(i) == "an" || c.low(i) == "the" || degrees[c.low(i)] {
		i++
	}
	switch {
	case states[c.low(i)]:
		i++
	case pairedStates[c.low(i)+" "+c.low(i+1)]:
		i += 2
	default:
		return false
	}
	return i >= len(c.toks) || c.toks[i].kind > number || afterState[c.low(i)]
}

// bearing reads what somebody has for long, an illness, or does not have: "asthma", "no driving licence".
func (c *clause) bearing(p predicate) bool {
	for i := p.i; i < len(c.toks) && i < p.i+5 && c.toks[i].kind <= number; i++ {
		w := c.low(i)
		if illnesses[w] || pairedIllnesses[w+" "+c.low(i+1)] {
			return true
		}
		if lacked[w] && (p.negated || c.low(p.i) == "no") && (i+1 >= len(c.toks) || c.toks[i+1].kind > number) {
			return true
		}
	}
	return false
}

// pointing says that a verb is followed by what only the moment tells: "I can't drive you", "I don't eat this".
func (c *clause) pointing(i int) bool { return pointers[c.low(i)] }

var (
	states = words(`vegetarian vegan pescatarian teetotal teetotaller divorced widowed single separated retired unemployed self-employed freelance
		left-handed right-handed left-hander ambidextrous colour-blind colorblind color-blind short-sighted long-sighted near-sighted deaf blind
		diabetic asthmatic coeliac celiac epileptic dyslexic autistic lactose-intolerant pregnant adopted religious atheist agnostic
		catholic protestant muslim jewish hindu buddhist christian gay lesbian bisexual transgender non-smoker smoker introvert extrovert
		introverted extroverted insomniac childless`)
	pairedStates = phraseSet("only child", "night owl", "early riser", "early bird", "morning person", "light sleeper", "heavy sleeper", "lactose intolerant",
		"gluten intolerant", "colour blind", "color blind", "left handed", "right handed", "self employed", "single parent", "single mother", "single father", "blood donor", "organ donor")
	degrees    = words("strict lifelong practising practicing happily recently newly still also now legally partly almost very")
	afterState = words("and but since because now for from by so after as with")

	illnesses = words(`diabetes asthma epilepsy migraines migraine arthritis eczema psoriasis dyslexia tinnitus insomnia hypertension adhd hiv
		autism vertigo anaemia anemia osteoporosis endometriosis glaucoma hypothyroidism pacemaker crohn's parkinson's depression`)
	pairedIllnesses = phraseSet("hay fever", "blood pressure", "heart condition", "coeliac disease", "celiac disease", "hearing aid", "hearing aids", "sleep apnoea", "sleep apnea")
	lacked          = words("licence license children kids siblings brothers sisters pets car tv television smartphone passport garden bike bicycle whatsapp")

	habits = words(`eat drink smoke drive swim cook wear gamble fly snore ski cycle dance sing jog run exercise read watch bake pray
		vote sleep play use speak`)
	always   = words("wear snore smoke stutter stammer gamble")
	pointers = words("you him her them us it this that these those there here home enough much what anything if in")
)

// phraseSet is a set of phrases.
func phraseSet(list ...string) map[string]bool {
	set := map[string]bool{}
	for _, p := range list {
		set[p] = true
	}
	return set
}
