package mail

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Whatever a mail holds, reading it ends, in text of a bounded length.
func FuzzMail(f *testing.F) {
	f.Add([]byte("From: a@b.example\r\nSubject: =?utf-8?q?x?=\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html; charset=big5\r\nContent-Transfer-Encoding: base64\r\n\r\nPGI+\r\n--b\r\nContent-Disposition: attachment; filename*=utf-8''a%20b\r\n\r\nx\r\n--b--\r\n"))
	f.Add([]byte("Content-Type: text/html\n\n<script><a href=http://x>y</a><ul><li>z"))
	f.Add([]byte("Content-Type: text/plain; charset=nope\nContent-Transfer-Encoding: quoted-printable\n\n=E9=\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c := parse(data)
		if !utf8.ValidString(c.text) || c.left < 0 {
			t.Errorf("%q, %d left", c.text, c.left)
		}
		if asking(c.text) && c.text == "" {
			t.Error("nothing asks something")
		}
		written(data)
		for _, a := range c.attachments {
			if strings.ContainsAny(a, "\r\n") {
				t.Errorf("an attachment on two lines: %q", a)
			}
		}
	})
}

// No address holds more than one, whatever it is written like.
func FuzzAddress(f *testing.F) {
	for _, s := range []string{"a@b.example", "Kim <a@b.example>", "\"a\r\nBcc: x\" <a@b.example>", "a@b.example, c@d.example", "\"> x\"@b.example"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if a, err := address(s); err == nil && (strings.ContainsAny(a.Address, "\r\n <>,;\"") || strings.ContainsAny(a.Name, "\r\n")) {
			t.Errorf("%q gives %q, %q", s, a.Address, a.Name)
		}
	})
}

func FuzzName(f *testing.F) {
	f.Add("1-2-INBOX")
	f.Fuzz(func(t *testing.T, s string) {
		if n, err := readName(s); err == nil {
			if again, err := readName(n.String()); err != nil || again != n {
				t.Errorf("%q gives %v, and that %v", s, n, again)
			}
		}
	})
}
