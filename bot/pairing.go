package bot

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"citadel/memory/event"
)

// Pairing is a code that links one account, as it lies in the home: its hash, never itself.
// Whoever runs "citadel link" writes it, also while another process talks; that one reads
// it when somebody sends a code.
type Pairing struct {
	Code     string         `json:"code_sha256"`        // hex, of the code without its dashes
	Expires  time.Time      `json:"expires"`            // it does not count from then on
	Audience event.Audience `json:"audience,omitempty"` // who else can read the conversation; empty: the person is asked
	Reopened string         `json:"reopened,omitempty"` // a mark of its own each time the host allows codes again
}

// PairingName is the file's name in the home.
const PairingName = "pairing.json"

// codeFor is how long a code counts (TRUST, Taking over a chat account).
const codeFor = 10 * time.Minute

// Codes are of Crockford's alphabet, in which nothing looks like anything else: twelve
// characters of five bits, in groups of four.
const (
	codeAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	codeLength   = 12
	codeGroup    = 4
)

// maxPairing is the most that is read of the file, in bytes.
const maxPairing = 4 << 10

// NewPairing makes a code and what is kept of it. reopen lets codes count again that are
// refused after too many wrong ones. The error is that of random.
func NewPairing(random io.Reader, now time.Time, audience event.Audience, reopen bool) (code string, p Pairing, err error) {
	for !strings.ContainsAny(code, "0123456789") { // or it might be taken for words
		var raw [codeLength]byte
		if _, err := io.ReadFull(random, raw[:]); err != nil {
			return "", p, fmt.Errorf("make a code: %w", err)
		}
		code = ""
		for i, b := range raw {
			if i > 0 && i%codeGroup == 0 {
				code += "-"
			}
			code += string(codeAlphabet[b%byte(len(codeAlphabet))]) // 256 is a multiple of 32
		}
	}
	p = Pairing{Code: hashCode(plainCode(code)), Expires: now.Add(codeFor), Audience: audience}
	if reopen {
		var mark [8]byte
		if _, err := io.ReadFull(random, mark[:]); err != nil {
			return "", p, fmt.Errorf("make a code: %w", err)
		}
		p.Reopened = hex.EncodeToString(mark[:])
	}
	return code, p, nil
}

// Write puts it into a home, instead of the one before, whole or not at all. That codes
// count again is not lost with the code it came with.
func (p Pairing) Write(home string) error {
	if old, err := ReadPairing(home); err == nil && p.Reopened == "" {
		p.Reopened = old.Reopened
	}
	body, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("write the code: %w", err)
	}
	f, err := os.CreateTemp(home, "."+PairingName+"-*") // readable by its owner only
	if err != nil {
		return fmt.Errorf("write the code: %w", err)
	}
	_, err = f.Write(body)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(home, PairingName))
	}
	if err != nil {
		return fmt.Errorf("write the code: %w", errors.Join(err, os.Remove(f.Name())))
	}
	return nil
}

// ReadPairing reads what lies in a home; the zero Pairing if there is none.
func ReadPairing(home string) (p Pairing, err error) {
	f, err := os.Open(filepath.Join(home, PairingName))
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return p, fmt.Errorf("read the code: %w", err)
	}
	defer f.Close()
	body, err := io.ReadAll(io.LimitReader(f, maxPairing+1))
	switch {
	case err != nil:
		return p, fmt.Errorf("read the code: %w", err)
	case len(body) > maxPairing:
		return p, fmt.Errorf("read the code: %s is longer than %d bytes", PairingName, maxPairing)
	}
	if err := json.Unmarshal(body, &p); err != nil {
		return Pairing{}, fmt.Errorf("read the code: %w", err)
	}
	switch p.Audience {
	case "", event.Private, event.Work:
		return p, nil
	}
	return Pairing{}, fmt.Errorf("read the code: %q is nobody who can read a direct conversation", p.Audience)
}

// opens says whether a code is the one, at a moment. How long it takes tells nothing of the
// code.
func (p Pairing) opens(code string, now time.Time) bool {
	fits := p.is(code)
	return fits && now.Before(p.Expires) && !now.Before(p.Expires.Add(-codeFor))
}

func (p Pairing) is(code string) bool {
	return subtle.ConstantTimeCompare([]byte(hashCode(code)), []byte(p.Code)) == 1
}

func hashCode(plain string) string {
	sum := sha256.Sum256([]byte(plain))
	return hex.EncodeToString(sum[:])
}

// plainCode is a code as it is compared: capitals, nothing between, and what is commonly
// misread as what it was.
func plainCode(typed string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '-' || r == ' ':
			return -1
		case r == 'O':
			return '0'
		case r == 'I' || r == 'L':
			return '1'
		}
		return r
	}, strings.ToUpper(typed))
}
