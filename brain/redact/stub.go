package redact

type Kind string

func (k Kind) String() string { return string(k) }

type Found struct{ Kind Kind }

func Secrets(text string) (string, []Found) { return text, nil }
