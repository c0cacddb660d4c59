// Package jobs is background work: what a job is (Job), and what runs it (Runner).
//
// # What is due
//
// gocron only wakes the runner. What is due is computed from the ledger: a job names the
// slots that are due and not closed (Due), and the runner works on them. A slot is a name
// that the ledger knows once: the job.ran that closes it has the key "job/NAME/SLOT", so
// no slot is run twice, whatever the clock does, however often the runner is woken, and
// however many runners look at the same ledger. Who comes second gets
// ledger.ErrDuplicate, and drops what he has made.
//
// # What is written
//
// The work of a job that neither waits nor leaves the process is written as one batch:
// job.began, what the job made, job.ran. That is one commit, and all or nothing: after a
// kill at any moment the slot is either closed with everything in place, or as if it had
// never been begun. A job marked Slow (it asks a model, it fetches something) has its
// job.began written first, in a commit of its own, so that an attempt which costs money
// is counted even if the process dies in it; what it made and job.ran are again one batch.
//
// A failed attempt (an error, a panic, an output that the ledger refuses) leaves a
// job.began. After the third the slot is closed as failed. That is logged, and shows in
// the agenda until the next run. An attempt that died with its process counts where the
// job is Slow; of any other job it left nothing, and costs nothing but its repetition.
//
// A run of a job marked Often that finds nothing writes nothing: the runner remembers the
// slot as long as it lives. The same slot may be tried again by the next process.
//
// # What is forgotten meanwhile
//
// Whatever a run has looked up (In.Events, In.Event, In.Saw) may have gone into what it made,
// also where that does not rest on it. If any of it was forgotten by the time the run has written,
// the attempt is refused as a whole, and the next one, at once, finds it gone: forgotten in
// flight is as forgotten before.
//
// # What waits
//
// While the principal has paused, no job runs but one marked Promised (his reminders);
// after "resume", what came due meanwhile is treated by each job's rule for missed slots. A job marked Unasked also waits while he is
// away and while unasked messages are held (TRUST: Pause, away; Bad moments).
package jobs
