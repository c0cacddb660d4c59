package console_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/console"

	"golang.org/x/sys/unix"
)

// The real line editor on a real terminal: this test binary runs itself as the
// child at the other end of a pseudo-terminal and plays the person.
const childEnv = "CONSOLE_TEST_CHILD"

// runChild echoes, and says something unasked at a signal.
func runChild() {
	c := &console.Console{
		In: os.Stdin, Out: os.Stdout, Terminal: true, Session: "s", Now: time.Now,
		Width: func() int { return 60 }, History: func() []string { return []string{"from history"} },
	}
	ctx := context.Background()
	say := func(p connectors.Post) {
		p.Place = console.Here()
		if _, err := c.Send(ctx, p); err != nil {
			fmt.Println("SEND", err)
		}
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1)
	go func() {
		for range signals {
			say(connectors.Post{Text: "unasked"})
		}
	}()
	err := c.Run(ctx, "", func(_ context.Context, e connectors.Event) error {
		a := connectors.Answer{To: e.ID()}
		go func() {
			say(connectors.Post{Text: fmt.Sprintf("heard %q", e.Text), Handle: "m5", Answers: &a})
			_ = c.Finished(ctx, a)
		}()
		return nil
	})
	fmt.Println("RAN", err)
}

// screen collects what the child writes and lets a test wait for words.
type screen struct {
	t    *testing.T
	pty  *os.File
	seen bytes.Buffer
	at   int // how much of it was waited for
}

func (s *screen) until(words string) {
	s.t.Helper()
	buf := make([]byte, 4096)
	for {
		if i := strings.Index(s.seen.String()[s.at:], words); i >= 0 {
			s.at += i + len(words)
			return
		}
		n, err := s.pty.Read(buf)
		s.seen.Write(buf[:n])
		if err != nil {
			s.t.Fatalf("terminal ended (%v) before %q; it showed %q", err, words, s.seen.String())
		}
	}
}

// prompt waits until the editor has drawn its line and shows the cursor.
func (s *screen) prompt() {
	s.t.Helper()
	s.until("\x1b[?25h")
}

func (s *screen) keys(k string) {
	s.t.Helper()
	if _, err := s.pty.WriteString(k); err != nil {
		s.t.Fatal(err)
	}
}

func startPTY(t *testing.T) (*screen, *exec.Cmd) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	t.Cleanup(func() { master.Close() })
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(int(master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}); err != nil {
		t.Fatal(err)
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	defer slave.Close()
	// Nobody answers here when the editor asks where the cursor is.
	inputrc := filepath.Join(t.TempDir(), "inputrc")
	if err := os.WriteFile(inputrc, []byte("set cursor-position-probe off\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"=1", "TERM=xterm", "INPUTRC="+inputrc, "HOME="+t.TempDir())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return &screen{t: t, pty: master}, cmd
}

func TestPseudoTerminal(t *testing.T) {
	s, cmd := startPTY(t)
	s.prompt()
	s.keys("hello\r")
	s.until(`heard "hello"  #5`)
	s.prompt()
	s.keys("\x1b[200~two\rlines\x1b[201~")
	s.until("lines")
	s.keys("\r")
	s.until(`heard "two\nlines"`)
	s.prompt()
	s.keys("half a li")
	s.until("half a li")
	s.prompt()
	if err := cmd.Process.Signal(syscall.SIGUSR1); err != nil {
		t.Fatal(err)
	}
	s.until("unasked")
	s.until("half a li")
	s.prompt()
	s.keys("ne")
	s.until("half a line")
	s.prompt()
	s.keys("\r")
	s.until(`heard "half a line"`)
	s.prompt()
	s.keys("\x1b[A\x1b[A\x1b[A\x1b[A")
	s.until("from history")
	s.prompt()
	s.keys("\x15")
	s.prompt()
	s.keys("\x03")
	s.until("leaves")
	s.prompt()
	s.keys("\x04")
	s.until("RAN <nil>")
	if err := cmd.Wait(); err != nil {
		t.Errorf("child: %v", err)
	}
}
