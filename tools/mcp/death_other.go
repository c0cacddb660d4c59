//go:build !linux

package mcp

import "syscall"

// dieWithUs does nothing: elsewhere a child ends when its input does, if it is well made.
func dieWithUs(*syscall.SysProcAttr) {}
