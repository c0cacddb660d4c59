package mcp

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// kept is a list of tools in a file.
type kept struct {
	Of    string      `json:"of"` // which server, as the settings reach it
	Tools []*sdk.Tool `json:"tools"`
}

// errOther: the list is that of another server.
var errOther = errors.New("it is of a server that was reached in another way")

// of tells servers apart that have had the same name.
func of(s Server) string {
	b, _ := json.Marshal([]any{s.Command, s.Args, s.URL}) // texts are always JSON
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// readKept reads the list that a server gave when it was last asked.
func readKept(path string, s Server) ([]*sdk.Tool, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxKept+1))
	if err != nil {
		return nil, err
	}
	return parseKept(b, s)
}

func parseKept(b []byte, s Server) ([]*sdk.Tool, error) {
	if len(b) > maxKept {
		return nil, fmt.Errorf("it is longer than %d MiB", maxKept>>20)
	}
	var k kept
	if err := json.Unmarshal(b, &k); err != nil {
		return nil, err
	}
	if k.Of != of(s) {
		return nil, errOther
	}
	return k.Tools, nil
}

// writeKept keeps a list, unless that is what the file says already. Who reads it meanwhile has one
// list or the other.
func writeKept(path string, s Server, all []*sdk.Tool) error {
	b, err := json.Marshal(kept{of(s), all})
	if err != nil || len(b) > maxKept {
		return err // one that is too long is asked for at each start
	}
	if before, err := os.ReadFile(path); err == nil && bytes.Equal(before, b) {
		return nil
	}
	return replace(path, b)
}

// replace puts a file in the place of another one, for the owner alone. Who reads it meanwhile has
// one or the other.
func replace(path string, b []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // what is left of it helps nobody
	}
	return err
}
