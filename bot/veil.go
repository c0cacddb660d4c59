package bot

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// veilLength is how many bytes of chance the key of the hashes has.
const veilLength = 32

// veil gives the key under which accounts of strangers are hashed. It is made when the first
// is needed and is the same ever after: it stands in the ledger, so that "skip me" outlives
// every file that is made from that.
func (b *Bot) veil(ctx context.Context) ([]byte, error) {
	if key := b.veiled(); key != nil {
		return key, nil
	}
	random := b.Random
	if random == nil {
		random = rand.Reader
	}
	var key [veilLength]byte
	if _, err := io.ReadFull(random, key[:]); err != nil {
		return nil, fmt.Errorf("bot: make a key: %w", err)
	}
	entry := b.Pens.Write(event.Veiled{Key: hex.EncodeToString(key[:])})
	entry.Key = "veil"
	if _, err := b.Mind.Record(ctx, entry); err != nil && !errors.Is(err, ledger.ErrDuplicate) {
		return nil, fmt.Errorf("bot: keep a key: %w", err)
	}
	return b.veiled(), nil
}

// veiled is the key as it is known; nil where none was needed yet.
func (b *Bot) veiled() (key []byte) {
	var kept string
	b.Mind.Read(func(v memory.View) { kept = v.Accounts.Veil })
	if kept != "" {
		key, _ = hex.DecodeString(kept) // what we wrote
	}
	return key
}

// hashOf stands for an account of which nothing may be kept; with a day it changes with it.
func (b *Bot) hashOf(ctx context.Context, p connectors.Person, day string) (string, error) {
	key, err := b.veil(ctx)
	return hashed(key, p.Platform, p.Account, p.ID, day), err
}

// strangeKey is the key of a stranger's event: the platform's own may name him.
func (b *Bot) strangeKey(ctx context.Context, c connectors.Connector, e connectors.Event) (string, error) {
	key, err := b.veil(ctx)
	return "in/" + c.Name() + "/veiled/" + hashed(key, e.Key), err
}

// hashed hashes words under a key, each told from the next.
func hashed(key []byte, words ...string) string {
	h := hmac.New(sha256.New, key)
	for _, w := range words {
		h.Write([]byte(strconv.Quote(w)))
	}
	return hex.EncodeToString(h.Sum(nil))
}
