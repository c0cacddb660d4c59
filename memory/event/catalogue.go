package event

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Spec is one line of the catalogue.
type Spec struct {
	Kind    Kind
	Owner   Source
	Version int // of the body's schema, from 1

	// Sensitive kinds change what the mind is. They are written only by their owner, and
	// must cite an Asked of the principal, unless Own says that the owner decides alone.
	// Those with Own hold nobody's words, and forgetting never reaches them.
	Sensitive bool
	Own       bool

	// Utterance marks the agent's own words: forgetting does not walk through them.
	Utterance bool

	// Message marks what was said to the agent: all that is learned begins there.
	Message bool

	// Summary marks what only sums up others, or keeps what was shown of them and said to it:
	// when one of them is forgotten with it, the rest need not be read again, as nothing that
	// was learned of the rest is lost.
	Summary bool

	decode func([]byte) (Payload, error)
	lift   []func([]byte) ([]byte, error) // lift[i] turns version i+1 into version i+2
}

// Errors of decoding. They stop the start of a mind: it must not act on a ledger that it
// only half understands.
var (
	ErrUnknownKind  = errors.New("unknown kind of event")
	ErrNewerVersion = errors.New("event written by a newer version of citadel")
	ErrNoVersion    = errors.New("versions count from 1")
)

func spec[P Payload](owner Source, edit ...func(*Spec)) Spec {
	var zero P
	s := Spec{Kind: zero.Kind(), Owner: owner, Version: 1, decode: func(b []byte) (Payload, error) {
		var p P
		err := json.Unmarshal(b, &p)
		return p, err
	}}
	for _, e := range edit {
		e(&s)
	}
	return s
}

func asked(s *Spec)     { s.Sensitive = true }
func own(s *Spec)       { s.Sensitive, s.Own = true, true }
func utterance(s *Spec) { s.Utterance = true }
func message(s *Spec)   { s.Message = true }
func summary(s *Spec)   { s.Summary = true }

// catalogue is the whole table. A kind is added here, and nowhere else.
var catalogue = []Spec{
	spec[Created](Ledger, own),
	spec[Forgotten](Ledger, own),
	spec[Violation](Ledger),
	spec[Checkpointed](Memory, own),
	spec[Profiled](Memory, own),

	spec[Heard](Bot, message),
	spec[Edited](Bot),
	spec[Unsaid](Bot),
	spec[Reacted](Bot),
	spec[Unreacted](Bot),
	spec[Unplaced](Bot),
	spec[Passed](Bot),
	spec[Attached](Bot),
	spec[Skipped](Bot, own),
	spec[PlaceMoved](Bot, own),
	spec[Unparsed](Bot),
	spec[Missed](Bot),
	spec[ConnectorSilent](Bot),
	spec[ConnectorBack](Bot),

	spec[TurnBegan](Brain),
	spec[TurnJoined](Brain),
	spec[Deferred](Brain),
	spec[CameLate](Bot),
	spec[Asked](Brain),
	spec[Recalled](Brain),
	spec[Gated](Brain),
	spec[Prompted](Brain),
	spec[Compressed](Brain),
	spec[TurnEnded](Brain),
	spec[Held](Brain),
	spec[Transcribed](Brain),
	spec[Faulted](Brain),

	spec[ModelAsked](Models, own),
	spec[ModelCalled](Models, own),
	spec[ModelExchanged](Models, summary),
	spec[ProviderNamed](Models),
	spec[ProviderDegraded](Models),
	spec[ProviderRestored](Models),
	spec[SpendReached](Models, own),
	spec[SpendTold](Models),

	spec[PostQueued](Outbox, utterance),
	spec[PostMoved](Outbox),
	spec[PostAttempted](Outbox),
	spec[PostUnsent](Outbox),
	spec[PostPart](Outbox),
	spec[PostSent](Outbox),
	spec[PostBarred](Outbox),
	spec[PostFailed](Outbox),

	spec[Learned](Learning),
	spec[Superseded](Learning),
	spec[Restored](Learning),
	spec[Integrated](Learning),
	spec[Reinforced](Learning),
	spec[Disputed](Learning),
	spec[Settled](Learning),
	spec[Proposed](Learning),
	spec[Judged](Learning),
	spec[Consolidated](Learning),
	spec[Digested](Learning, summary),
	spec[GroupProposed](Learning),
	spec[MinorNamed](Learning),
	spec[Watched](Learning),

	spec[EdgeDrawn](Learning),
	spec[WorldSeeded](Learning),
	spec[EdgesPruned](Learning),
	spec[EdgesOpposed](Learning),
	spec[IndicatorMoved](Learning),
	spec[MoveUndone](Learning),
	spec[FiguresRead](Learning),
	spec[FeedsPulled](Learning),
	spec[Alerted](Learning),
	spec[ForecastOpened](Learning),
	spec[ForecastResolved](Learning),
	spec[Dreamt](Learning, summary),
	spec[DreamKept](Learning),
	spec[DreamsDrifted](Learning),
	spec[Felt](Learning, summary),
	spec[MoodClosed](Learning),

	spec[LoopOpened](Loops),
	spec[LoopClosed](Loops),
	spec[LoopReopened](Loops),
	spec[ReminderSet](Loops),
	spec[ReminderFired](Loops),
	spec[ReminderMoved](Loops),
	spec[ReminderCancelled](Loops),
	spec[ReminderRestored](Loops),

	spec[CommitmentMade](Loops),
	spec[CommitmentClosed](Loops),
	spec[CommitmentReopened](Loops),

	spec[DecisionProposed](Decisions),
	spec[DecisionDeclined](Decisions),
	spec[DecisionRecorded](Decisions),
	spec[DecisionReopened](Decisions),
	spec[DecisionRevised](Decisions),
	spec[DecisionRestored](Decisions),
	spec[DecisionAdvised](Decisions),
	spec[PredictionMade](Decisions),
	spec[PredictionResolved](Decisions),
	spec[PredictionReopened](Decisions),

	spec[Erred](Self),
	spec[Pardoned](Self),
	spec[Claimed](Self),
	spec[Reflected](Self),
	spec[Referred](Self),
	spec[Evaluated](Self, summary),
	spec[Journaled](Self, summary),
	spec[Introspected](Self, summary),
	spec[IdentityProposed](Self, summary),
	spec[IdentityStarted](Self),

	spec[ThoughtsSet](Agency),
	spec[Mused](Agency, summary),
	spec[GrowthSown](Agency),
	spec[GrowthFed](Agency),
	spec[GrowthEnded](Agency),
	spec[GrowthRestored](Agency),
	spec[CuriosityRaised](Agency),
	spec[CuriosityFollowed](Agency),
	spec[CuriosityShelved](Agency),
	spec[Discovered](Agency),
	spec[IntentionSet](Agency),
	spec[IntentionEnded](Agency),

	spec[WatchSet](Agency),
	spec[WatchSeen](Agency),
	spec[WatchFailed](Agency),
	spec[WatchTold](Agency),
	spec[WatchEnded](Agency),
	spec[WatchResumed](Agency),

	spec[RuleAdded](Principal, asked),
	spec[RuleDropped](Principal, asked),
	spec[Configured](Principal, asked),
	spec[IdentityChosen](Principal, asked),
	spec[JobWanted](Principal, asked),
	spec[WeightsReset](Principal, asked),
	spec[WeightsRestored](Principal, asked),
	spec[AccountUnlinked](Principal, asked),
	spec[AccountLocked](Principal, asked),
	spec[AccountUnlocked](Principal, asked),
	spec[AudienceSet](Principal, asked),
	spec[ChannelOpened](Principal, asked),
	spec[ChannelClosed](Principal, asked),
	spec[PersonGrouped](Principal, asked),
	spec[PersonAliased](Principal, asked),
	spec[PersonMerged](Principal, asked),
	spec[PersonMoved](Principal, asked),
	spec[PersonNoted](Principal, asked),
	spec[PhraseKept](Principal, asked),
	spec[PersonRestored](Principal, asked),

	spec[ToolCalled](Hands),
	spec[ToolReturned](Hands),
	spec[ToolVerified](Hands),
	spec[ApprovalAsked](Hands),
	spec[ApprovalDropped](Hands),
	spec[ApprovalHeld](Hands),
	spec[ApprovalGiven](Principal, asked),
	spec[PolicySet](Principal, asked),

	spec[AccountLinked](Accounts, own),
	spec[PairingFailed](Accounts, own),
	spec[PairingReopened](Accounts, own),
	spec[Veiled](Accounts, own),

	spec[JobBegan](Jobs),
	spec[JobRan](Jobs),
	spec[DayBooked](Jobs),
	spec[Started](Host),
	spec[Ended](Host),
}

var byKind = func() map[Kind]*Spec {
	m := make(map[Kind]*Spec, len(catalogue))
	for i := range catalogue {
		s := &catalogue[i]
		if m[s.Kind] != nil || len(s.lift) != s.Version-1 {
			panic("event: catalogue is wrong at " + string(s.Kind))
		}
		m[s.Kind] = s
	}
	return m
}()

// Of gives the catalogue's line for a kind.
func Of(k Kind) (Spec, bool) {
	s := byKind[k]
	if s == nil {
		return Spec{}, false
	}
	return *s, true
}

// Kinds lists all kinds, sorted.
func Kinds() []Kind {
	ks := make([]Kind, 0, len(catalogue))
	for _, s := range catalogue {
		ks = append(ks, s.Kind)
	}
	slices.Sort(ks)
	return ks
}

// Encode gives the body of a payload, as JSON, and the version of its schema. The errors
// are ErrUnknownKind, also for nil, or that of the encoder.
func Encode(p Payload) (body []byte, version int, err error) {
	if p == nil {
		return nil, 0, fmt.Errorf("encode nothing: %w", ErrUnknownKind)
	}
	s := byKind[p.Kind()]
	if s == nil {
		return nil, 0, fmt.Errorf("encode %q: %w", p.Kind(), ErrUnknownKind)
	}
	body, err = json.Marshal(p)
	return body, s.Version, err
}

// Decode reads a body, lifting one of an older version step by step to today's.
// The errors are ErrUnknownKind, ErrNewerVersion, ErrNoVersion, or that of the decoder.
func Decode(k Kind, version int, body []byte) (Payload, error) {
	s := byKind[k]
	if s == nil {
		return nil, fmt.Errorf("decode %q: %w", k, ErrUnknownKind)
	}
	return s.read(version, body)
}

func (s *Spec) read(version int, body []byte) (Payload, error) {
	if err := s.reads(version); err != nil {
		return nil, fmt.Errorf("decode %w", err)
	}
	for _, lift := range s.lift[version-1:] {
		lifted, err := lift(body)
		if err != nil {
			return nil, fmt.Errorf("lift %q from version %d: %w", s.Kind, version, err)
		}
		body = lifted
		version++
	}
	p, err := s.decode(body)
	if err != nil {
		return nil, fmt.Errorf("decode %q: %w", s.Kind, err)
	}
	return p, nil
}

// Check says whether a body of this kind and version can be understood at all, with the
// errors of Decode.
func Check(k Kind, version int) error {
	s := byKind[k]
	if s == nil {
		return fmt.Errorf("%q: %w", k, ErrUnknownKind)
	}
	return s.reads(version)
}

func (s *Spec) reads(version int) error {
	switch {
	case version > s.Version:
		return fmt.Errorf("%q of version %d, known up to %d: %w", s.Kind, version, s.Version, ErrNewerVersion)
	case version < 1:
		return fmt.Errorf("%q of version %d: %w", s.Kind, version, ErrNoVersion)
	}
	return nil
}
