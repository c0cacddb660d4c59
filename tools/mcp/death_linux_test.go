package mcp

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// A server that does not even look at its input ends when this process is killed, and with it what it started.
func TestAServerDiesWithUs(t *testing.T) {
	keeper := exec.CommandContext(t.Context(), os.Args[0])
	keeper.Env = append(os.Environ(), "KEEPER="+t.TempDir())
	if err := keeper.Start(); err != nil {
		t.Fatal(err)
	}
	var server, child int
	until(t, "the start of a server, and of what it starts", func() bool {
		server = childOf(keeper.Process.Pid, "PEER=parent")
		child = childOf(server, "PEER=silent")
		return server != 0 && child != 0
	})
	t.Cleanup(func() {
		for _, pid := range []int{child, server} {
			if environ, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid)); strings.Contains(string(environ), "PEER=") {
				_ = syscall.Kill(pid, syscall.SIGKILL) // where nobody ended it
			}
		}
	})
	until(t, "the start of who watches over them", func() bool { return guards(server) > 0 })
	if err := keeper.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = keeper.Wait() // it was killed
	awaitEnd(t, server)
	awaitEnd(t, child)
}

// childOf is the process that another started with something in its environment; zero where there is none.
func childOf(pid int, has string) int {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, path := range threads {
		children, _ := os.ReadFile(path)
		for child := range strings.FieldsSeq(string(children)) {
			if environ, _ := os.ReadFile("/proc/" + child + "/environ"); strings.Contains(string(environ), has) {
				n, _ := strconv.Atoi(child)
				return n
			}
		}
	}
	return 0
}

// guards is how many shells are in a group of processes.
func guards(group int) (n int) {
	all, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range all {
		stat, _ := os.ReadFile(path)
		_, rest, _ := strings.Cut(string(stat), ") ")
		if fields := strings.Fields(rest); len(fields) > 2 && fields[2] == strconv.Itoa(group) && strings.Contains(string(stat), "(sh)") {
			n++
		}
	}
	return n
}
