package enclosure

import (
	"bytes"
	"cmp"
	"mime"
	"path"
	"strings"

	"citadel/memory/event"
)

// What is what a file is.
type What struct {
	Sort string // event.SortText, SortPicture, SortSound or SortOther
	MIME string // by the content where that tells, else as it was told
	Text string // of a text: its characters
	// Width and Height are those of a picture, in pixels; 0 where its beginning does not say.
	Width, Height int
}

// magic is how files of a kind begin.
type magic struct {
	at    int
	bytes string
	sort  string
	mime  string
}

var magics = []magic{
	{0, "\x89PNG\r\n\x1a\n", event.SortPicture, "image/png"},
	{0, "\xff\xd8\xff", event.SortPicture, "image/jpeg"},
	{0, "GIF87a", event.SortPicture, "image/gif"},
	{0, "GIF89a", event.SortPicture, "image/gif"},
	{8, "WEBP", event.SortPicture, "image/webp"}, // after RIFF and a length
	{0, "OggS", event.SortSound, "audio/ogg"},
	{0, "fLaC", event.SortSound, "audio/flac"},
	{0, "ID3", event.SortSound, "audio/mpeg"},
	{0, "\xff\xfb", event.SortSound, "audio/mpeg"},
	{0, "\xff\xf3", event.SortSound, "audio/mpeg"},
	{0, "\xff\xf2", event.SortSound, "audio/mpeg"},
	{8, "WAVE", event.SortSound, "audio/wav"}, // after RIFF and a length
	{4, "ftypM4A", event.SortSound, "audio/mp4"},
	{4, "ftypheic", event.SortOther, "image/heic"},
	{4, "ftypheix", event.SortOther, "image/heic"},
	{4, "ftypmif1", event.SortOther, "image/heic"},
	{4, "ftypavif", event.SortOther, "image/avif"},
	{0, "%PDF-", event.SortOther, "application/pdf"},
	{0, "PK\x03\x04", event.SortOther, "application/zip"},
	{0, "PK\x05\x06", event.SortOther, "application/zip"},
	{0, "\x1f\x8b", event.SortOther, "application/gzip"},
	{0, "7z\xbc\xaf\x27\x1c", event.SortOther, "application/x-7z-compressed"},
	{0, "Rar!\x1a\x07", event.SortOther, "application/vnd.rar"},
	{0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", event.SortOther, "application/msword"},
	{0, `{\rtf`, event.SortOther, "application/rtf"},
	{0, "BM", event.SortOther, "image/bmp"},
	{0, "II*\x00", event.SortOther, "image/tiff"},
	{0, "MM\x00*", event.SortOther, "image/tiff"},
	{0, "\x7fELF", event.SortOther, "application/octet-stream"},
	{0, "MZ", event.SortOther, "application/octet-stream"},
}

// short are beginnings that ordinary text may have as well: they count only where the rest
// is no text.
var short = []string{"BM", "MZ", "ID3"}

// office are the documents that are ZIP files inside, by what their name or the platform
// says: nothing is unpacked to find out.
var office = map[string]string{
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
	".odt":  "application/vnd.oasis.opendocument.text",
	".ods":  "application/vnd.oasis.opendocument.spreadsheet",
	".odp":  "application/vnd.oasis.opendocument.presentation",
	".epub": "application/epub+zip",
}

// Sniff says what a file is by its content. Name and told, the kind that the platform named,
// decide only where the content leaves it open: which document it is inside a ZIP, whether
// there is anything to see in a container of sound. spoken says that it was spoken into the
// platform.
func Sniff(name, told string, spoken bool, content []byte) What {
	ending := strings.ToLower(path.Ext(name))
	told, _, err := mime.ParseMediaType(told)
	if err != nil {
		told = ""
	}
	for _, m := range magics {
		if len(content) < m.at+len(m.bytes) || string(content[m.at:m.at+len(m.bytes)]) != m.bytes {
			continue
		}
		if m.at == 8 && !bytes.HasPrefix(content, []byte("RIFF")) {
			continue
		}
		if isShort(m.bytes) {
			if text, ok := decode(content, told); ok {
				return What{Sort: event.SortText, MIME: plain(told, ending), Text: text}
			}
		}
		w := What{Sort: m.sort, MIME: m.mime}
		switch {
		case m.mime == "application/zip" && office[ending] != "":
			w.MIME = office[ending]
		case m.mime == "application/msword" && (ending == ".xls" || ending == ".ppt" || ending == ".msg"):
			w.MIME = cmp.Or(told, "application/octet-stream")
		case w.Sort == event.SortPicture:
			w.Width, w.Height = dimensions(w.MIME, content)
		case w.MIME == "audio/ogg" && strings.HasPrefix(told, "video/") && !spoken:
			return What{Sort: event.SortOther, MIME: "video/ogg"}
		}
		return w
	}
	film := len(content) > 12 && string(content[4:8]) == "ftyp"
	matroska := bytes.HasPrefix(content, []byte("\x1a\x45\xdf\xa3"))
	if film || matroska {
		return container(ending, told, spoken, matroska)
	}
	if text, ok := decode(content, told); ok {
		if page(text) {
			return What{Sort: event.SortOther, MIME: "text/html"}
		}
		return What{Sort: event.SortText, MIME: plain(told, ending), Text: text}
	}
	if strings.HasPrefix(told, "text/") { // it says so and is not
		told = ""
	}
	return What{Sort: event.SortOther, MIME: cmp.Or(told, "application/octet-stream")}
}

func isShort(begin string) bool {
	for _, s := range short {
		if s == begin {
			return true
		}
	}
	return false
}

// container tells sound from film where both have the same beginning.
func container(ending, told string, spoken, matroska bool) What {
	sound := spoken || strings.HasPrefix(told, "audio/") || ending == ".m4a" || ending == ".weba"
	switch {
	case sound && matroska:
		return What{Sort: event.SortSound, MIME: "audio/webm"}
	case sound:
		return What{Sort: event.SortSound, MIME: "audio/mp4"}
	case matroska:
		return What{Sort: event.SortOther, MIME: "video/webm"}
	}
	return What{Sort: event.SortOther, MIME: "video/mp4"}
}

// page says whether a text is a web page: what a person sees of one is not what is written
// there, so it is not read.
func page(text string) bool {
	head := strings.ToLower(strings.TrimSpace(text[:min(len(text), 1024)]))
	if i := strings.Index(head, "<html"); i >= 0 && strings.HasPrefix(head, "<") {
		return true
	}
	return strings.HasPrefix(head, "<!doctype html")
}

// plain is the kind of a text.
func plain(told, ending string) string {
	if strings.HasPrefix(told, "text/") && told != "text/html" {
		return told
	}
	switch ending {
	case ".md", ".markdown":
		return "text/markdown"
	case ".csv":
		return "text/csv"
	case ".json":
		return "application/json"
	case ".eml":
		return "message/rfc822"
	}
	return "text/plain"
}

// endings are those by which models of speech know a format.
var endings = map[string]string{
	"audio/ogg": ".ogg", "audio/flac": ".flac", "audio/mpeg": ".mp3", "audio/wav": ".wav", "audio/mp4": ".m4a", "audio/webm": ".webm",
}

// SoundName is a name for a recording that tells its format and nothing else; "" for what is
// no format of sound.
func SoundName(mime string) string {
	if e := endings[mime]; e != "" {
		return "sound" + e
	}
	return ""
}

// documents words what a file is that cannot be read.
var documents = map[string]string{
	"application/pdf": "PDF files", "application/zip": "archives", "application/gzip": "archives", "application/x-7z-compressed": "archives",
	"application/vnd.rar": "archives", "application/msword": "documents of that kind", "application/rtf": "documents of that kind",
	"text/html": "saved web pages", "image/heic": "HEIC pictures", "image/avif": "AVIF pictures", "image/bmp": "BMP pictures", "image/tiff": "TIFF pictures",
	office[".docx"]: "Word documents", office[".xlsx"]: "spreadsheets", office[".pptx"]: "presentations", office[".odt"]: "documents of that kind",
	office[".ods"]: "spreadsheets", office[".odp"]: "presentations", office[".epub"]: "books of that kind",
}

// unreadable names the kind of files that cannot be read, in the plural.
func unreadable(mime string) string {
	switch {
	case documents[mime] != "":
		return documents[mime]
	case strings.HasPrefix(mime, "video/"):
		return "videos"
	}
	return "files of that kind"
}
