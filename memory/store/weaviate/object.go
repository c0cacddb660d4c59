package weaviate

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-openapi/strfmt"
	"github.com/weaviate/weaviate/entities/models"

	"citadel/memory/formula"
	"citadel/memory/store"
	"citadel/memory/store/ranking"
)

// key names an item.
type key struct {
	seq  uint64
	part uint32
}

func keyOf(i store.Item) key { return key{i.Seq, i.Part} }

// id is the object's. Ids are in the order of keys, and those of groups and of the mark
// come before all of them: a walk by id meets groups first and then items as All gives them.
func (k key) id() strfmt.UUID {
	return uuid(k.seq, uint64(k.part)<<32)
}

func uuid(high, low uint64) strfmt.UUID {
	h := fmt.Sprintf("%016x%016x", high, low)
	return strfmt.UUID(h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:])
}

// An entry is what the server keeps of an item beside its text and vector, in one line of
// its own form: ranking reads hundreds of them for one search.
type entry struct {
	item   store.Item // without text and vector
	length uint32     // its terms
	around uint32     // its terms and its neighbours', in tenths
	said   string     // checksum of the text
	size   int        // of the vector, 0 where there is none
	likes  string     // checksum of the vector
	own    string     // bag of its terms
	near   string     // bag of its neighbours' terms, in tenths
}

func (e *entry) encode() string {
	i := e.item
	until := ""
	if !i.ValidTo.IsZero() {
		until = strconv.FormatInt(i.ValidTo.UnixMicro(), 10)
	}
	return strings.Join([]string{
		strconv.FormatUint(i.Seq, 10), strconv.FormatUint(uint64(i.Part), 10),
		url.QueryEscape(string(i.Kind)), url.QueryEscape(i.Speaker), url.QueryEscape(i.Audience),
		strconv.FormatInt(i.On.UnixMicro(), 10), strconv.FormatUint(i.Session, 10), strconv.FormatUint(i.Turn, 10),
		strconv.FormatFloat(i.Importance, 'g', -1, 64), url.QueryEscape(string(i.Class)), strconv.FormatBool(i.Settled),
		strconv.FormatUint(i.SupersededBy, 10), until, url.QueryEscape(i.Embedder),
		strconv.FormatUint(uint64(e.length), 10), strconv.FormatUint(uint64(e.around), 10),
		e.said, strconv.Itoa(e.size), e.likes, e.own, e.near,
	}, "|")
}

// errForm is told of a line that this version did not write.
var errForm = errors.New("weaviate: a line that is not ours")

// fields takes a line apart.
type fields struct {
	rest string
	err  error
}

func (f *fields) text() string {
	if f.err != nil {
		return ""
	}
	s, rest, _ := strings.Cut(f.rest, "|")
	f.rest = rest
	return s
}

func (f *fields) name() string {
	s := f.text()
	if !strings.ContainsAny(s, "%+") {
		return s
	}
	s, err := url.QueryUnescape(s)
	f.fail(err)
	return s
}

func (f *fields) uint(bits int) uint64 {
	n, err := strconv.ParseUint(f.text(), 10, bits)
	f.fail(err)
	return n
}

func (f *fields) int() int64 {
	n, err := strconv.ParseInt(f.text(), 10, 64)
	f.fail(err)
	return n
}

func (f *fields) bool() bool {
	b, err := strconv.ParseBool(f.text())
	f.fail(err)
	return b
}

func (f *fields) fail(err error) {
	if err != nil && f.err == nil {
		f.err = fmt.Errorf("%w: %w", errForm, err)
	}
}

func decodeEntry(line string) (e entry, err error) {
	f := fields{rest: line}
	i := &e.item
	i.Seq, i.Part = f.uint(64), uint32(f.uint(32))
	i.Kind, i.Speaker, i.Audience = store.Kind(f.name()), f.name(), f.name()
	i.On = time.UnixMicro(f.int()).UTC()
	i.Session, i.Turn = f.uint(64), f.uint(64)
	i.Importance, err = strconv.ParseFloat(f.text(), 64)
	f.fail(err)
	i.Class = formula.Class(f.name())
	i.Settled = f.bool()
	i.SupersededBy = f.uint(64)
	if until := f.text(); until != "" {
		micros, err := strconv.ParseInt(until, 10, 64)
		f.fail(err)
		i.ValidTo = time.UnixMicro(micros).UTC()
	}
	i.Embedder = f.name()
	e.length, e.around = uint32(f.uint(32)), uint32(f.uint(32))
	e.said, e.size, e.likes, e.own, e.near = f.text(), int(f.uint(16)), f.text(), f.text(), f.text()
	return e, f.err
}

func (e *entry) validTo() int64 {
	if e.item.ValidTo.IsZero() {
		return ranking.NoEnd
	}
	return e.item.ValidTo.UnixMicro()
}

// whole is an entry with its text and vector.
type whole struct {
	entry
	text   string // see veil
	vector string // see numbers
}

func (w *whole) full() (store.Item, error) {
	item, err := w.told()
	if err != nil {
		return item, err
	}
	item.Vector, err = vectorOf(w.vector)
	return item, err
}

// told is the item without its vector, which nobody reads of a hit.
func (w *whole) told() (store.Item, error) {
	item := w.item
	text, err := plain(w.text)
	if err != nil {
		return item, err
	}
	item.Text = text
	return item, nil
}

// Texts are kept as they are. What is no UTF-8 could not be sent so.
const veiled = "base64:"

func veil(text string) string {
	if utf8.ValidString(text) && !strings.HasPrefix(text, veiled) {
		return text
	}
	return veiled + base64.RawStdEncoding.EncodeToString([]byte(text))
}

func plain(kept string) (string, error) {
	rest, ok := strings.CutPrefix(kept, veiled)
	if !ok {
		return kept, nil
	}
	raw, err := base64.RawStdEncoding.DecodeString(rest)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errForm, err)
	}
	return string(raw), nil
}

// numbers writes a vector bit by bit: JSON numbers are three times as long and slow to read.
func numbers(v []float32) string {
	if len(v) == 0 {
		return ""
	}
	raw := make([]byte, 0, 4*len(v))
	for _, x := range v {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
	}
	return base64.RawStdEncoding.EncodeToString(raw)
}

func vectorOf(text string) ([]float32, error) {
	if text == "" {
		return nil, nil
	}
	raw, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil || len(raw)%4 != 0 {
		return nil, fmt.Errorf("%w: a vector of %d bytes", errForm, len(raw))
	}
	v := make([]float32, len(raw)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return v, nil
}

// token stands for a name in the index, where it is only ever compared: names may hold
// anything, and a filter not.
func token(name string) string {
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:12])
}

// vectorName is the name of the index that holds an embedder's vectors of one size.
func vectorName(embedder string, size int) string {
	return fmt.Sprintf("v_%s_%d", token(embedder), size)
}

// maxNumbers is the longest vector that is taken, in numbers.
const maxNumbers = 8192

func ofVectorName(name string) (embedder string, size int) {
	at := strings.LastIndexByte(name, '_')
	size, err := strconv.Atoi(name[at+1:])
	if at < 0 || err != nil {
		return name, 0
	}
	return name[:at], size
}

// never is the second from which on an item that still holds would hold no more.
const never = 1e15

// object is what is written of an item.
func (w *whole) object(tenant string) (*models.Object, error) {
	until := float64(never)
	if !w.item.ValidTo.IsZero() {
		until = seconds(w.item.ValidTo)
	}
	o := &models.Object{
		Class: Collection, Tenant: tenant, ID: keyOf(w.item).id(),
		Properties: map[string]any{
			"own": strings.Join(repeat(w.own, 1, nil), " "), "around": w.pooled(),
			"memory": strconv.FormatUint(w.item.Seq, 10), "audience": token(w.item.Audience), "kind": token(string(w.item.Kind)),
			"speaker": token(w.item.Speaker), "embedder": w.embedder(), "seq": float64(w.item.Seq), "on": seconds(w.item.On), "until": until,
			"line": w.encode(), "text": w.text, "vector": w.vector,
		},
	}
	v, err := vectorOf(w.vector)
	if err != nil {
		return nil, err
	}
	if len(v) > 0 {
		o.Vectors = models.Vectors{vectorName(w.item.Embedder, len(v)): v}
	}
	return o, nil
}

// noWords stands for the embedder of an item without words, which never gets a vector.
const noWords = "none"

func (w *whole) embedder() string {
	if w.length == 0 && w.size == 0 {
		return noWords
	}
	return token(w.item.Embedder)
}

// seconds since 1970, rounded so that a filter of whole seconds never loses what the exact
// comparison, made here, would keep.
func seconds(t time.Time) float64 { return float64(t.Unix()) }

// pooled are the words of an item and its neighbours, those of the agent fewer: the server
// counts whole words.
func (w *whole) pooled() string {
	total := map[string]uint32{}
	each(w.near, func(term string, n uint32) { total[term] += n })
	each(w.own, func(term string, n uint32) { total[term] += ranking.WholeWord * n })
	return strings.Join(repeat(encodeBag(total), ranking.WholeWord, nil), " ")
}
