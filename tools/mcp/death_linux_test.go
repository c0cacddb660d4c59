package mcp

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A server that does not even look at its input ends when this process is killed.
func TestAServerDiesWithUs(t *testing.T) {
	keeper := exec.CommandContext(t.Context(), os.Args[0])
	keeper.Env = append(os.Environ(), "KEEPER="+t.TempDir())
	if err := keeper.Start(); err != nil {
		t.Fatal(err)
	}
	var server int
	until(t, "the start of a server", func() bool {
		threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", keeper.Process.Pid))
		for _, path := range threads {
			children, _ := os.ReadFile(path)
			for child := range strings.FieldsSeq(string(children)) {
				server, _ = strconv.Atoi(child)
			}
		}
		environ, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", server))
		return strings.Contains(string(environ), "PEER=silent") // it has become the server
	})
	if err := keeper.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = keeper.Wait() // it was killed
	awaitEnd(t, server)
}
