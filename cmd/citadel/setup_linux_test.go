package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"citadel/connectors/telegram/telegramserver"
)

// sitting is the real program at a pseudo-terminal, and the person in front of it.
type sitting struct {
	t     *testing.T
	pty   *os.File
	cmd   *exec.Cmd
	seen  bytes.Buffer
	at    int // how much of it was waited for
	tty   int
	saved unix.Termios
}

func sit(t *testing.T, environ []string, args ...string) *sitting {
	t.Helper()
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	pty := os.NewFile(uintptr(fd), "/dev/ptmx") // not to be asked for its Fd: reads would have no deadline
	t.Cleanup(func() { _ = pty.Close() })
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}); err != nil {
		t.Fatal(err)
	}
	tty, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tty.Close() })
	saved, err := unix.IoctlGetTermios(int(tty.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	s := &sitting{t: t, pty: pty, tty: int(tty.Fd()), saved: *saved, cmd: exec.CommandContext(t.Context(), os.Args[0], args...)}
	s.cmd.Env = append([]string{"TZ=UTC", "TERM=xterm", asProgram + "=0"}, environ...)
	s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = tty, tty, tty
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return s
}

// until reads what is on the screen up to some words.
func (s *sitting) until(words string) {
	s.t.Helper()
	buf := make([]byte, 4096)
	for {
		if i := strings.Index(s.seen.String()[s.at:], words); i >= 0 {
			s.at += i + len(words)
			return
		}
		n, err := s.pty.Read(buf)
		if err != nil {
			s.t.Fatalf("%q never came: %v\n%s", words, err, s.seen.String())
		}
		s.seen.Write(buf[:n])
	}
}

// blind waits until what is typed does not show.
func (s *sitting) blind() {
	s.t.Helper()
	until(s.t, "what is typed is hidden", func() bool {
		now, err := unix.IoctlGetTermios(s.tty, unix.TCGETS)
		return err == nil && now.Lflag&unix.ECHO == 0
	})
}

func (s *sitting) keys(text string) {
	s.t.Helper()
	if _, err := s.pty.WriteString(text); err != nil {
		s.t.Fatal(err)
	}
}

// ended waits for the end, gives the exit status, and holds that the terminal is as it was.
func (s *sitting) ended() int {
	s.t.Helper()
	_ = s.cmd.Wait() // the status is looked at
	now, err := unix.IoctlGetTermios(s.tty, unix.TCGETS)
	if err != nil || *now != s.saved {
		s.t.Errorf("the terminal is not as it was: %+v, %v", now, err)
	}
	return s.cmd.ProcessState.ExitCode()
}

// At a real terminal a token does not show, and Ctrl-C in the middle of it leaves the
// terminal seeing again.
func TestSetupAtATerminal(t *testing.T) {
	server := &telegramserver.Server{}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	environ := []string{"TELEGRAM_API_URL=" + server.URL}
	home := newHome(t)

	s := sit(t, environ, "--home", home, "setup", "telegram")
	s.until("Token: ")
	s.blind()
	s.keys("42:half")
	s.keys("\x03")
	s.until("Stopped. Nothing was changed.")
	if code := s.ended(); code != 1 {
		t.Errorf("status %d:\n%s", code, s.seen.String())
	}

	s = sit(t, environ, "--home", home, "setup", "telegram")
	s.until("Token: ")
	s.blind()
	s.keys(telegramserver.Token + "\n")
	s.until("Send it this: ")
	s.until("\n")
	seen := s.seen.String()[:s.at]
	server.Say("hello")
	s.until("not the number. Still waiting.")
	server.Say("start " + strings.TrimSpace(seen[strings.LastIndex(seen, ": ")+2:]))
	s.until("I said so there.")
	if code := s.ended(); code != 0 || strings.Contains(s.seen.String(), telegramserver.Token) {
		t.Errorf("status %d:\n%s", code, s.seen.String())
	}

	s = sit(t, environ, "--home", home)
	s.until("> ") // somebody sits there, so the terminal is a place to talk as well
	s.keys("help\r")
	s.until("remember")
	server.Say("help")
	until(t, "it answers there too", func() bool {
		posts := server.Shown(telegramserver.Principal)
		return strings.Contains(posts[len(posts)-1].Text, "remember")
	})
	s.keys("\x04")
	if code := s.ended(); code != 0 {
		t.Errorf("status %d:\n%s", code, s.seen.String())
	}
}
