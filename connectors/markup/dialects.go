package markup

import "strings"

// Plain is text for a pipe, read by a person or a program: bold and italic
// markers are dropped, list bullets, numbers, quote marks and the backticks
// around things to type stay, code blocks are indented by four spaces. So it is
// CommonMark again wherever it could matter. Links show their address behind
// the label; nothing is wrapped.
func Plain() Dialect {
	return Dialect{
		Code:        Marks{"`", "`"},
		Handle:      Marks{"`", "`"},
		BlockIndent: "    ",
		QuoteLine:   "> ",
		Bullet:      "- ",
		Rule:        "---",
		Link:        addressBehind,
	}
}

// Terminal is text for a person at a terminal of width columns (0: unknown, no
// wrapping). With colour, bold is bold, things to type are cyan, handles,
// addresses and the bar of a quote are dim. Without (NO_COLOR, a dumb terminal)
// it writes no escape sequence at all, and things to type keep their backticks.
func Terminal(width int, colour bool) Dialect {
	d := Plain()
	d.Width = width
	d.Bullet = "• "
	d.Rule = strings.Repeat("─", 8)
	d.QuoteLine = "│ "
	if !colour {
		return d
	}
	d.Bold = Marks{"\x1b[1m", "\x1b[22m"}
	d.Italic = Marks{"\x1b[3m", "\x1b[23m"}
	d.Code = Marks{"\x1b[36m", "\x1b[39m"}
	d.Handle = Marks{dim, undim}
	d.QuoteLine = Dim("│ ")
	d.Address = Marks{dim, undim}
	return d
}

const dim, undim = "\x1b[2m", "\x1b[22m"

// Dim sets text, which must be clean, in a terminal's faint style.
func Dim(text string) string { return dim + text + undim }

// addressBehind writes "label (address)", and a label that is its own address
// alone.
func addressBehind(label, url string) (before, after string) {
	if url == label || url == "mailto:"+label {
		return "", ""
	}
	return "", " (" + url + ")"
}
