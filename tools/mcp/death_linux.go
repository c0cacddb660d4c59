package mcp

import "syscall"

// dieWithUs has a child end when this process does, even if that is killed.
func dieWithUs(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }
