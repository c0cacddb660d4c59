package console

import "strings"

// maxHistory is how many messages can be brought back.
const maxHistory = 1000

// history is what was said before, oldest first, and where in it a person looks.
type history struct {
	said  []string
	back  int    // how far: 0 is the draft itself
	draft string // what was being typed when they began to look
}

// add notes a message, unless it is blank or was said just before.
func (h *history) add(text string) {
	if strings.TrimSpace(text) == "" || len(text) > maxLine || len(h.said) > 0 && h.said[len(h.said)-1] == text {
		return
	}
	if len(h.said) == maxHistory {
		h.said = append(h.said[:0], h.said[1:]...)
	}
	h.said = append(h.said, text)
}

func (h *history) older(d *draft) {
	if h.back == len(h.said) {
		return
	}
	if h.back == 0 {
		h.draft = string(d.text)
	}
	h.back++
	d.set(h.said[len(h.said)-h.back])
}

func (h *history) newer(d *draft) {
	switch h.back {
	case 0:
		return
	case 1:
		h.back = 0
		d.set(h.draft)
	default:
		h.back--
		d.set(h.said[len(h.said)-h.back])
	}
}
