package consent_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"citadel/brain/consent"
)

func TestOwnWords(t *testing.T) {
	said := []string{"Move lunch with Priya to 14:00, please.", "Her address is priya.nair@acme.example.", "Pay A$2,400!"}
	for args, own := range map[string]bool{
		`{"title":"lunch with Priya"}`:                  true,
		`{"title":"Lunch  with\npriya"}`:                true,
		`{"title":"lunch with Priya","at":"14:00"}`:     true,
		`{"to":"priya.nair@acme.example"}`:              true,
		`{"to":["priya.nair@acme.example"]}`:            true,
		`{"to":"priya.nair@acme.example.evil.example"}`: false,
		`{"to":"nair@acme.example"}`:                    false,
		`{"title":"with lunch"}`:                        false,
		`{"title":"lunch to 14:00"}`:                    false,
		`{"title":"lunch with Priya","at":"15:00"}`:     false,
		`{"amount":2400}`:                               false,
		`{"amount":"A$2,400"}`:                          true,
		`{"n":14}`:                                      false,
		`{"title":"lunch","all":true,"none":null}`:      true,
		`{"title":"lunch","place":""}`:                  true,
		`{"all":true,"none":null}`:                      false, // what says nothing is nobody's
		`{}`:                                            false,
		`{"title":""}`:                                  false,
		`{"title":"!!!"}`:                               false,
		`{"deep":{"priya":"lunch"}}`:                    true,
		`{"deep":{"evil":"lunch"}}`:                     false,
		`[]`:                                            false,
		`{"a":"lunch"} {"b":"evil"}`:                    false,
		`{"a":"lunch with priya` + "\u200b" + `"}`:      false,
		`not JSON`:                                      false,
		`{"title":"please her"}`:                        false,
		`{"title":"Move lunch with Priya to 14:00, please. Her addr"}`: false,
	} {
		if got := consent.Own(json.RawMessage(args), said); got != own {
			t.Errorf("%s: %t, want %t", args, got, own)
		}
	}
}

// What looks like his words, or is read in another way by others, is not his.
func TestAlikeIsNotOwn(t *testing.T) {
	said := []string{"Mail frank@bank.example about ink, and keep env and 5 in notes.txt. Is Iris in?"}
	for _, args := range []string{
		`{"to":"fran\u212a@ban\u212a.example"}`,        // the sign of the kelvin
		`{"title":"\u0130nk"}`,                         // an i with a dot
		`{"to":"frank@bank\u0435.example"}`,            // a letter more
		`{"to":"fr\u0430nk@bank.example"}`,             // an a of another alphabet
		`{"to":"frank@bank.ex\u00adample"}`,            // a hyphen that is not shown
		`{"to":"frank@bank.example\u200b"}`,            // a space without width
		`{"to":"\u202efrank@bank.example"}`,            // a mark that turns the direction
		`{"to":"frank@bank.example\u0000"}`,            //
		`{"to":"\uff46rank@bank.example"}`,             // a wide f
		`{"to":"frank=40bank.example"}`,                // an @ as mail writes it
		`{"to":"=?utf-8?q?frank=40bank.example?="}`,    //
		`{"to":"frank%40bank.example"}`,                // and as links do
		`{"to":"frank&#64;bank.example"}`,              //
		`{"to":"ZnJhbmtAYmFuay5leGFtcGxl"}`,            //
		`{"to":"frank@bank.example,eve@evil.example"}`, //
		`{"to":"frank@bank.example\r\nbcc: eve@evil.example"}`,
		`{"path":".env"}`,         // another file
		`{"path":"./notes.txt"}`,  //
		`{"path":"../notes.txt"}`, //
		`{"n":-5}`, `{"n":"–5"}`,  // another number
		`{"n":0.5}`, `{"n":".5"}`, //
		`{"n":5e3}`, `{"n":5.0}`, //
		`{"to":"frank"}`,           // less than a word
		`{"title":"ink keep env"}`, // his words, and not what he said
		`{"title":"iris about ink"}`,
		`{"to":"eve@evil.example","to":"frank@bank.example"}`, // what is named twice is read in two ways
		`{"to":"frank@bank.example","to":"eve@evil.example"}`,
		`{"at":{"x":"eve"},"at":{"env":"ink"}}`,
		`{"deep":{"env":"eve","env":"ink"}}`,
	} {
		if consent.Own(json.RawMessage(args), said) {
			t.Errorf("%s is taken for his", args)
		}
	}
	for _, args := range []string{`{"a":1,"a":1}`, `{"a":[{"b":1,"b":2}]}`, `[1]`, `{} {}`, `{"a":`, ``, `{"a":1,}`} {
		if consent.Readable(json.RawMessage(args)) == nil {
			t.Errorf("%s is read in one way", args)
		}
	}
	for _, args := range []string{`{}`, ` {"a":{"b":1},"b":[{"b":1},{"b":2}]} `} {
		if err := consent.Readable(json.RawMessage(args)); err != nil {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// unseen are characters that hardly show, or look like others.
var unseen = []rune("\u200b\u200c\u200d\u2060\ufeff\u00ad\u202e\u2066\u0307\u034f\u061c\u115f\u180e\U000e0041\u0430\u0435\u043e\u0440\u0441\u0445\u0456\u212a\u0131\u017f\uff41\x00\x1b")

// message is a message of the principal's, as words with nothing around them.
func message(t *rapid.T) []string {
	return rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,6}([@.:/-][a-z0-9]{1,4})?|[0-9]{1,4}`), 1, 12).Draw(t, "said")
}

func argument(text string) json.RawMessage {
	b, _ := json.Marshal(map[string]any{"list": []string{text}})
	return b
}

// A run of his words is his however it is spaced, set in capitals or put between marks; with one
// character more, or another, it is not.
func TestRunsOfWordsAreOwn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := message(t)
		from := rapid.IntRange(0, len(said)-1).Draw(t, "from")
		run := slices.Clone(said[from:rapid.IntRange(from+1, len(said)).Draw(t, "to")])
		var b strings.Builder
		for i, w := range run {
			if rapid.Bool().Draw(t, "capitals") {
				w = strings.ToUpper(w)
			}
			if i > 0 {
				b.WriteString(rapid.SampledFrom([]string{" ", "\n", ", ", ": ", " \"", ") ", " \u00a0"}).Draw(t, "between"))
			}
			b.WriteString(w)
		}
		words := []string{"other", strings.Join(said, " ") + "."}
		if !consent.Own(argument(b.String()), words) {
			t.Fatalf("%q is not his, of %q", b.String(), words)
		}
		letters := []rune(b.String())
		at := rapid.IntRange(0, len(letters)).Draw(t, "at")
		odd := rapid.SampledFrom(unseen).Draw(t, "odd")
		if more := string(slices.Insert(slices.Clone(letters), at, odd)); consent.Own(argument(more), words) {
			t.Fatalf("%q is his, of %q", more, words)
		}
		if at < len(letters) && !unicode.IsSpace(letters[at]) && !unicode.IsPunct(letters[at]) {
			letters[at] = odd
			if other := string(letters); consent.Own(argument(other), words) {
				t.Fatalf("%q is his, of %q", other, words)
			}
		}
	})
}

// Whatever is his stands, but for spaces, case and the marks of a sentence, in one message of his: no
// text is put together from several, and none has a word that he did not write.
func TestOwnIsSaid(t *testing.T) {
	joined := func(text string) string {
		return " " + strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(sentence, r) }), " ") + " "
	}
	rapid.Check(t, func(t *rapid.T) {
		alphabet := rapid.SampledFrom([]string{"a", "b", "B", "a.b", "b@a", "-a", ".", "(", "1", "1,0", ",", "\u200b", "ß", "é", "\u212a"})
		text := strings.Join(rapid.SliceOfN(alphabet, 1, 4).Draw(t, "text"), rapid.SampledFrom([]string{" ", ""}).Draw(t, "between"))
		var words []string
		for range rapid.IntRange(1, 3).Draw(t, "messages") {
			words = append(words, strings.Join(rapid.SliceOfN(alphabet, 1, 6).Draw(t, "said"), " "))
		}
		if consent.Own(argument(text), words) && !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(joined(w), joined(text)) }) {
			t.Fatalf("%q is his, of %q", text, words)
		}
	})
}

// sentence are the marks of sentences.
const sentence = ".,;:!?\"'`()[]{}<>…«»“”„‘’‚–—"

func FuzzOwn(f *testing.F) {
	f.Add(`{"title":"lunch"}`, "lunch")
	f.Add(`{"a":[1,{"b":"c"}]}`, "a b c 1")
	f.Add(`{"a":"x","a":"y"}`, "x")
	f.Add(`{"a":"\u212a"}`, "k")
	f.Fuzz(func(t *testing.T, args, said string) {
		if !consent.Own(json.RawMessage(args), []string{said}) {
			return
		}
		// What stands in one message stands there also if it came with others.
		if !consent.Own(json.RawMessage(args), []string{"other words", said}) {
			t.Errorf("%q in %q is his, and with more words of his it is not", args, said)
		}
		// Nobody reads in it what he did not say.
		var all map[string]any
		if err := json.Unmarshal([]byte(args), &all); err != nil {
			t.Fatalf("%q is his, and cannot be read: %v", args, err)
		}
		for _, v := range all {
			if text, is := v.(string); is {
				for _, word := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(sentence, r) }) {
					if !strings.Contains(strings.ToLower(said), strings.ToLower(word)) && !strings.Contains(strings.ToLower(strings.ToValidUTF8(said, "\uFFFD")), strings.ToLower(word)) {
						t.Errorf("%q is his, and %q has no %q", args, said, word)
					}
				}
			}
		}
	})
}
