package enclosure_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"citadel/brain/enclosure"
	"citadel/memory/event"
)

func encoded(t testing.TB, m image.Image, how string) []byte {
	t.Helper()
	var b bytes.Buffer
	var err error
	switch how {
	case "png":
		err = png.Encode(&b, m)
	case "jpeg":
		err = jpeg.Encode(&b, m, nil)
	case "gif":
		err = gif.Encode(&b, m, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestSniff(t *testing.T) {
	small := image.NewGray(image.Rect(0, 0, 7, 5))
	webp := append([]byte("RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00"), 6, 0, 0, 4, 0, 0)
	for name, c := range map[string]struct {
		file, told string
		spoken     bool
		content    string
		sort, mime string
		text       string
		w, h       int
	}{
		"text":                     {file: "a.txt", content: "hello", sort: "text", mime: "text/plain", text: "hello"},
		"nothing":                  {file: "a.bin", content: "", sort: "text", mime: "text/plain"},
		"markdown":                 {file: "README.MD", content: "# hi", sort: "text", mime: "text/markdown", text: "# hi"},
		"table":                    {file: "a.csv", told: "text/csv; charset=utf-8", content: "a;b", sort: "text", mime: "text/csv", text: "a;b"},
		"a picture by name only":   {file: "cat.png", told: "image/png", content: "not a picture", sort: "text", mime: "text/plain", text: "not a picture"},
		"text that begins with BM": {file: "a", content: "BM is a river", sort: "text", mime: "text/plain", text: "BM is a river"},
		"a byte order mark":        {file: "a", content: "\ufeffhello", sort: "text", mime: "text/plain", text: "hello"},
		"UTF-16":                   {file: "a", content: "\xff\xfeh\x00i\x00", sort: "text", mime: "text/plain", text: "hi"},
		"UTF-16, the other way":    {file: "a", content: "\xfe\xff\x00h\x00i", sort: "text", mime: "text/plain", text: "hi"},
		"lines of Windows":         {file: "a", content: "a\r\nb\rc", sort: "text", mime: "text/plain", text: "a\nb\nc"},
		"letters of one byte":      {file: "a", told: "text/plain", content: "caf\xe9 \x80", sort: "text", mime: "text/plain", text: "café €"},
		"letters nobody names":     {file: "a", content: "caf\xe9", sort: "other", mime: "application/octet-stream"},
		"a zero":                   {file: "a.txt", told: "text/plain", content: "a\x00b", sort: "other", mime: "application/octet-stream"},
		"a page":                   {file: "a.txt", content: "  <!DOCTYPE html><p>x", sort: "other", mime: "text/html"},
		"a page without a type":    {file: "a.txt", content: "<!-- x -->\n<HTML>", sort: "other", mime: "text/html"},
		"XML":                      {file: "a.svg", content: "<svg/>", sort: "text", mime: "text/plain", text: "<svg/>"},
		"PNG":                      {file: "a", content: string(encoded(t, small, "png")), sort: "picture", mime: "image/png", w: 7, h: 5},
		"JPEG called a text":       {file: "a.txt", told: "text/plain", content: string(encoded(t, small, "jpeg")), sort: "picture", mime: "image/jpeg", w: 7, h: 5},
		"GIF":                      {file: "a", content: string(encoded(t, small, "gif")), sort: "picture", mime: "image/gif", w: 7, h: 5},
		"WebP":                     {file: "a", content: string(webp), sort: "picture", mime: "image/webp", w: 7, h: 5},
		"a torn PNG":               {file: "a", content: "\x89PNG\r\n\x1a\n", sort: "picture", mime: "image/png"},
		"PDF":                      {file: "a.txt", content: "%PDF-1.7", sort: "other", mime: "application/pdf"},
		"ZIP":                      {file: "../../evil.zip", content: "PK\x03\x04../../../etc/passwd", sort: "other", mime: "application/zip"},
		"Word":                     {file: "a.DOCX", content: "PK\x03\x04", sort: "other", mime: "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		"Ogg":                      {file: "a", content: "OggS\x00", sort: "sound", mime: "audio/ogg"},
		"MP3":                      {file: "a", content: "ID3\x04\x00\x00", sort: "sound", mime: "audio/mpeg"},
		"a film":                   {file: "a.mp4", told: "video/mp4", content: "\x00\x00\x00\x20ftypisom\x00", sort: "other", mime: "video/mp4"},
		"spoken in the same":       {file: "a.mp4", spoken: true, content: "\x00\x00\x00\x20ftypisom\x00", sort: "sound", mime: "audio/mp4"},
		"M4A":                      {file: "a.m4a", content: "\x00\x00\x00\x20ftypmp42\x00", sort: "sound", mime: "audio/mp4"},
		"HEIC":                     {file: "a.jpg", told: "image/jpeg", content: "\x00\x00\x00\x20ftypheic\x00", sort: "other", mime: "image/heic"},
		"WAV":                      {file: "a", content: "RIFF\x00\x00\x00\x00WAVEfmt ", sort: "sound", mime: "audio/wav"},
		"RIFF in the middle":       {file: "a", content: "RIFX\x00\x00\x00\x00WAVE", sort: "other", mime: "application/octet-stream"},
	} {
		w := enclosure.Sniff(c.file, c.told, c.spoken, []byte(c.content))
		if w.Sort != c.sort || w.MIME != c.mime || w.Text != c.text || w.Width != c.w || w.Height != c.h {
			t.Errorf("%s: %+v", name, w)
		}
	}
}

func FuzzSniff(f *testing.F) {
	f.Add("a.txt", "text/plain", false, []byte("hello"))
	f.Add("a", "", true, []byte("\x00\x00\x00\x20ftypisom"))
	f.Add("a.zip", "x/y; z", false, []byte("PK\x03\x04"))
	f.Add("a", "", false, []byte("RIFF\x00\x00\x00\x00WEBPVP8L\x00\x00\x00\x00\x2f\xff\xff\xff\xff\x00\x00\x00\x00\x00"))
	f.Add("a", "text/x", false, []byte("\xff\xd8\xff\xe1\x00\x20Exif\x00\x00II*\x00\x08\x00\x00\x00\xff\xff"))
	f.Fuzz(func(t *testing.T, name, told string, spoken bool, content []byte) {
		w := enclosure.Sniff(name, told, spoken, content)
		switch w.Sort {
		case event.SortText:
			if !utf8.ValidString(w.Text) || strings.ContainsAny(w.Text, "\x00\r") {
				t.Fatalf("no text: %q", w.Text)
			}
		case event.SortPicture, event.SortSound, event.SortOther:
			if w.Text != "" {
				t.Fatalf("%+v", w)
			}
		default:
			t.Fatalf("%+v", w)
		}
		if w.MIME == "" || w.Width < 0 || w.Height < 0 {
			t.Fatalf("%+v", w)
		}
		if (w.Sort == event.SortSound) != (enclosure.SoundName(w.MIME) != "") {
			t.Fatalf("%+v has the name %q", w, enclosure.SoundName(w.MIME))
		}
		if s := enclosure.Seconds(w.MIME, content); s < 0 {
			t.Fatalf("%v seconds", s)
		}
		if w.Sort == event.SortPicture && int64(w.Width)*int64(w.Height) < 1<<16 {
			if data, as, err := enclosure.Fit(content, w.MIME); err == nil && (len(data) == 0 || len(data) > enclosure.MaxSent || as == "") {
				t.Fatalf("%d bytes of %s", len(data), as)
			}
		}
	})
}

// What is cut is the text with its middle left out, and says so.
func TestCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("aé€😀\n "))).Draw(t, "text")
		most := rapid.IntRange(-1, 40).Draw(t, "most")
		p := enclosure.Cut(text, most)
		all := utf8.RuneCountInString(text)
		if p.Of != all || p.First != utf8.RuneCountInString(p.Head) || p.Last != utf8.RuneCountInString(p.Tail) ||
			!strings.HasPrefix(text, p.Head) || !strings.HasSuffix(text, p.Tail) || p.First+p.Last > max(most, 4) {
			t.Fatalf("%+v of %q", p, text)
		}
		if p.Whole() != (p.Head == text && p.Tail == "") || p.Whole() != (all <= max(most, 4)) {
			t.Fatalf("%+v of %q", p, text)
		}
		if head := enclosure.Head(text, most); !strings.HasPrefix(text, head) || !utf8.ValidString(head) ||
			len(head) > max(most, 0) && head != text || len(text)-len(head) > 3 && len(head) < most-3 {
			t.Fatalf("%q is the beginning of %q, at most %d bytes", head, text, most)
		}
	})
}

// noise is a picture that does not get smaller by being packed.
func noise(w, h int) *image.RGBA {
	r := rand.New(rand.NewPCG(1, 2))
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range m.Pix {
		m.Pix[i] = byte(r.Uint32())
	}
	return m
}

func TestFit(t *testing.T) {
	small := encoded(t, image.NewGray(image.Rect(0, 0, 30, 20)), "png")
	if data, as, err := enclosure.Fit(small, "image/png"); err != nil || as != "image/png" || !bytes.Equal(data, small) {
		t.Errorf("a small picture is not left alone: %s, %v", as, err)
	}
	large := encoded(t, noise(1600, 620), "png")
	if len(large) <= enclosure.MaxSent {
		t.Fatal("the picture is not large")
	}
	data, as, err := enclosure.Fit(large, "image/png")
	if err != nil || as != "image/jpeg" || len(data) > enclosure.MaxSent {
		t.Fatalf("%d bytes of %s, %v", len(data), as, err)
	}
	c, err := jpeg.DecodeConfig(bytes.NewReader(data))
	if err != nil || c.Width != 1568 || c.Height != 607 {
		t.Errorf("%+v, %v", c, err)
	}
	again, _, _ := enclosure.Fit(large, "image/png")
	if !bytes.Equal(data, again) {
		t.Error("the same picture is another the second time")
	}
	if data, _, err := enclosure.Fit(encoded(t, image.NewGray(image.Rect(0, 0, 9000, 2)), "png"), "image/png"); err != nil || len(data) == 0 {
		t.Errorf("a long one: %v", err)
	}
	for name, c := range map[string]struct {
		content []byte
		mime    string
		want    error
	}{
		"torn":     {small[:len(small)-20], "image/png", enclosure.ErrBroken},
		"no start": {[]byte("x"), "image/png", enclosure.ErrBroken},
		"a bomb":   {bomb(), "image/png", enclosure.ErrTooLarge},
		"webp":     {append([]byte("RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00"), 255, 255, 255, 255, 255, 255), "image/webp", enclosure.ErrTooLarge},
		"unknown":  {small, "image/heic", enclosure.ErrBroken},
	} {
		if _, _, err := enclosure.Fit(c.content, c.mime); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if why := enclosure.Unfit(c.want, event.Attached{Width: 1}); why == "" {
			t.Errorf("%s: no reason", name)
		}
	}
}

// bomb is a PNG that says it has four thousand million pixels.
func bomb() []byte {
	m := image.NewGray(image.Rect(0, 0, 1, 1))
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err)
	}
	p := b.Bytes()
	binary.BigEndian.PutUint32(p[16:], 65_000)
	binary.BigEndian.PutUint32(p[20:], 65_000)
	sum := crc(p[12:29])
	binary.BigEndian.PutUint32(p[29:], sum)
	return p
}

func crc(b []byte) uint32 {
	c := ^uint32(0)
	for _, x := range b {
		c ^= uint32(x)
		for range 8 {
			if c&1 == 1 {
				c = c>>1 ^ 0xEDB88320
			} else {
				c >>= 1
			}
		}
	}
	return ^c
}

// A picture that is made smaller stands upright, however the camera was held.
func TestUpright(t *testing.T) {
	m := noise(1800, 600)
	for y := range 300 { // red above, noise below
		for x := range 1800 {
			m.SetRGBA(x, y, color.RGBA{255, 0, 0, 255})
		}
	}
	plain := encoded(t, m, "jpeg")
	for held, c := range map[byte]struct{ w, h, x, y int }{ // where the red is
		3: {1568, 522, 700, 510}, 6: {522, 1568, 510, 700}, 8: {522, 1568, 10, 700}, 9: {1568, 522, 700, 10},
	} {
		exif := append([]byte("\xff\xd8\xff\xe1\x00\x22Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00"), held, 0, 0, 0, 0, 0, 0)
		data, _, err := enclosure.Fit(append(append(exif, plain[2:]...), make([]byte, enclosure.MaxSent)...), "image/jpeg")
		if err != nil {
			t.Fatal(err)
		}
		got, err := jpeg.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		r, g, _, _ := got.At(c.x, c.y).RGBA()
		if got.Bounds().Dx() != c.w || got.Bounds().Dy() != c.h || r < 0xC000 || g > 0x4000 {
			t.Errorf("held %d: %v, red %x green %x", held, got.Bounds(), r, g)
		}
	}
}

func TestSeconds(t *testing.T) {
	page := func(head string, at uint64) []byte {
		b := append([]byte("OggS\x00\x02"), make([]byte, 22)...)
		b = append(append(b, head...), make([]byte, 40)...)
		last := binary.LittleEndian.AppendUint64([]byte("OggS\x00\x04"), at)
		return append(b, last...)
	}
	vorbis := append([]byte("\x01vorbis\x00\x00\x00\x00\x02"), 0x44, 0xAC, 0, 0)
	wav := binary.LittleEndian.AppendUint32([]byte("RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00"), 8000)
	for name, c := range map[string]struct {
		mime string
		b    []byte
		want float64
	}{
		"opus":         {"audio/ogg", page("OpusHead", 96_000), 2},
		"vorbis":       {"audio/ogg", page(string(vorbis), 88_200), 2},
		"neither":      {"audio/ogg", page("Speex", 88_200), 0},
		"no last page": {"audio/ogg", page("OpusHead", 1<<63), 0},
		"torn":         {"audio/ogg", []byte("OggS OpusHead OggS"), 0},
		"wav":          {"audio/wav", append(wav, make([]byte, 16_000-len(wav)+12)...), 2},
		"mp3":          {"audio/mpeg", []byte("ID3"), 0},
	} {
		if got := enclosure.Seconds(c.mime, c.b); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestMarked(t *testing.T) {
	r := func(from, to int) event.Range { return event.Range{Start: from, End: to} }
	for _, c := range []struct {
		text, want string
		doubtful   []event.Range
	}{
		{"Meet Ana at ten", "Meet Ana(?) at ten(?)", []event.Range{r(5, 8), r(12, 15)}},
		{"Ana", "Ana", nil},
		{"Ana", "Ana(?)", []event.Range{r(0, 3), r(1, 2), r(9, 12), r(3, 3)}},
	} {
		if got := enclosure.Marked(c.text, c.doubtful); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
