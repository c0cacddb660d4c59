package redact_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"citadel/brain/redact"
)

// Strings shaped like keys are put together here from halves, so that no
// scanner of repositories takes them for real.
const (
	hex32 = "9f8a7b6c5d4e3f2a" + "1b0c9d8e7f6a5b4c"
	b62   = "aB3dE5fG7hJ9kL1m" + "N3pQ5rS7tU9vW1xY"
	jwt   = "eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0NTY3ODkwIn0" + ".dozjgNryP4J3jVmNHl0w5N"
	key   = "[API key removed]"
	tok   = "[token removed]"
	pwd   = "[password removed]"
	pin   = "[PIN removed]"
	lock  = "[code removed]"
	c4242 = "[card number removed, ends in 4242]"
)

var secrets = []struct{ text, want string }{
	// keys by shape
	{"sk-" + "ant-api03-" + b62, key},
	{"use sk-" + "proj-" + b62 + " for now", "use " + key + " for now"},
	{"OPENAI_API_KEY=sk-" + b62, "OPENAI_API_KEY=" + key},
	{"stripe: sk_" + "live_" + b62 + ".", "stripe: " + key + "."},
	{"rk_" + "test_" + b62, key},
	{"whsec_" + b62, key},
	{"AK" + "IAIOSFODNN7EXAMPLQ", key},
	{"(gh" + "p_" + b62 + "abcd)", "(" + key + ")"},
	{"github_" + "pat_11" + b62, key},
	{"gl" + "pat-" + b62[:20], key},
	{"xo" + "xb-123456789012-" + b62, key},
	{"xa" + "pp-1-A02-" + b62, key},
	{"AI" + "za" + b62 + "abc", key},
	{"hf" + "_" + b62 + "ab", key},
	{"np" + "m_" + b62 + "abcd", key},
	{"SG" + ".abcdefghij012345." + b62, key},
	{"dop_" + "v1_" + hex32 + hex32, key},
	{"gsk" + "_" + b62, key},
	{"the bot is 1234567" + "89:" + b62 + "abc, start it", "the bot is " + tok + ", start it"},
	{"post to https://hooks.slack" + ".com/services/T00000000/B00000000/" + b62[:24], "post to https://" + key},
	{"\"" + jwt + "\"", "\"" + tok + "\""},
	{"cookie " + jwt + " expired", "cookie " + tok + " expired"},
	{"Authorization: Bearer " + b62, "Authorization: Bearer " + tok},
	{"-H 'Authorization: Bearer " + hex32 + "'", "-H 'Authorization: Bearer " + tok + "'"},
	{"-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEpAIBAAKC\nabc+/=\n-----END RSA PRIVATE KEY-----\nthanks", "[private key removed]\nthanks"},
	{"-----BEGIN OPENSSH " + "PRIVATE KEY-----\nb3BlbnNzaC1r\nZXktdjEA", "[private key removed]"},
	// keys by name
	{"api_key = " + hex32, "api_key = " + key},
	{"my API key is " + b62, "my API key is " + key},
	{"apiKey: \"" + hex32 + "\"", "apiKey: \"" + key + "\""},
	{"AWS_SECRET_ACCESS_KEY=" + b62 + "/x+9", "AWS_SECRET_ACCESS_KEY=" + key},
	{"client_secret: " + b62, "client_secret: " + tok},
	{"token=" + b62, "token=" + tok},
	{"https://x.example/cb?state=1&access_token=" + b62 + "&v=2", "https://x.example/cb?state=1&access_token=" + tok + "&v=2"},
	{"x-api-key: " + hex32, "x-api-key: " + key},
	{"the access token is " + b62 + " ok", "the access token is " + tok + " ok"},
	{"secret: '" + b62 + "'", "secret: '" + tok + "'"},
	// cards
	{"4242 4242 4242 4242", c4242},
	{"my card is 4242424242424242, use it", "my card is " + c4242 + ", use it"},
	{"4242-4242-4242-4242 12/27 123", c4242 + " 12/27 123"},
	{"card 5555 5555 5555 4444 exp 01/29", "card [card number removed, ends in 4444] exp 01/29"},
	{"amex 3782 822463 10005", "amex [card number removed, ends in 0005]"},
	{"378282246310005", "[card number removed, ends in 0005]"},
	{"diners 3056 930902 5904", "diners [card number removed, ends in 5904]"},
	{"6011 1111 1111 1117", "[card number removed, ends in 1117]"},
	{"jcb 3530111333300000", "jcb [card number removed, ends in 0000]"},
	{"2223 0031 2200 3222", "[card number removed, ends in 3222]"},
	{"4242 4242 4242 4242 cvc 123", c4242 + " cvc [security code removed]"},
	{"CVV: 4471", "CVV: [security code removed]"},
	{"\n4242 4242 4242 4242\n5555 5555 5555 4444\n", "\n" + c4242 + "\n[card number removed, ends in 4444]\n"},
	// passwords
	{"my password is hunter2", "my password is " + pwd},
	{"My password is swordfish.", "My password is " + pwd + "."},
	{"password: correct-horse9", "password: " + pwd},
	{"pwd: Tr0ub4dor&3", "pwd: " + pwd},
	{"pw=letmein99", "pw=" + pwd},
	{"pass: s3cret!", "pass: " + pwd},
	{"my bank login is ana and the pass is Trees99!!", "my bank login is ana and the pass is " + pwd},
	{"DB_PASSWORD=x9!kd02 DB_HOST=db", "DB_PASSWORD=" + pwd + " DB_HOST=db"},
	{"{\"user\": \"sam\", \"password\": \"tulip garden\"}", "{\"user\": \"sam\", \"password\": \"" + pwd + "\"}"},
	{"dbPassword = 'abcd1234'", "dbPassword = '" + pwd + "'"},
	{"mysql --password=opensesame1 -u root", "mysql --password=" + pwd + " -u root"},
	{"the password for the office wifi is Bluebird77", "the password for the office wifi is " + pwd},
	{"the password to my laptop is now 99redballoons", "the password to my laptop is now " + pwd},
	{"wifi password: sunflower", "wifi password: " + pwd},
	{"I changed the password to Qwert!99 today", "I changed the password to " + pwd + " today"},
	{"user sam password hunter22", "user sam password " + pwd},
	{"passwort: Gartenzaun7", "passwort: " + pwd},
	{"mein Passwort ist geheim123", "mein Passwort ist " + pwd},
	{"password is “two words”", "password is “" + pwd + "”"},
	{"the passphrase is: otter lamp seven glacier", "the passphrase is: " + pwd},
	{"seed phrase: abandon ability able about above absent", "seed phrase: " + pwd},
	{"my pin is 4471", "my pin is " + pin},
	{"PIN: 90210.", "PIN: " + pin + "."},
	{"the pin for the alarm is 8823", "the pin for the alarm is " + pin},
	{"postgres://app:s3cr3t@db.example/main", "postgres://app:" + pwd + "@db.example/main"},
	{"git clone https://sam:" + hex32 + "@git.example/x.git", "git clone https://sam:" + pwd + "@git.example/x.git"},
	{"redis://:hunter2@cache:6379/0", "redis://:" + pwd + "@cache:6379/0"},
	{"passcode 77ab12cd", "passcode " + pwd},
	{"password for 4242 4242 4242 4242 is hunter2", "password for " + c4242 + " is " + pwd},
	{"Password:\thunter2\nUser: sam", "Password:\t" + pwd + "\nUser: sam"},
	{"password: correct horse battery staple", "password: " + pwd},
	{"Password: correct horse battery staple.", "Password: " + pwd + "."},
	{"passphrase: correct horse battery staple", "passphrase: " + pwd},
	{"the wifi password is: tulip garden 77", "the wifi password is: " + pwd},
	{"password for the wifi: green otter lamp\nsee you", "password for the wifi: " + pwd + "\nsee you"},
	{"password: Tr0ub4dor horse &3", "password: " + pwd},
	{"password: hunter2 for the office", "password: " + pwd + " for the office"},
	// two passwords, and one behind the name of its user
	{"My password used to be blue42horse, now it's red77cow", "My password used to be " + pwd + ", now it's " + pwd},
	{"my password was blue42horse and now it is red77cow.", "my password was " + pwd + " and now it is " + pwd + "."},
	{"the password was blue42horse; it is now red77cow", "the password was " + pwd + "; it is now " + pwd},
	{"login for the bank is ana / Trees99!!", "login for the bank is ana / " + pwd},
	{"my Netflix login is bob@x.org and Trees4ever", "my Netflix login is bob@x.org and " + pwd},
	{"router login: admin / tul1pGarden", "router login: admin / " + pwd},
	{"the credentials are ana, Trees99!!", "the credentials are ana, " + pwd},
	{"my password isn't hunter2 anymore, it's hunter3", "my password isn't " + pwd + " anymore, it's " + pwd},
	{"My password isn’t hunter2 any more, it’s hunter3.", "My password isn’t " + pwd + " any more, it’s " + pwd + "."},
	{"the password for the wifi is no longer Bluebird77 but Redbird88", "the password for the wifi is no longer " + pwd + " but " + pwd},
	{"I changed my password from hunter2 to hunter3 today", "I changed my password from " + pwd + " to " + pwd + " today"},
	{"my password is hunter3, the old one was hunter2", "my password is " + pwd + ", the old one was " + pwd},
	{"passphrase correct horse battery staple", "passphrase " + pwd},
	{"the backup passphrase otter lamp seven glacier", "the backup passphrase " + pwd},
	{"login sam / geheim123", "login sam / " + pwd},
	{"credentials sam / geheim123", "credentials sam / " + pwd},
	{"the wifi password changed from tulip77 to otter88", "the wifi password changed from " + pwd + " to " + pwd},
	{"the vault password went from tulip77 to otter88 today", "the vault password went from " + pwd + " to " + pwd + " today"},
	{"I changed my pin from 4411 to 9921", "I changed my pin from " + pin + " to " + pin},
	{"I set the card pin to 9921", "I set the card pin to " + pin},
	{"Ana's PIN used to be 4411, now it's 9921", "Ana's PIN used to be " + pin + ", now it's " + pin},
	{"the pin was changed to 77213.", "the pin was changed to " + pin + "."},
	// the secret before its name, and other ways to tell one
	{"hunter2 is my password", pwd + " is my password"},
	{"“Trees99!!” is the new wifi password now.", "“" + pwd + "” is the new wifi password now."},
	{"Bluebird77 is Ana's password for the bank", pwd + " is Ana's password for the bank"},
	{"I use hunter22 as my password", "I use " + pwd + " as my password"},
	{"4471 is my pin", pin + " is my pin"},
	{"tul1pGarden is my login", pwd + " is my login"},
	{"the password's hunter22", "the password's " + pwd},
	{"my pin’s 4471.", "my pin’s " + pin + "."},
	{"I set my password as hunter22", "I set my password as " + pwd},
	{"my password has been hunter22 since May", "my password has been " + pwd + " since May"},
	{"the root password stays hunter22", "the root password stays " + pwd},
	{"pw hunter22", "pw " + pwd},
	{"my passphrase is correct horse battery staple", "my passphrase is " + pwd},
	{"my pass phrase is purple monkey dishwasher", "my pass phrase is " + pwd},
	{"my password was blue42horse but I changed it to red77cow", "my password was " + pwd + " but I changed it to " + pwd},
	{"login sam:geheim123", "login sam:" + pwd},
	{"creds: sam:Trees99!!", "creds: sam:" + pwd},
	{"the wifi key is sunflower99", "the wifi key is " + pwd},
	{"my recovery code is 83kd-92lk-11sd", "my recovery code is " + key},
	{"наш password: весна2024", "наш password: " + pwd},
	// what opens a door and silences an alarm
	{"the alarm code is 4711", "the alarm code is " + lock},
	{"door code 2580#", "door code " + lock},
	{"our gate code is *9911#.", "our gate code is " + lock + "."},
	{"Garage code: 0815", "Garage code: " + lock},
	{"the safe opens with 12-34-56", "the safe opens with " + lock},
	{"The safe opens with 12 34 56.", "The safe opens with " + lock + "."},
	{"The code for the front door is 2580.", "The code for the front door is " + lock + "."},
	{"code to Ana's garage: 0815", "code to Ana's garage: " + lock},
	{"the new code of the burglar alarm is now 80331", "the new code of the burglar alarm is now " + lock},
	{"the combination of the safe is 7-22-13", "the combination of the safe is " + lock},
	{"the combination is 07-22-13", "the combination is " + lock},
	{"my bike lock is 4827.", "my bike lock is " + lock + "."},
	{"the alarm code was changed from 4711 to 0815", "the alarm code was changed from " + lock + " to " + lock},
	{"the door code isn't 2580 any more, it's 2590", "the door code isn't " + lock + " any more, it's " + lock},
	{"the gate's code is 9911", "the gate's code is " + lock},
	{"4711 is the alarm code", lock + " is the alarm code"},
	{"2580# is the code for the front door", lock + " is the code for the front door"},
	{"2580 opens the gate", lock + " opens the gate"},
	{"4711 turns off our burglar alarm", lock + " turns off our burglar alarm"},
	{"enter 2580# at the front door", "enter " + lock + " at the front door"},
	{"to open the safe, dial 12-34-56", "to open the safe, dial " + lock},
	{"the keypad takes C4711", "the keypad takes " + lock},
	{"the lockbox is opened with 5512", "the lockbox is opened with " + lock},
	{"my phone unlocks with 258013", "my phone unlocks with " + lock},
	{"the access code is 58-23", "the access code is " + lock},
	{"PIN 4711", "PIN " + pin},
	{"card PIN 4711, don't forget", "card PIN " + pin + ", don't forget"},
	{"my pin 4711", "my pin " + pin},
}

var harmless = []string{
	"", " ", "hello",
	"the password is the problem",
	"what's my password?",
	"password reset",
	"the password went from bad to worse",
	"the password changed to something longer",
	"I pin from 2019 to 2024 all maps",
	"they pin to 2024 prices",
	"my pin to the lapel fell off",
	"the pin went from row 4 to row 5",
	"I forgot my password",
	"my password is wrong",
	"the password is too short",
	"is my password safe?",
	"the password was changed yesterday",
	"your password must be at least 8 characters",
	"password is 12 characters long",
	"Password: must contain a digit",
	"a password manager would help",
	"my password isn't working anymore, it's expired",
	"the password isn't 12 characters long",
	"the password for the wifi isn't safe any more",
	"I got the password from Ben",
	"the password is not the problem, it's the router",
	"change the password from the old one to a longer one",
	"passphrase hint lost again yesterday",
	"I forgot the passphrase that we use for the backup",
	"login page / settings",
	"login sam or ana, whichever works",
	"passwords are a nuisance",
	"the password for the wifi is on the fridge",
	"the password is terrible",
	"the password is not stored anywhere",
	"my password is expired, help",
	"reset the password to something longer",
	"send the password to Ben",
	"password policy 2024",
	"password: ********",
	"password: <your password>",
	"password = os.Getenv(\"DB_PASSWORD\")",
	"PASSWORD=${DB_PASSWORD}",
	"PASSWORD=$DB_PASSWORD",
	"password: [password removed]",
	"[card number removed, ends in 4242]",
	"[API key removed] and [token removed] and [PIN removed]",
	"password hashing with sha256 or bcrypt",
	"the passport is valid until 2031",
	"he will pass: that is clear",
	"pass the salt",
	"my boarding pass is XK123456",
	"the pass is closed",
	"pin 5 goes to ground",
	"pin this message",
	"the pin is stuck",
	"our postal code is 10115",
	"PIN code 560001",
	"order 4242424242424242",
	"order number 4242 4242",
	"tracking 420912345678901234567890",
	"tracking no. 4005519200000004",
	"invoice 5555555555554444",
	"IMEI 490154203237518",
	"ISBN 9783161484100",
	"call +49 30 1234 5678 9012 345",
	"+4242424242424242",
	"phone 0151 2345 6789",
	"4242 4242 4242 4241",
	"1234 5678 9012 3456",
	"0000 0000 0000 0000",
	"1763637029000",
	"1763637029000000000",
	"2026-11-20 11:10:29",
	"20261120111029",
	"42424242424242424242",
	"1.4242424242424242",
	"DE89 3704 0044 0532 0130 00",
	"GB29 NWBK 6016 1331 9268 19",
	"IBAN FR14 2004 1010 0505 0001 3M02 606",
	"550e8400-e29b-41d4-a716-446655440000",
	"token: 550e8400-e29b-41d4-a716-446655440000",
	"commit 3f786850e387550fdab836ed7e6dc881de23001b",
	"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
	"the key is under the mat",
	"the key to success is patience",
	"key: value",
	"primary key = user_id",
	"cache key: users/2026/11/20/index-v2",
	"token budget: 4000 tokens",
	"the token is invalid",
	"a secret garden",
	"secret: we are launching in March",
	"the secret is butter",
	"api key rotation is due",
	"the API key is missing",
	"where do I put the API key?",
	"sk-learn is a library",
	"sk-learn-contrib-extensions-and-more-things",
	"the bearer of bad news",
	"bearer token authentication",
	"-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkq\n-----END PUBLIC KEY-----",
	"-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----",
	"https://example.com/reset?user=sam&next=/home",
	"http://localhost:8080/a@b",
	"mail sam@example.com: password follows by phone",
	"eyJ is how such tokens begin",
	"meet at 15:30, room 4242",
	"$1,234,567,890,123.00",
	"coordinates 52.520008, 13.404954",
	"version 1.26.8-20261120111029-abcdef123456",
	"192.168.100.200:8080",
	"key-value store with ten thousand entries in it",
	"a hfx_file name_with_underscores_and_more_words_in_it",
	"tel. 4000 0000 0000 is not a number",
	"ghp_ is the prefix",
	"I paid 4242 on the 4242 line",
	"base64 and base32 are encodings",
	"the secretary has the token ring",
	"contraseña: [password removed]",
	"the password is here: above",
	"the password is well-known",
	"password is case-sensitive",
	"password is, frankly, awful",
	"password: reset link sent",
	"Password: forgotten again",
	"password: ask Ben tomorrow",
	"password: 12 characters minimum",
	"password: same as last year",
	"password: see note on fridge",
	"passphrase: must have four words",
	"password: any idea?",
	"my password used to be longer, now it's shorter",
	"my password used to be long",
	"my login is ana",
	"the login for the bank is on the fridge",
	"the login is ana and it works",
	"the login is ana and the site opens at 10:30",
	"login is slow and buggy since v2.3.1",
	"login: see https://x.example/a1B2",
	"the login is bob@x.example and ben@y2.example",
	"the credentials are wrong, 3 times",
	"the credentials are ana, 12 characters",
	"2FA2024 is the password policy of the firm",
	"the password's strength is fine",
	"the password's gone",
	"OAuth2.0 is the login we use",
	"swordfish2 is a film about a password",
	"March is the new password month",
	"1password as a password manager",
	"12 is a short password",
	"a 12-character-long one is a good password",
	"the recovery code is in the safe",
	"the wifi key is on the fridge",
	"pass hunter22 the ball",
	"log in as admin",
	"login at 10:30am",
	"I saved it as password protected",
	// codes that open nothing, and doors without one
	"the postal code is 80331",
	"the postal code of the office is 80331",
	"error code 4711",
	"the alarm shows error code 4711",
	"the error code for the alarm is 4711",
	"dress code is 1950s",
	"the country code is 0049",
	"the area code for the house is 02139",
	"the building code 2018 applies",
	"bar code 40123455",
	"the code for the project is 4711",
	"the code for the door handle is 4711",
	"the code is 4711 lines long",
	"the door code is wrong",
	"the door code has 4711 variants",
	"the gate code was changed in 2024",
	"the door code from 2019 is old",
	"the alarm code is 6 digits long",
	"the alarm code must be 1000 or more",
	"the alarm went off at 0630",
	"the alarm is 0630",
	"the safe opens with a key",
	"the safe opens with 200 kilos of force",
	"the safe weighs 1200 kg",
	"the garage opens at 0700",
	"the shop opens with 4000 customers",
	"gate 4711",
	"the lock is 400 years old",
	"the lock is 110 m long",
	"my locker is 247",
	"the combination of 2024 and 2025 was bad",
	"the combination is 4-4-2",
	"the winning combination is 12-34-56",
	"4711 opens the list",
	"2024 is the year of the gate",
	"enter 4711 at the total",
	"enter 2000 words at the end",
	"to open the file, enter 4711",
	"the keypad takes 4000 presses",
	"PIN 5 of the connector",
	"PIN 1024 of the connector",
	"the PIN 4711 pad of the board",
	"[code removed] opens the gate",
	"the alarm code is [code removed]",
}

func TestSecrets(t *testing.T) {
	for _, tt := range secrets {
		clean, found := redact.Secrets(tt.text)
		if clean != tt.want {
			t.Errorf("Secrets(%q)\n got %q\nwant %q", tt.text, clean, tt.want)
		}
		check(t, tt.text, clean, found)
		// The same inside a message.
		wrapped := "Hi there,\n" + tt.text
		if got, _ := redact.Secrets(wrapped); got != "Hi there,\n"+tt.want {
			t.Errorf("Secrets(%q)\n got %q", wrapped, got)
		}
	}
	t.Logf("%d secrets, %d harmless lines", len(secrets), len(harmless))
}

func TestHarmless(t *testing.T) {
	for _, text := range harmless {
		if clean, found := redact.Secrets(text); clean != text || found != nil {
			t.Errorf("Secrets(%q) = %q, %v", text, clean, found)
		}
	}
}

func TestFound(t *testing.T) {
	text := "pin is 4471, card 4242 4242 4242 4242"
	_, found := redact.Secrets(text)
	want := []redact.Found{{Kind: redact.PIN, Start: 7, End: 11}, {Kind: redact.Card, Start: 18, End: 37}}
	if len(found) != 2 || found[0] != want[0] || found[1] != want[1] {
		t.Errorf("found %v, want %v", found, want)
	}
}

// check holds what is true of every result.
func check(t *testing.T, text, clean string, found []redact.Found) {
	t.Helper()
	at := 0
	for _, f := range found {
		if f.Start < at || f.End <= f.Start || f.End > len(text) {
			t.Fatalf("Secrets(%q): found out of order or out of range: %v", text, found)
		}
		at = f.End
	}
	if (found == nil) != (clean == text) {
		t.Fatalf("Secrets(%q) = %q with %v", text, clean, found)
	}
	if utf8.ValidString(text) && !utf8.ValidString(clean) {
		t.Fatalf("Secrets(%q) = %q: not UTF-8", text, clean)
	}
	if again, more := redact.Secrets(clean); again != clean {
		t.Fatalf("not idempotent: %q\nthen  %q\nagain %q %v", text, clean, again, more)
	}
}

func FuzzSecrets(f *testing.F) {
	for _, tt := range secrets {
		f.Add(tt.text)
	}
	for _, text := range harmless {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		clean, found := redact.Secrets(text)
		check(t, text, clean, found)
	})
}

func BenchmarkSecrets(b *testing.B) {
	for _, bb := range []struct{ name, text string }{
		{"message", "Hi, I went through the draft from the agency and I think the pricing page still says the old thing. Can you write to him and ask what is going on?"},
		{"secret", "the password for the office wifi is Bluebird77 and the card is 4242 4242 4242 4242"},
		{"1MiB prose", strings.Repeat("I think he said that they will not want to be here again and ", 1<<20/61)},
		{"1MiB names", strings.Repeat("password:", 1<<20/9)},
		{"1MiB locks", strings.Repeat("open my gate code to use ", 1<<20/25)},
		{"1MiB digits", strings.Repeat("4242 ", 1<<20/5)},
		{"1MiB armour", strings.Repeat("-----BEGIN "+"PRIVATE KEY-----", 1<<20/27)},
		{"1MiB prefixes", strings.Repeat("sk-", 1<<20/3)},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(bb.text)))
			for b.Loop() {
				redact.Secrets(bb.text)
			}
		})
	}
}
