package host_test

// fresh are said as twins are, and were written after the rules by which requests are read, by the ways
// people ask and not by those rules.
var fresh = []twin{
	mailTo("Priya needs to know about the delay. Send priya@acme.example a mail with the subject Delay and write: the second pallet comes on Wednesday", "mail_send", "priya@acme.example", "Delay", "the second pallet comes on Wednesday"),
	mailTo("email lena@mill.example re birch: do you still have 18 mm birch in stock?", "mail_send", "lena@mill.example", "birch", "do you still have 18 mm birch in stock?"),
	mailTo("Hey, quick one. Can you shoot lena@mill.example a line saying thanks for the samples, subject Samples", "mail_send", "lena@mill.example", "Samples", "thanks for the samples"),
	mailTo("Let lena@mill.example know we'll collect at 4. Subject: Collection. Body: We'll collect at 4.", "mail_send", "lena@mill.example", "Collection", "We'll collect at 4."),
	mailTo("mail priya@acme.example\nsubject: Quote 77\ntext: The quote stands until Friday.", "mail_send", "priya@acme.example", "Quote 77", "The quote stands until Friday."),
	mailTo("Reply to priya@acme.example with \"Tuesday works for me\", subject \"Re: site visit\"", "mail_send", "priya@acme.example", "Re: site visit", "Tuesday works for me"),
	mailTo("Drop priya@acme.example a note please, subject Parking, that visitors park behind the shed", "mail_send", "priya@acme.example", "Parking", "visitors park behind the shed"),
	mailTo("I promised lena@mill.example an answer. Please send it: subject Terms, text 30 days net is fine with us", "mail_send", "lena@mill.example", "Terms", "30 days net is fine with us"),
	mailTo("send priya@acme.example this, subject Measurements: 2400 x 600 x 18, four pieces, oak veneer", "mail_send", "priya@acme.example", "Measurements", "2400 x 600 x 18, four pieces, oak veneer"),
	mailTo("Before I forget: write lena@mill.example that the invoice is paid, subject Invoice 311, text Invoice 311 is paid.", "mail_send", "lena@mill.example", "Invoice 311", "Invoice 311 is paid."),

	mailTo("Draft something to tax@office.example, subject Extension, along the lines of: I ask for two more weeks.", "mail_draft", "tax@office.example", "Extension", "I ask for two more weeks."),
	mailTo("Prepare a draft for landlord@flats.example about the boiler: it has been off since Monday.", "mail_draft", "landlord@flats.example", "the boiler", "it has been off since Monday."),
	mailTo("I want a draft ready for jo@press.example, subject Interview, text: Thursday afternoon suits me best.", "mail_draft", "jo@press.example", "Interview", "Thursday afternoon suits me best."),
	mailTo("Start a draft to club@row.example with subject Membership and the text I would like to pause until March", "mail_draft", "club@row.example", "Membership", "I would like to pause until March"),
	mailTo("Can I get a draft to dr.weiss@clinic.example, subject Appointment: could we move to the week after?", "mail_draft", "dr.weiss@clinic.example", "Appointment", "could we move to the week after?"),
	mailTo("Leave me a draft to bo@band.example, subject Gig, saying the amp is fixed", "mail_draft", "bo@band.example", "Gig", "the amp is fixed"),

	noted("New file notes/packing.md: passport, charger, rain jacket", "notes/packing.md", "passport, charger, rain jacket"),
	noted("jot down in notes/bees.md that the second hive swarmed", "notes/bees.md", "the second hive swarmed"),
	noted("Please create notes/recipe.md with this in it:\n500 g flour\n350 g water\n10 g salt", "notes/recipe.md", "500 g flour\n350 g water\n10 g salt"),
	noted("could you put the following in notes/todo.md\ncall the glazier\npay the rent", "notes/todo.md", "call the glazier\npay the rent"),
	noted("Save this as notes/poem.txt: the river does not ask where the stones come from", "notes/poem.txt", "the river does not ask where the stones come from"),
	noted("notes/serials.md should say: router 88-120-4, printer 77-3", "notes/serials.md", "router 88-120-4, printer 77-3"),
	noted("Type up notes/agenda.md for me: budget, staffing, any other business", "notes/agenda.md", "budget, staffing, any other business"),
	noted("I need a file notes/spare.md that reads \"spare fuse is behind the clock\"", "notes/spare.md", "spare fuse is behind the clock"),
	noted("Overwrite notes/week.md with: Mon gym, Wed choir, Fri off", "notes/week.md", "Mon gym, Wed choir, Fri off"),
	noted("Write down for me in notes/km.csv: 48210", "notes/km.csv", "48210"),

	booked("Dentist on Tuesday at 11, half an hour. Put it in, please.", "Dentist", "2026-11-24T11:00", "2026-11-24T11:30"),
	booked("add gym to my calendar tomorrow 6pm to 7pm", "gym", "2026-11-21T18:00", "2026-11-21T19:00"),
	booked("I have lunch with Marek on Wednesday from 12 to 1, can you add that?", "lunch with Marek", "2026-11-25T12:00", "2026-11-25T13:00"),
	booked("Calendar: car service on 2 December, 8:00 to 9:00", "car service", "2026-12-02T08:00", "2026-12-02T09:00"),
	booked("Pencil in a walk with Ida for Sunday at 10:00, two hours", "walk with Ida", "2026-11-22T10:00", "2026-11-22T12:00"),
	booked("We should meet the architect. Book it for Thursday 26 November at 16:00, 45 minutes, title Architect.", "Architect", "2026-11-26T16:00", "2026-11-26T16:45"),
	booked("Set up a call with Tomás on Friday 27 November at 9:15 for 15 minutes", "call with Tomás", "2026-11-27T09:15", "2026-11-27T09:30"),
	booked("keep 14 December free for the move, all day", "the move", "2026-12-14", "2026-12-14"),
	booked("Create an event \"Board meeting\" on 10 December from 18:00 to 20:00", "Board meeting", "2026-12-10T18:00", "2026-12-10T20:00"),

	{"turn the heater on", "gadget_switch", `{"what":"heater"}`},
	{"Lights off in the shed please, I'm leaving.", "gadget_switch", `{"what":"Lights"}`},
	{"It's getting dark. Can we have the porch lamp on?", "gadget_switch", `{"what":"porch lamp"}`},
	{"Unlock the side gate for the courier, would you?", "gadget_switch", `{"what":"side gate"}`},
	{"Get the kettle going, I'm home in ten minutes.", "gadget_switch", `{"what":"kettle"}`},
}
