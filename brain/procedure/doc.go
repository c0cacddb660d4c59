// Package procedure is what Citadel answers by itself: what is no command and needs no
// language model (SPEC §10, §18: innate procedures).
//
//	welcome   the first conversation: name, time zone, hours (TRUST, First run)
//	greeting  a greeting or goodbye; thanks get silence
//	about     what Citadel is, what time it is
//	order     "cancel the oven reminder", "move r9 to 15:00": a reminder named by its words
//	call off "cancel dinner with Ana tomorrow": what is known of it, and whether it is off
//	leave out "skip the stretch tomorrow", "no briefing tomorrow": said not to be done, and what does it
//	remind    reminders, once and repeating (MESSAGES 14)
//	rule      "always …", "never …" (TRUST, Standing rules)
//	client    what a client of the principal's buys or depends on: links of the causal graph
//	bears     how one thing moves another, as the principal says it of his trade
//	whatif    what happens if a price moves, and who is exposed to it
//	recall    questions about what was said (MESSAGES 17)
//	asof, report, since
//	          of those: what held at another time, what others said, what was said since
//	shrug     questions that would need reasoning: the evidence, and that it is no more (MESSAGES 8)
//	waiting, owed, series
//	          what the principal waits for, what he owes, how a figure of his changed
//	of a sort what he told of one sort: his goals, who works for him
//	recanted  that he changed his mind: what was open of it
//	conflict  two statements that disagree (MESSAGES 16)
//	whose     a statement about a first name that several people have
//	decide    a decision that was overheard (MESSAGES 19)
//	promise   what the principal says he will do: an open loop, in silence
//	unwatched "tell me if Henderson hasn't paid by Friday": said not to be watched
//	feelings  one plain line, and nothing kept
//	files     what was attached
//	foreign   what is not English
//	listen    everything else: a plain statement is kept in silence (MESSAGES 14)
//
// Each is a function in the file of its name; desk.go has the order. The first that takes
// a message answers it, and the last takes all.
//
// # Conversations of two messages
//
// A question of ours is remembered by the post that asked it and by nothing else: if that
// post is still the last one in this place, the next message may be its answer (Resume).
// What does not look like an answer is talk, and gets the answer that talk gets.
//
// # Reading
//
// Nothing that was integrated is needed: the texts that recall brings are read by package
// extract as they are, so that an answer can be given a second after the fact was told.
// What was superseded since is passed over.
package procedure
