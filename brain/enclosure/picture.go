package enclosure

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"

	"citadel/brain/phrase"
	"citadel/memory/event"
)

// What of a picture is sent to a model (the vendors' pages, November 2026: at most 5 MB in
// base64 and 8,000 pixels a side at the one, 50 MB a request at the other; both make what is
// larger than about 1,600 pixels smaller themselves).
const (
	MaxSent  = 3_700_000 // bytes, which are 5 MB less a little in base64
	maxSide  = 7_900     // pixels a side that is sent as it is
	sentSide = 1_568     // pixels of the longer side of one that is made smaller
	quality  = 85        // of JPEG
)

// maxPixels is how many pixels a picture may have to be taken apart: it takes four to eight
// bytes of memory for each. A picture says in its first bytes how many it has.
const maxPixels = 32_000_000

// Errors of Fit.
var (
	ErrTooLarge = errors.New("the picture has more pixels than are taken apart")
	ErrBroken   = errors.New("the picture cannot be read")
)

// dimensions are those that the beginning of a picture tells.
func dimensions(mime string, content []byte) (width, height int) {
	var c image.Config
	var err error
	switch mime {
	case "image/png":
		c, err = png.DecodeConfig(bytes.NewReader(content))
	case "image/jpeg":
		c, err = jpeg.DecodeConfig(bytes.NewReader(content))
	case "image/gif":
		c, err = gif.DecodeConfig(bytes.NewReader(content))
	case "image/webp":
		return webp(content)
	}
	if err != nil || c.Width < 0 || c.Height < 0 {
		return 0, 0
	}
	return c.Width, c.Height
}

// webp reads the dimensions of the three kinds of WebP.
func webp(b []byte) (width, height int) {
	if len(b) < 30 {
		return 0, 0
	}
	switch string(b[12:16]) {
	case "VP8X":
		return 1 + int(b[24]) + int(b[25])<<8 + int(b[26])<<16, 1 + int(b[27]) + int(b[28])<<8 + int(b[29])<<16
	case "VP8L":
		n := binary.LittleEndian.Uint32(b[21:])
		return 1 + int(n&0x3FFF), 1 + int(n>>14&0x3FFF)
	case "VP8 ":
		return int(binary.LittleEndian.Uint16(b[26:]) & 0x3FFF), int(binary.LittleEndian.Uint16(b[28:]) & 0x3FFF)
	}
	return 0, 0
}

// Fit gives a picture as a model takes it: as it is, or smaller. The same bytes give the
// same. The error is ErrTooLarge or ErrBroken.
func Fit(content []byte, mime string) (data []byte, as string, err error) {
	w, h := dimensions(mime, content)
	switch {
	case w == 0 || h == 0:
		return nil, "", ErrBroken
	case mime == "image/webp": // nothing here takes one apart
		if len(content) <= MaxSent && w <= maxSide && h <= maxSide {
			return content, mime, nil
		}
		return nil, "", ErrTooLarge
	case int64(w)*int64(h) > maxPixels:
		return nil, "", ErrTooLarge
	}
	m, err := open(content, mime)
	if err != nil { // a model that is sent what is broken answers nothing at all
		return nil, "", err
	}
	if len(content) <= MaxSent && w <= maxSide && h <= maxSide {
		return content, mime, nil
	}
	turned := upright(shrink(m, sentSide), orientation(mime, content))
	var out bytes.Buffer
	if err := jpeg.Encode(&out, turned, &jpeg.Options{Quality: quality}); err != nil {
		return nil, "", fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return out.Bytes(), "image/jpeg", nil
}

// open takes a picture apart. What a decoder trips over is a broken picture.
func open(content []byte, mime string) (m image.Image, err error) {
	defer func() {
		if recover() != nil {
			m, err = nil, ErrBroken
		}
	}()
	switch mime {
	case "image/png":
		m, err = png.Decode(bytes.NewReader(content))
	case "image/jpeg":
		m, err = jpeg.Decode(bytes.NewReader(content))
	case "image/gif":
		m, err = gif.Decode(bytes.NewReader(content)) // the first of its pictures
	default:
		return nil, ErrBroken
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return m, nil
}

// Unfit says why Fit did not give a picture.
func Unfit(err error, k event.Attached) string {
	if errors.Is(err, ErrTooLarge) {
		return fmt.Sprintf("%s by %s pixels in %s are more than I can show a model", phrase.Thousands(k.Width), phrase.Thousands(k.Height), Size(k.Size))
	}
	return "it is damaged"
}
