package words

// base maps an irregular form to its base form and any other word to itself.
// Forms that are more often another word ("rose", "ground", "bore") stay as they
// are.
func base(word string) string {
	switch word {
	case "arose", "arisen":
		return "arise"
	case "awoke", "awoken", "woke", "woken", "awake":
		return "wake"
	case "ate", "eaten":
		return "eat"
	case "beaten":
		return "beat"
	case "became":
		return "become"
	case "began", "begun":
		return "begin"
	case "bent":
		return "bend"
	case "bitten":
		return "bite"
	case "bled":
		return "bleed"
	case "blew", "blown":
		return "blow"
	case "bred":
		return "breed"
	case "broke", "broken":
		return "break"
	case "brought":
		return "bring"
	case "built":
		return "build"
	case "burnt":
		return "burn"
	case "bought":
		return "buy"
	case "came":
		return "come"
	case "caught":
		return "catch"
	case "chose", "chosen", "choice", "choices":
		return "choose"
	case "clung":
		return "cling"
	case "crept":
		return "creep"
	case "dealt":
		return "deal"
	case "dove":
		return "dive"
	case "drank", "drunk":
		return "drink"
	case "drawn", "drew":
		return "draw"
	case "dreamt":
		return "dream"
	case "driven", "drove":
		return "drive"
	case "dug":
		return "dig"
	case "fallen", "fell":
		return "fall"
	case "fed":
		return "feed"
	case "felt":
		return "feel"
	case "fled":
		return "flee"
	case "flew", "flown", "flight", "flights":
		return "fly"
	case "forbade", "forbidden":
		return "forbid"
	case "forgave", "forgiven":
		return "forgive"
	case "forgot", "forgotten":
		return "forget"
	case "fought":
		return "fight"
	case "found":
		return "find"
	case "froze", "frozen":
		return "freeze"
	case "gave", "given":
		return "give"
	case "gone", "went", "goes":
		return "go"
	case "got", "gotten":
		return "get"
	case "grew", "grown", "growth":
		return "grow"
	case "heard":
		return "hear"
	case "held":
		return "hold"
	case "hid", "hidden":
		return "hide"
	case "hung":
		return "hang"
	case "kept":
		return "keep"
	case "knelt":
		return "kneel"
	case "knew", "known", "knowledge":
		return "know"
	case "laid":
		return "lay"
	case "leapt":
		return "leap"
	case "learnt":
		return "learn"
	case "led":
		return "lead"
	case "left":
		return "leave"
	case "lent", "loan", "loans":
		return "lend"
	case "lit":
		return "light"
	case "lost", "loss", "losses":
		return "lose"
	case "made":
		return "make"
	case "meant":
		return "mean"
	case "met":
		return "meet"
	case "mistaken", "mistook":
		return "mistake"
	case "outgrew", "outgrown":
		return "outgrow"
	case "overcame":
		return "overcome"
	case "overheard":
		return "overhear"
	case "oversaw", "overseen":
		return "oversee"
	case "overslept":
		return "oversleep"
	case "paid":
		return "pay"
	case "ran":
		return "run"
	case "rang", "rung":
		return "ring"
	case "rebuilt":
		return "rebuild"
	case "redid", "redone":
		return "redo"
	case "ridden", "rode":
		return "ride"
	case "risen":
		return "rise"
	case "said":
		return "say"
	case "sang", "sung", "song", "songs":
		return "sing"
	case "sank", "sunk", "sunken":
		return "sink"
	case "sat":
		return "sit"
	case "saw", "seen":
		return "see"
	case "sent":
		return "send"
	case "sewn":
		return "sew"
	case "shaken", "shook":
		return "shake"
	case "shone":
		return "shine"
	case "shot":
		return "shoot"
	case "shown":
		return "show"
	case "shrank", "shrunk":
		return "shrink"
	case "slept":
		return "sleep"
	case "slid":
		return "slide"
	case "sold", "sale", "sales":
		return "sell"
	case "sought":
		return "seek"
	case "sped":
		return "speed"
	case "spent":
		return "spend"
	case "spoke", "spoken", "speech", "speeches":
		return "speak"
	case "sprang", "sprung":
		return "spring"
	case "spun":
		return "spin"
	case "stole", "stolen":
		return "steal"
	case "stood":
		return "stand"
	case "struck":
		return "strike"
	case "stuck":
		return "stick"
	case "stung":
		return "sting"
	case "swam", "swum":
		return "swim"
	case "swept":
		return "sweep"
	case "swollen":
		return "swell"
	case "sworn", "swore":
		return "swear"
	case "swung":
		return "swing"
	case "taken", "took":
		return "take"
	case "taught":
		return "teach"
	case "thought", "thoughts":
		return "think"
	case "threw", "thrown":
		return "throw"
	case "told":
		return "tell"
	case "tore", "torn":
		return "tear"
	case "understood":
		return "understand"
	case "undertaken", "undertook":
		return "undertake"
	case "upheld":
		return "uphold"
	case "wept":
		return "weep"
	case "withdrawn", "withdrew", "withdrawal":
		return "withdraw"
	case "withstood":
		return "withstand"
	case "woven", "wove":
		return "weave"
	case "won":
		return "win"
	case "wore", "worn":
		return "wear"
	case "written", "wrote":
		return "write"
	case "cannot":
		return "not"

	case "children", "kid", "kids":
		return "child"
	case "men":
		return "man"
	case "women":
		return "woman"
	case "people", "persons":
		return "person"
	case "feet":
		return "foot"
	case "teeth":
		return "tooth"
	case "mice":
		return "mouse"
	case "geese":
		return "goose"
	case "lives":
		return "life"
	case "wives":
		return "wife"
	case "knives":
		return "knife"
	case "leaves":
		return "leave"
	case "shelves":
		return "shelf"
	case "halves":
		return "half"
	case "wolves":
		return "wolf"
	case "loaves":
		return "loaf"
	case "thieves":
		return "thief"
	case "analyses":
		return "analysis"
	case "criteria":
		return "criterion"
	case "indices", "indexes":
		return "index"

	case "best", "better":
		return "good"
	case "worse", "worst":
		return "bad"
	case "further", "farther", "furthest", "farthest":
		return "far"
	case "mom", "mum", "mommy", "mama", "mothers":
		return "mother"
	case "dad", "daddy", "papa", "fathers":
		return "father"
	}
	return word
}
