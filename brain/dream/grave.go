package dream

import "regexp"

// grave are words of what is not dreamt of: death and grief, illness, quarrel and harm, the law, debts, the end of
// a love or of a job.
var grave = regexp.MustCompile(`(?i)\b(?:` +
	`died|dies|dying|death|deaths|dead|funerals?|passed away|buried|burial|cremat\w*|hospice|mourn\w*|griev\w*|grief|widow\w*|coffin|graves?|late (?:mother|father|wife|husband)|` +
	`ill|illness\w*|sick\w*|cancer|tumou?rs?|surgery|operat(?:ed|ion) on|hospitals?|clinic|doctors?|diagnos\w*|chemo\w*|symptoms?|pills|medication\w*|therap\w*|pregnan\w*|miscarr\w*|depress\w*|anxiety|panic|burn-?out|blood pressure|pain|rehab|addict\w*|alcoholi\w*|drunk|` +
	`suicid\w*|self-harm\w*|abus\w*|assault\w*|rap(?:e|ed|ist)|violen\w*|beat(?:en|ing) (?:me|him|her|them|up)|murder\w*|kill\w*|weapon\w*|` +
	`divorc\w*|separat(?:ed|ion) from|break-?up|broke up|affair|cheat\w*|custody|quarrel\w*|fights?|fought|argu(?:e|ed|ing|ments?)|shout\w*|hate[sd]?|furious|rage|humiliat\w*|bull(?:y|ied|ying)|` +
	`lawsuit\w*|sue[sd]?|suing|courts?|police|arrest\w*|prison|lawyers?|fired|sacked|laid off|redundan\w*|bankrupt\w*|insolven\w*|debts?|overdrawn|foreclos\w*|mortgages?|salar(?:y|ies)|owes?|owed` +
	`)\b`)
