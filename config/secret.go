package config

import (
	"fmt"
	"log/slog"
)

// Secret is a key that must not be seen. However it is printed, logged or encoded, also
// as a field of something else, it says "(set)" or "(not set)"; only Reveal gives it. The
// zero value is not set.
type Secret struct {
	// A pointer, because fmt prints the fields of a struct that it may not ask, such as an
	// unexported one, by looking into them: of a pointer it shows the address.
	value *string
}

// NewSecret makes a secret of a text; of an empty one, one that is not set.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{&text}
}

// Reveal gives the text: for the client that sends it and nobody else. It is empty where
// nothing is set.
func (s Secret) Reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// Set says whether there is one.
func (s Secret) Set() bool { return s.value != nil }

// Equal says whether both hold the same.
func (s Secret) Equal(other Secret) bool { return s.Reveal() == other.Reveal() }

// String is "(set)" or "(not set)".
func (s Secret) String() string {
	if s.Set() {
		return "(set)"
	}
	return "(not set)"
}

// Format implements fmt.Formatter: the same for every verb.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(s.String())) }

// GoString implements fmt.GoStringer.
func (s Secret) GoString() string { return s.String() }

// MarshalText implements encoding.TextMarshaler, which JSON and YAML follow.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue implements slog.LogValuer.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

var (
	_ fmt.Formatter  = Secret{}
	_ fmt.GoStringer = Secret{}
	_ slog.LogValuer = Secret{}
)
