package command

import (
	"strconv"
	"strings"
)

// blank is one kind of hole in a form.
type blank struct {
	most  int  // longest stretch, in words
	tail  bool // always takes all that is left, any length, several lines
	lazy  bool // takes as little as it can
	loose bool // fits is only there to keep sentences out: a slash lifts it
	fits  func(stretch) bool
	put   func(*Command, stretch)
}

// blanks is the blank of that name; its fits is nil if there is none.
func blanks(name string) blank {
	switch name {
	case "HANDLE":
		return blank{most: 1, fits: areHandles, put: putHandles}
	case "HANDLES":
		return blank{most: maxWords, fits: areHandles, put: putHandles}
	case "THINGS":
		return blank{most: maxWords, fits: areThings, put: putHandles}
	case "WATCHES":
		return blank{most: maxWords, fits: areWatches, put: putHandles}
	case "CONDITION":
		return blank{most: 4, fits: isCondition, put: func(c *Command, s stretch) { c.Words = strings.Trim(s.words[0].text, "`") }}
	case "PAGE":
		return blank{tail: true, fits: beginsWithPage, put: putWords}
	case "APPROVALS":
		return blank{most: maxWords, fits: areApprovals, put: putHandles}
	case "N":
		return blank{most: 1, fits: isNumber, put: putNumber}
	case "ID":
		return blank{most: 1, fits: hasDigit, put: addWord}
	case "TEXT":
		return blank{tail: true, fits: anything, put: putWords}
	case "MEMO":
		return blank{tail: true, fits: isMemo, put: putWords}
	case "FACT":
		return blank{tail: true, fits: isFact, put: func(c *Command, s stretch) { c.Correction = s.raw }}
	case "EVENT", "TASK":
		return blank{tail: true, fits: isTask, put: putWords}
	case "FORECAST":
		return blank{tail: true, fits: isForecast, put: putWords}
	case "ODDS":
		return blank{tail: true, fits: hasOdds, put: putWords}
	case "EXCEPTION":
		return blank{tail: true, fits: anything, put: func(c *Command, s stretch) { c.Except = s.raw }}
	case "TARGET":
		return blank{most: 14, fits: isTarget, put: putWords}
	case "CONFIDENCE":
		return blank{most: 14, fits: isConfidence, put: putWords}
	case "TOLD":
		return blank{most: 14, fits: isTold, put: putWords}
	case "CLAIM":
		return blank{most: 14, fits: isClaim, put: putWords}
	case "QUERY":
		return blank{most: 14, lazy: true, loose: true, fits: isQuery, put: putWords}
	case "TOPIC":
		return blank{most: 4, loose: true, fits: isTopic, put: putWords}
	case "SUBJECT":
		return blank{most: 3, loose: true, fits: isSubject, put: putWords}
	case "THING":
		return blank{most: 4, loose: true, fits: isThing, put: putWords}
	case "COMMAND":
		return blank{most: 1, fits: namesCommand, put: putWords}
	case "SECTION":
		return blank{most: 1, loose: true, fits: isSection, put: putWords}
	case "DECISION":
		return blank{most: 10, loose: true, fits: namesDecision, put: putWords}
	case "LEVEL":
		return blank{most: 8, fits: isLevel, put: putWords}
	case "PERSON":
		return blank{most: 3, fits: isPerson, put: func(c *Command, s stretch) { c.Person = s.raw }}
	case "SOMEONE":
		return blank{most: 3, loose: true, fits: isCapitalised, put: func(c *Command, s stretch) { c.Person = s.raw }}
	case "OTHER":
		return blank{most: 3, loose: true, fits: isCapitalised, put: putWords}
	case "ALIAS":
		return blank{most: 3, fits: isAlias, put: putWords}
	case "NOTED":
		return blank{most: 3, fits: isNoted, put: func(c *Command, s stretch) { c.Person = s.raw }}
	case "PHRASE":
		return blank{most: 8, fits: isQuoted, put: putWords}
	case "PERIOD":
		return blank{most: 8, fits: isPeriod, put: putPeriod}
	case "RANGE":
		return blank{most: 16, fits: isRange, put: putPeriod}
	case "TIME":
		return blank{most: 8, fits: isTime, put: putPeriod}
	case "CLOCK":
		return blank{most: 3, fits: isClock, put: putPeriod}
	case "HOURS":
		return blank{most: 6, fits: areHours, put: putPeriod}
	case "WHEN":
		return blank{most: 8, fits: isAhead, put: putPeriod}
	case "ADDRESS":
		return blank{most: 8, fits: isAddress, put: putWords}
	case "NAME":
		return blank{most: 3, fits: isName, put: putWords}
	case "ZONE":
		return blank{most: 3, fits: isZone, put: putWords}
	case "COUNTRY":
		return blank{most: 4, fits: isCountry, put: putWords}
	case "ACCOUNT":
		return blank{most: 3, fits: isAccount, put: putWords}
	case "CHANNEL":
		return blank{most: 6, loose: true, fits: isChannel, put: putWords}
	case "MODEL":
		return blank{most: 1, loose: true, fits: isModel, put: putWords}
	case "AMOUNT":
		return blank{most: 2, fits: isAmount, put: putAmount}
	case "JOB":
		return blank{most: 1, fits: isJob, put: putWords}
	case "TOOL":
		return blank{most: 1, loose: true, fits: isTool, put: putWords}
	}
	return blank{}
}

func putWords(c *Command, s stretch)  { c.Words = s.raw }
func putPeriod(c *Command, s stretch) { c.Period = s.raw }
func putNumber(c *Command, s stretch) { c.Number, _ = strconv.Atoi(s.words[0].text) }

func addWord(c *Command, s stretch) {
	c.Words = strings.TrimSpace(c.Words + " " + s.raw)
}

func putHandles(c *Command, s stretch) {
	c.Handles = nil
	for _, w := range s.words {
		for part := range strings.SplitSeq(w.text, ",") {
			if h, ok := handle(part); ok {
				c.Handles = append(c.Handles, h)
			}
		}
	}
}

func putAmount(c *Command, s stretch) {
	c.Words = s.raw
	c.Cents, _ = dollarsIn(s)
}
