package procedure

import (
	"context"
	"slices"
	"strings"
	"time"

	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/store"
)

// report answers whose words something was, and what somebody said, by what the principal handed on of
// it: with words of theirs and of nobody else, the newest first. done is false for what it leaves to
// others: his own words, and talk that others wrote themselves.
func (v *visit) report(ctx context.Context, reply *turn.Reply, r *reading) (done bool, err error) {
	q := r.question
	switch {
	case q.Expects != extract.Report:
		return false, nil
	case q.Speaker == extract.You:
		return true, v.ownAnswers(ctx, reply, r)
	case q.Speaker == extract.Me:
		if v.ownSayings(reply, r) {
			return true, nil
		}
		if r.spoken != (when.Span{}) && q.Topic != "" {
			v.unreported(reply, r)
			return true, nil
		}
		return false, nil
	}
	said := r.reports(v.Now.Location())
	if len(said) == 0 {
		if slices.ContainsFunc(r.result.Items, func(i recall.Item) bool { return i.Speaker != "" }) {
			return false, nil
		}
		if q.Speaker != "" || !v.saidHimself(reply, r) {
			v.unreported(reply, r)
		}
		return true, nil
	}
	lead := said[0]
	value := ""
	if q.Speaker == "" {
		value = capital(r.facts[lead].Source) + ": "
	}
	reply.Text.Claim([]event.Seq{r.item(lead).Seq}, "%s", value)
	shown := []event.Seq{r.item(lead).Seq}
	v.quote(&reply.Text, r.item(lead), r.facts[lead].Quote, ownWords)
	reply.Text.Say(".")
	for _, k := range said[1:] {
		if slices.Contains(shown, r.item(k).Seq) || len(shown) == most {
			continue
		}
		if len(shown) == 1 {
			reply.Text.Break().Say("Before:")
		}
		v.quote(reply.Text.Item(), r.item(k), r.facts[k].Quote, listWords)
		shown = append(shown, r.item(k).Seq)
	}
	reply.Found = r.result.Used(shown...)
	return true, nil
}

// item is where a fact was read.
func (r *reading) item(fact int) recall.Item { return r.result.Items[r.of[fact]] }

// reports are the facts that hand on the words asked for, the newest first: of those that hold most of
// the topic, and what the same one said later of "it".
func (r *reading) reports(zone *time.Location) (all []int) {
	q := r.question
	best := 0.0
	held := func(k int) float64 { return share(q.Topic, r.facts[k].Quote) }
	for k := range r.facts {
		if r.saidBy(k, zone) {
			best = max(best, held(k))
		}
	}
	if q.Topic != "" && (best == 0 || q.Speaker == "" && best < 1) {
		return nil
	}
	for k := range r.facts {
		if r.saidBy(k, zone) && (q.Topic == "" || held(k) == best) {
			all = append(all, k)
		}
	}
	for k, f := range r.facts {
		goesOn := func(o int) bool { return strings.EqualFold(r.facts[o].Source, f.Source) && r.later(k, o) }
		if q.Topic != "" && r.saidBy(k, zone) && !slices.Contains(all, k) && oneOf(f.Quote, " it it's its they they're that's ") && slices.ContainsFunc(all, goesOn) {
			all = append(all, k)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int {
		if r.later(a, b) {
			return -1
		}
		return 1
	})
	return all
}

// saidBy says whether a fact hands on words of the one who is asked about, to whom they are asked for,
// in the time that is asked for.
func (r *reading) saidBy(fact int, zone *time.Location) bool {
	q, f := r.question, r.facts[fact]
	i := r.item(fact)
	if f.Source == "" || f.Superseded || i.Speaker != "" || i.Kind != store.Said {
		return false
	}
	names := append(r.called(), q.Speaker)
	if q.Speaker != "" && !slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, f.Source) || share(n, f.Source) == 1 }) {
		return false
	}
	if q.To != "" && share(q.To, f.Quote) < 1 {
		return false
	}
	return r.spoken == (when.Span{}) || within(r.spoken, saidOn(i.Text, i.On.In(zone)))
}

// saidOn is the stretch of time in which somebody said what the principal hands on: the time that stands
// before the words ("yesterday Vera said …"), or the day on which he told it.
func saidOn(text string, on time.Time) when.Span {
	if span, ok := when.Period(text, on); ok && len(strings.Fields(text[:span.Start])) <= wordsOfSaying {
		return span
	}
	return when.Span{From: on, To: on.Add(time.Second)}
}

// wordsOfSaying is how many words stand before a time at most that says when something was said: "Vera
// told me yesterday that …".
const wordsOfSaying = 3

// within says whether a stretch of time has something in common with another.
func within(span, other when.Span) bool {
	return (other.To.IsZero() || span.From.Before(other.To)) && (span.To.IsZero() || other.From.Before(span.To))
}

// unreported owns that nothing of somebody's words is known, with what comes nearest.
func (v *visit) unreported(reply *turn.Reply, r *reading) {
	q := r.question
	name := q.Speaker
	if rest, ok := cutAny(name, "my ", "our "); ok {
		name = "your " + rest
	}
	if name == extract.Me {
		name = "you"
	} else if name != "" && !somebody(name) {
		name = withArticle(q.Text, name)
	}
	switch name {
	case "":
		reply.Text.Say("I have nothing that tells who said this")
	default:
		reply.Text.Say("I have nothing that ").Claim(v.Heard(), "%s", name).Say(" said")
	}
	switch {
	case name == "":
	case r.spoken != (when.Span{}):
		reply.Text.Say(" then")
	case q.Topic != "":
		reply.Text.Say(" about ").Claim(v.Heard(), "%s", withArticle(q.Text, q.Topic))
	case q.To != "":
		reply.Text.Say(" to ").Claim(v.Heard(), "%s", q.To)
	}
	reply.Text.Say(".")
	reply.Found = r.result.Used()
	for _, i := range r.result.Items {
		if share(q.Text, i.Text) < nearestBelow || r.stale(i) {
			continue
		}
		reply.Text.Say(" Nearest: ")
		v.quote(&reply.Text, i, r.excerpt(i.Text), listWords)
		reply.Text.Say(".")
		reply.Found = r.result.Used(i.Seq)
		return
	}
}

// ownSayings answers what the principal said of something himself, before what he handed on of it.
func (v *visit) ownSayings(reply *turn.Reply, r *reading) bool {
	if r.question.Topic == "" {
		return false
	}
	items := slices.DeleteFunc(slices.Clone(r.result.Items), func(i recall.Item) bool {
		return i.Kind != store.Said || i.Speaker != "" || r.handedOn(i) || r.stale(i) || share(r.question.Topic, i.Text) < 1 ||
			r.spoken != (when.Span{}) && (i.On.Before(r.spoken.From) || !r.spoken.To.IsZero() && !i.On.Before(r.spoken.To))
	})
	if len(items) == 0 {
		return false
	}
	recall.NewestFirst(items)
	v.quotes(reply, r, items)
	return true
}

// saidHimself answers that it was the principal who said what is asked about.
func (v *visit) saidHimself(reply *turn.Reply, r *reading) bool {
	for _, i := range r.result.Newest(len(r.result.Items)) {
		if i.Kind == store.Said && share(r.question.Topic, i.Text) == 1 && !r.handedOn(i) && !r.stale(i) {
			reply.Text.Say("You: ")
			v.quote(&reply.Text, i, r.excerpt(i.Text), ownWords)
			reply.Text.Say(".")
			reply.Found = r.result.Used(i.Seq)
			return true
		}
	}
	return false
}

// answersLooked is how many answers of ours are looked at for what we said of something.
const answersLooked = 20

// ownAnswers answers what the agent said about something: by its own answers, which are evidence of
// nothing else.
func (v *visit) ownAnswers(ctx context.Context, reply *turn.Reply, r *reading) error {
	topic := r.question.Topic
	if topic == "" {
		return v.lastAnswer(ctx, reply)
	}
	found, err := recall.Recall(ctx, r.turn, recall.Query{
		Text: topic, Kinds: []store.Kind{store.Answer}, Limit: answersLooked, Ready: v.desk.Ready,
	})
	if err != nil {
		return err
	}
	items := slices.DeleteFunc(found.Items, func(i recall.Item) bool {
		return share(topic, i.Text) < 1 || strings.HasPrefix(i.Text, "I have nothing") || strings.HasPrefix(i.Text, "I have said nothing")
	})
	if len(items) == 0 {
		reply.Text.Say("I have said nothing about ").Claim(v.Heard(), "%s", withArticle(r.question.Text, topic)).Say(".")
		reply.Found = r.result.Used()
		return nil
	}
	recall.NewestFirst(items)
	rests := []event.Seq{items[0].Seq}
	reply.Text.Say("I said: ")
	reply.Text.Claim(rests, "%s", phrase.Quote(clause(unlinked(items[0].Text)), ownWords))
	reply.Text.Claim(rests, " (%s)", phrase.Source(v.FullDay(items[0].On), items[0].Letter, items[0].Seq)).Say(".")
	reply.Found = r.result.Used()
	return nil
}

// lastAnswer tells what the agent said last, where that may be read here.
func (v *visit) lastAnswer(ctx context.Context, reply *turn.Reply) error {
	var posts []event.Seq
	v.Turn.Read(func(m memory.View) {
		if last, ok := m.Thread.Last(); ok {
			posts = last.Posts
		}
	})
	if len(posts) == 0 {
		reply.Text.Say("I said nothing to your last message.")
		return nil
	}
	rec, p, err := v.Turn.Event(ctx, posts[len(posts)-1])
	if err != nil {
		return err
	}
	post, ok := p.(event.PostQueued)
	if !ok || !v.Sight().Shows(post.Audience, post.Place) {
		reply.Text.Say("What I said last was said in another place, and is told there alone.")
		return nil
	}
	rests := []event.Seq{rec.Seq}
	reply.Text.Say("I said: ").Claim(rests, "%s", phrase.Quote(clause(unlinked(post.Text)), ownWords)).Say(".")
	return nil
}

// unlinked is a text of ours without where its links lead.
func unlinked(text string) string {
	for {
		from := strings.Index(text, "](src:")
		if from < 0 {
			return strings.NewReplacer("[", "", "]", "").Replace(text)
		}
		to := strings.IndexByte(text[from:], ')')
		if to < 0 {
			return text
		}
		text = text[:from] + text[from+to+1:]
	}
}
