package model

import "sort"

// tooMany bounds what is believed of a count of tokens or of a price, so that a server that
// counts nonsense cannot make a sum wrap around.
const tooMany = 1_000_000_000

// leastTokens is what an answer is not made shorter than to fit into a ceiling: less would
// not be one.
const leastTokens = 256

// Cost is what a call cost, rounded up: its tokens at the prices for a prompt of its size.
// A card without prices gives 0: see Dearest.
func Cost(c Card, u Usage) USD {
	if len(c.Prices) == 0 {
		return 0
	}
	p := c.Prices[tier(c.Prices, u.Tokens())]
	return sum(line{u.In, p.In}, line{u.CacheRead, p.read()}, line{u.CacheWrite, p.write()}, line{u.Out, p.Out})
}

// Most is what a call of a request can cost, where the model counts no more tokens than
// Bound and keeps to MaxTokens. What is cached counts as written to the cache, which costs
// more than reading it or than doing without. A card without prices gives 0: see Dearest.
func Most(c Card, r Request) USD { return size(c, r, 1).most(c, r.MaxTokens) }

// Fit lowers MaxTokens until the request can cost no more than room, and says whether that
// was possible. It does not go below 256 tokens, nor below what was asked for if that is
// less.
func Fit(c Card, r Request, room USD) (Request, bool) {
	n, ok := size(c, r, 1).fit(c, r.MaxTokens, room)
	r.MaxTokens = n
	return r, ok
}

// Dearest is a card that costs, in every respect, what the dearest of the given cards does.
// It stands in for a model whose price nobody knows.
func Dearest(cards ...Card) Card {
	var d Card
	var p Price
	for _, c := range cards {
		for _, q := range c.Prices {
			p.In, p.Out = max(p.In, q.In), max(p.Out, q.Out)
			p.CacheRead, p.CacheWrite = max(p.CacheRead, q.read()), max(p.CacheWrite, q.write())
		}
		d.PerImage, d.PerMinute = max(d.PerImage, c.PerImage), max(d.PerMinute, c.PerMinute)
	}
	if p != (Price{}) {
		d.Prices = []Price{p}
	}
	return d
}

// prompt is the size of a request in tokens: what is cached, and the rest.
type prompt struct {
	head, rest int
	bound      int // both together, before the factor
}

// size bounds a request for a card; factor is by how much the model was seen to count more.
func size(c Card, r Request, factor float64) prompt {
	head, rest := measure(r)
	if !c.Cache {
		head, rest = 0, head+rest
	}
	return prompt{times(head, factor), times(rest, factor), head + rest}
}

// most is what a prompt of at most this size can cost with an answer of at most out tokens.
// The prompt may turn out smaller and fall under another price, so every price in reach is
// tried.
func (p prompt) most(c Card, out int) USD {
	var dearest USD
	for i, q := range c.Prices {
		n := p.head + p.rest
		last := i == len(c.Prices)-1 || q.UpTo == 0 || n <= q.UpTo
		if !last {
			n = q.UpTo
		}
		head := min(p.head, n)
		dearest = max(dearest, sum(line{head, max(q.In, q.write())}, line{n - head, q.In}, line{out, q.Out}))
		if last {
			break
		}
	}
	return dearest
}

// fit is the longest answer, of at most out tokens, with which the prompt fits into room.
func (p prompt) fit(c Card, out int, room USD) (int, bool) {
	least := min(out, leastTokens)
	if p.most(c, least) > room {
		return out, false
	}
	// The cost grows with the answer: the shortest that does not fit is found by halving.
	over := sort.Search(out-least, func(i int) bool { return p.most(c, least+1+i) > room })
	return least + over, true
}

// tier is which price holds for a prompt of so many tokens.
func tier(prices []Price, tokens int) int {
	for i, p := range prices {
		if p.UpTo == 0 || tokens <= p.UpTo {
			return i
		}
	}
	return len(prices) - 1
}

func (p Price) read() USD {
	if p.CacheRead == 0 {
		return p.In
	}
	return p.CacheRead
}

func (p Price) write() USD {
	if p.CacheWrite == 0 {
		return p.In
	}
	return p.CacheWrite
}

// line is a count of tokens at a price for a million.
type line struct {
	tokens int
	price  USD
}

// sum adds up lines, rounded up to a millionth of a dollar.
func sum(lines ...line) USD {
	var n int64
	for _, l := range lines {
		n += int64(min(max(l.tokens, 0), tooMany)) * int64(min(max(l.price, 0), tooMany))
	}
	return USD((n + 999_999) / 1_000_000)
}
