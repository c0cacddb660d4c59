package enclosure

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
)

// shrink makes a picture so small that its longer side has at most so many pixels, on white:
// each pixel is the mean of those that it stands for.
func shrink(m image.Image, most int) *image.RGBA {
	b := m.Bounds()
	w, h := b.Dx(), b.Dy()
	if longer := max(w, h); longer > most {
		w, h = max(1, w*most/longer), max(1, h*most/longer)
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	// A stretch of rows at a time: all of a large picture would be laid out in memory twice.
	rows := image.NewRGBA(image.Rect(0, 0, b.Dx(), (b.Dy()+h-1)/h+1))
	for y := range h {
		from, to := stretch(y, h, b.Dy())
		strip := rows.SubImage(image.Rect(0, 0, b.Dx(), to-from)).(*image.RGBA)
		draw.Draw(strip, strip.Bounds(), image.White, image.Point{}, draw.Src)
		draw.Draw(strip, strip.Bounds(), m, image.Pt(b.Min.X, b.Min.Y+from), draw.Over)
		for x := range w {
			left, right := stretch(x, w, b.Dx())
			out.SetRGBA(x, y, mean(strip, left, right, to-from))
		}
	}
	return out
}

// stretch is what of a side of so many pixels the i-th of n stands for: at least one.
func stretch(i, n, of int) (from, to int) {
	from = i * of / n
	return from, max((i+1)*of/n, from+1)
}

// mean is the colour of some columns of a strip.
func mean(strip *image.RGBA, left, right, rows int) color.RGBA {
	var r, g, b, n int
	for y := range rows {
		for at := y*strip.Stride + 4*left; at < y*strip.Stride+4*right; at += 4 {
			r, g, b, n = r+int(strip.Pix[at]), g+int(strip.Pix[at+1]), b+int(strip.Pix[at+2]), n+1
		}
	}
	return color.RGBA{uint8(r / n), uint8(g / n), uint8(b / n), 0xFF}
}

// upright turns a picture the way a camera says that it was held: what is sent says it no
// more. The numbers are those of EXIF; any but 2 to 8 is as it should be.
func upright(m *image.RGBA, held int) *image.RGBA {
	if held < 2 || held > 8 {
		return m
	}
	w, h := m.Bounds().Dx(), m.Bounds().Dy()
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	if held >= 5 {
		out = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			tx, ty := x, y
			switch held {
			case 2:
				tx = w - 1 - x
			case 3:
				tx, ty = w-1-x, h-1-y
			case 4:
				ty = h - 1 - y
			case 5:
				tx, ty = y, x
			case 6:
				tx, ty = h-1-y, x
			case 7:
				tx, ty = h-1-y, w-1-x
			case 8:
				tx, ty = y, w-1-x
			}
			out.SetRGBA(tx, ty, m.RGBAAt(x, y))
		}
	}
	return out
}

// orientation is how the camera was held, from the EXIF of a JPEG; 0 where it does not say.
func orientation(mime string, b []byte) int {
	if mime != "image/jpeg" {
		return 0
	}
	for at := 2; at+4 <= len(b) && b[at] == 0xFF; {
		size := int(binary.BigEndian.Uint16(b[at+2:]))
		if b[at+1] == 0xDA || size < 2 || at+2+size > len(b) { // the picture itself begins
			return 0
		}
		if part := b[at+4 : at+2+size]; b[at+1] == 0xE1 && len(part) > 14 && string(part[:6]) == "Exif\x00\x00" {
			return held(part[6:])
		}
		at += 2 + size
	}
	return 0
}

// held reads the first directory of a TIFF header.
func held(b []byte) int {
	var order binary.ByteOrder = binary.BigEndian
	if string(b[:2]) == "II" {
		order = binary.LittleEndian
	}
	at := uint64(order.Uint32(b[4:]))
	if at+2 > uint64(len(b)) {
		return 0
	}
	entries := uint64(order.Uint16(b[at:]))
	for i := range entries {
		e := at + 2 + 12*i
		if e+12 > uint64(len(b)) {
			return 0
		}
		if order.Uint16(b[e:]) == 0x0112 {
			return int(order.Uint16(b[e+8:]))
		}
	}
	return 0
}
