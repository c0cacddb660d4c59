// Package telegramserver speaks the wire of Telegram's Bot API on loopback, with
// its limits, its refusals and its faults: for tests, and for simulations of the
// whole product. Bots are killed and started again against it; what was said,
// shown and left unconfirmed lives here.
//
// The person's side are methods (Say, Edit, React, Press …); what a person would
// see is Shown and Drafted. The clock is the server's own: Pass moves it, and
// with it go what Telegram does by time: updates that nobody fetched are dropped
// after 24 hours, drafts fade after 30 seconds, and after a week without an
// update the ids begin anew, lower than before.
//
// A file has another file_id whenever it is told of, and one file_unique_id.
//
// What a person says is taken as it is: clients would cut what is longer than
// 4096 characters and the spaces around it, the server does not.
package telegramserver
