package tools

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// Digest names a call: hex SHA-256, the same for two calls of a tool that differ in nothing but
// the spacing and the order of their arguments. Numbers are compared as they are written, so that
// two beyond 2^53 stay two.
func Digest(tool string, args json.RawMessage) string {
	canonical := []byte(args)
	d := json.NewDecoder(bytes.NewReader(args))
	d.UseNumber()
	var v any
	if d.Decode(&v) == nil {
		if b, err := json.Marshal(v); err == nil {
			canonical = b
		}
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d:%s%s", len(tool), tool, canonical))
	return hex.EncodeToString(sum[:])
}

// Ours is what Described gives of every tool of our own.
const Ours = "ours"

// Described tells apart what a tool of others says of itself and may change: hex SHA-256. Whoever allowed it, or a call
// of it, has allowed what it was then; a server can give the same name to something else.
func Described(t Tool) string {
	if t.Server == "" && !t.Foreign {
		return Ours
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d:%s%d:%s%d:%d", len(t.Description), t.Description, len(t.Params), t.Params, t.Class, t.Stakes))
	return hex.EncodeToString(sum[:])
}
