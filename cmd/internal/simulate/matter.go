package simulate

import "strings"

// kind is something that can be so of somebody or something: how it is said, asked for, changed, and
// corrected.
type kind struct {
	name     string
	of       []string // whom or what it can be said of
	values   []string
	says     string
	asks     string
	changes  string // "" where it does not change
	corrects string // "" where nobody corrects himself
}

var kinds = []kind{
	{"city", people, cities, "%s lives in %s.", "Where does %s live?", "%s moved to %s.", "No, %s lives in %s."},
	{"firm", people, firms, "%s works at %s.", "Where does %s work?", "%s works at %s now.", "No, %s works at %s."},
	{"instrument", people, instruments, "%s plays the %s.", "What does %s play?", "", ""},
	{"car", people, cars, "%s drives a %s.", "What does %s drive?", "%s drives a %s now.", "No, %s drives a %s."},
	{"birthday", people, birthdays, "%s's birthday is %s.", "When is %s's birthday?", "", "No, %s's birthday is %s."},
	{"allergy", people, foods, "%s is allergic to %s.", "What is %s allergic to?", "", ""},
	{"dog", people, pets, "%s has a dog called %s.", "What is %s's dog called?", "", ""},
	{"place", things, rooms, "The %s is in the %s.", "Where is the %s?", "The %s is in the %s now.", ""},
	{"price", things, prices, "The %s cost %s euros.", "How much did the %s cost?", "", ""},
	{"lent", things, people, "I lent the %s to %s.", "Who has the %s?", "", ""},
}

func list(s string) []string {
	all := strings.Split(strings.Join(strings.Fields(s), " "), ", ")
	return all
}

var (
	people = list(`Adaeze, Anneke, Bashir, Beatriz, Caspar, Chiara, Dagny, Dmitri, Eluned, Emre, Farida, Fionn, Gaspard, Greta,
		Haruki, Hedda, Imogen, Ivar, Jacinta, Joaquin, Katya, Kenji, Leander, Linnea, Magnus, Mireille, Nadia, Niamh, Odile, Osman,
		Paloma, Piotr, Quentin, Rafaela, Ragnar, Saoirse, Stellan, Tamsin, Thandi, Ulrich, Ursula, Valentina, Viggo, Wendeline,
		Xanthe, Yannick, Yusuf, Zelda, Zoltan, Isolde, Barnaby, Cosima, Desmond, Ottilie, Rupert, Sibyl, Theodora, Winifred`)
	cities = list(`Aarhus, Bergamo, Cadiz, Dresden, Evora, Ghent, Hobart, Innsbruck, Jena, Kuopio, Leeds, Malmo, Nantes, Odense,
		Porto, Quimper, Rouen, Salzburg, Tartu, Utrecht, Vigo, Wexford, York, Zadar`)
	firms = list(`Aldermoor, Brightwell, Calder, Dunmore, Eastgate, Fernwood, Glenrock, Harwick, Inverlea, Jarrow, Kestrel, Larkfield,
		Marlow, Northam, Oakhurst, Penrose, Ravensby, Selwyn, Thornbury, Wyndham`)
	instruments = list(`accordion, bassoon, cello, clarinet, cornet, dulcimer, fiddle, flute, harp, mandolin, oboe, organ, sitar, trombone, tuba, viola`)
	cars        = list(`Fiat, Volvo, Saab, Skoda, Peugeot, Toyota, Mazda, Renault, Honda, Subaru`)
	birthdays   = list(`4 May, 17 June, 23 July, 9 August, 12 September, 30 October, 6 November, 19 December, 11 January, 25 February, 3 March, 28 April`)
	foods       = list(`walnuts, shellfish, celery, sesame, mustard, lupins, soya, kiwis, hazelnuts, eggs`)
	pets        = list(`Biscuit, Captain, Domino, Ember, Fidget, Ginger, Hector, Ink, Juniper, Kipper, Lentil, Moss, Nutmeg, Olive, Pickle, Radish, Scout, Turnip`)
	things      = list(`accordion case, bread oven, canoe, darkroom lamp, easel, fondue set, garden shears, hand loom, ice cream maker,
		jam funnel, kayak paddle, ladder, microscope, nail gun, orchid stand, pasta machine, quilting frame, rowing machine,
		sewing machine, telescope, tile cutter, typewriter, unicycle, violin stand, wheelbarrow, wine press, yoghurt maker, zither,
		drill, tent, projector, pressure washer, soldering iron, printing press, meat grinder, hedge trimmer, bicycle pump, anvil,
		chess clock, metronome, barometer, coffee roaster, cider press, fish kettle, greenhouse heater, inflatable boat, kiln, lathe,
		model railway, paint sprayer, record player, sledge, trampoline, surfboard, waffle iron, tripod, sundial, globe`)
	rooms    = list(`attic, cellar, boathouse, garage, larder, laundry, library, loft, orangery, pantry, porch, scullery, shed, studio, summer house, workshop`)
	prices   = list(`35, 48, 62, 75, 89, 110, 140, 165, 190, 230, 275, 320, 365, 410, 480, 540`)
	projects = list(`kitchen, roof, website, payroll, newsletter, archive, fence, heating, garden wall, catalogue, bookkeeping, choir trip,
		street party, school fair, guest room, cycle path, reading group, autumn market`)
	papers  = list(`plans, lease, photographs, invoice, recipe, contract, score, slides, map, minutes`)
	clients = list(`Bergmann, Kessler, Vandermeer, Halloran, Lindqvist, Okonjo, Petrakis, Sandoval, Takahashi, Whitcombe, Zimmerli, Abernathy`)
	inputs  = list(`gas, copper, wheat, oil, steel, cotton`)
	errands = list(`call the bank, water the ferns, post the parcel, book the dentist, pay the rates, ring the plumber, order firewood, return the atlas,
		collect the prints, renew the insurance`)
	moods    = list(`I feel tired today., I am so happy about the garden., That meeting made me angry., I feel calm this evening., I am fed up with the rain.`)
	chatters = list(`The rain kept me in all day., Walked to the lighthouse and back., The neighbours had a long party., Bread came out well this morning.,
		The bus was late again., Cleaned the windows of the %s., Swept the %s at last., Found an old letter in the %s., A moth got into the %s.,
		The light in the %s flickers., Met %s at the market and talked about the %s., Had lunch with %s and forgot about the %s.,
		%s rang about the %s., Dreamt of %s and a %s., Read half a book about bees., The kettle whistles off key., Two magpies fought on the lawn.,
		Choir went on until ten., The tide was very low., Mended a puncture in the rain.`)
)
