package signal

import "citadel/memory/event"

// Table is all sources, in the order of SPEC §6 and with the base weights it gives. Where a signal
// stands in a prompt is ours but for what SPEC §7 fixes: what governs an answer first, what it may
// draw on after, what only colours it last. How many are taken is ours: with so few places no kind
// should fill them all.
//
// A source that has nothing to say is silent, for a year if need be.
var Table = []Source{
	{event.SignalBoundary, 1.0, 30, 2, boundaries},
	{event.SignalRelationship, 0.7, 32, 3, relationships},
	{event.SignalLoop, 0.6, 44, 3, openLoops},
	{event.SignalCommitment, 0.9, 40, 3, commitments},
	{event.SignalDecision, 0.7, 36, 2, decided},
	{event.SignalCausal, 0.6, 46, 1, causal},
	{event.SignalModel, 0.5, 70, 1, models},
	{event.SignalBelief, 0.5, 52, 2, beliefs},
	{event.SignalTheory, 0.25, 56, 2, theories},
	{event.SignalPattern, 0.4, 54, 2, patterns},
	{event.SignalPrediction, 0.5, 58, 2, wrongForecasts},
	{event.SignalResidue, 0.4, 34, 1, residue},
	{event.SignalCalendar, 0.6, 42, 1, calendar},
	{event.SignalJoke, 0.25, 76, 1, jokes},
	{event.SignalThought, 0.5, 18, 1, thoughts},
	{event.SignalGrowth, 0.4, 20, 1, growths},
	{event.SignalCuriosity, 0.4, 20, 1, curiosities},
	{event.SignalIntention, 0.6, 22, 1, intentions},
	{event.SignalThread, 0.6, 60, 2, disputes},
	{event.SignalDream, 0.25, 72, 1, dream},
	{event.SignalEconomy, 0.5, 50, 1, economic},
	{event.SignalExposure, 0.7, 48, 2, exposures},
	{event.SignalLocation, 0.25, 74, 1, location},
}
