package mcp

import (
	"os"
	"os/exec"
	"syscall"
)

// watchful is what ends a group of processes when its own input ends, and not before.
const watchful = "trap '' TERM; read -r _; kill -KILL 0"

// guard puts a shell into a group of processes that ends all of it when this process is gone, however it went. That a
// child dies with its parent holds for the child alone, and a program such as npx serves by another that it starts.
// Where there is no shell nothing is guarded. What it gives lets the guard go; the group has ended before.
func guard(group int) (release func()) {
	ours, theirs, err := os.Pipe()
	if err != nil {
		return func() {}
	}
	cmd := exec.Command("/bin/sh", "-c", watchful)
	cmd.Env, cmd.Stdin = []string{}, ours
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pgid: group}
	err = cmd.Start()
	_ = ours.Close() // the shell has its own
	return func() {
		_ = theirs.Close() // which alone kept it waiting
		if err == nil {
			_ = cmd.Wait() // it was killed with its group
		}
	}
}
