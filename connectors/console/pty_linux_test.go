package console_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/console"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// The real line editor on a real terminal: this test binary runs itself as the
// child at the other end of a pseudo-terminal and plays the person.
const childEnv = "CONSOLE_TEST_CHILD"

// patience is after how long a child that does not show what a test waits for is ended, so that
// the test says what it showed instead.
const patience = 3 * time.Minute

// runChild echoes and notes each text as a JSON string in the file that childEnv
// names. At SIGUSR1 it says something unasked, once the turns before are over; at SIGTERM its
// context ends. "stream" it answers word by word, and leaves off at "stop".
func runChild() {
	heard, err := os.OpenFile(os.Getenv(childEnv), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		fmt.Println("HEARD", err)
		return
	}
	defer heard.Close()
	enc := json.NewEncoder(heard)
	c := &console.Console{
		In: os.Stdin, Out: os.Stdout, Terminal: true, Session: "s", Now: time.Now,
		Width: func() int { w, _, _ := term.GetSize(int(os.Stdout.Fd())); return min(w, 60) }, History: func() []string { return []string{"from history"} },
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	say := func(p connectors.Post) {
		p.Place = console.Here()
		if _, err := c.Send(ctx, p); err != nil {
			fmt.Println("SEND", err)
		}
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1)
	turns := make(chan func(), len(hardTexts)+64)
	go func() {
		for {
			select {
			case turn := <-turns:
				turn()
			case <-signals:
				for len(turns) > 0 {
					(<-turns)()
				}
				say(connectors.Post{Text: "unasked"})
			}
		}
	}()
	stopped := make(chan struct{})
	stream := func(e connectors.Event) {
		a := connectors.Answer{To: e.ID(), Turn: 7}
		for i := range streamed {
			d := connectors.Draft{Place: console.Here(), Turn: 7, Answers: &a, Text: streamed[:i]}
			if err := c.Draft(ctx, d); err != nil {
				fmt.Println("DRAFT", err)
			}
		}
		<-stopped
		say(connectors.Post{Text: streamed + "\n\nStopped here.", Handle: "m8", Answers: &a})
		_ = c.Finished(ctx, a)
	}
	err = c.Run(ctx, "", func(_ context.Context, e connectors.Event) error {
		if err := enc.Encode(e.Text); err != nil {
			return err
		}
		a := connectors.Answer{To: e.ID()}
		switch e.Text {
		case "stream":
			go stream(e)
			return nil
		case "stop":
			close(stopped)
			return c.Finished(ctx, a)
		}
		turns <- func() {
			say(connectors.Post{Text: fmt.Sprintf("heard %q", e.Text), Handle: "m5", Answers: &a})
			_ = c.Finished(ctx, a)
		}
		return nil
	})
	fmt.Println("RAN", err)
}

// streamed is what the child writes word by word; its last letter comes at the end.
const streamed = "**Two things are due this week:**\n\n- the draft for Priya, [Fri 20 Nov](src:m4), 漢字\n- `freight`."

// screen collects what the child writes and lets a test wait for words.
type screen struct {
	t     *testing.T
	pty   *os.File
	seen  bytes.Buffer
	at    int // how much of it was waited for
	glass *glass
	drawn int // how much of it is on the glass

	child *exec.Cmd
	heard string // file
	saved unix.Termios
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

// shows waits until these are the last rows on the screen.
func (s *screen) shows(rows ...string) {
	s.t.Helper()
	buf := make([]byte, 4096)
	for {
		if _, err := s.glass.Write(s.seen.Bytes()[s.drawn:]); err != nil {
			s.t.Fatal(err)
		}
		s.drawn = s.seen.Len()
		got := s.glass.screen()
		if len(got) >= len(rows) && slices.Equal(got[len(got)-len(rows):], rows) {
			return
		}
		n, err := s.pty.Read(buf)
		s.seen.Write(buf[:n])
		if err != nil {
			s.t.Fatalf("terminal ended (%v); it shows\n%s\nwant\n%s", err, strings.Join(got, "\n"), strings.Join(rows, "\n"))
		}
	}
}

// resize makes the terminal as wide as that; the child must be at rest.
func (s *screen) resize(width int) {
	s.t.Helper()
	if err := unix.IoctlSetWinsize(int(s.pty.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: uint16(width)}); err != nil {
		s.t.Fatal(err)
	}
	s.glass.resize(width)
}

// prompt waits until the editor has drawn its line.
func (s *screen) prompt() {
	s.t.Helper()
	s.until("> ")
}

func (s *screen) keys(k string) {
	s.t.Helper()
	if _, err := s.pty.WriteString(k); err != nil {
		s.t.Fatal(err)
	}
}

// unasked makes the child say something above what is typed.
func (s *screen) unasked(typed string) {
	s.t.Helper()
	if err := s.child.Process.Signal(syscall.SIGUSR1); err != nil {
		s.t.Fatal(err)
	}
	s.until("\r\x1b[Junasked\r\n\r\n> " + typed)
}

func startPTY(t *testing.T) *screen {
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
	saved, err := unix.IoctlGetTermios(int(master.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	heard := filepath.Join(t.TempDir(), "heard")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+heard, "TERM=xterm")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return &screen{t: t, pty: master, child: cmd, heard: heard, saved: *saved, glass: newGlass(80, 24)}
}

// ended waits for the child and checks what it heard and that it gave the
// terminal back.
func (s *screen) ended(why string, want ...string) {
	s.t.Helper()
	s.until("RAN " + why)
	if err := s.child.Wait(); err != nil {
		s.t.Errorf("child: %v", err)
	}
	now, err := unix.IoctlGetTermios(int(s.pty.Fd()), unix.TCGETS)
	if err != nil {
		s.t.Fatal(err)
	}
	if diff := cmp.Diff(s.saved, *now); diff != "" {
		s.t.Errorf("terminal not as before (-want +got)\n%s", diff)
	}
	file, err := os.Open(s.heard)
	if err != nil {
		s.t.Fatal(err)
	}
	defer file.Close()
	var got []string
	for dec := json.NewDecoder(file); ; {
		var text string
		if err := dec.Decode(&text); err != nil {
			break
		}
		got = append(got, text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		s.t.Errorf("heard (-want +got)\n%s", diff)
	}
}

func TestPseudoTerminal(t *testing.T) {
	s := startPTY(t)
	s.prompt()
	s.keys("hello\r")
	s.until(`heard "hello"  #5`)
	s.prompt()
	s.keys("\x1b[200~two\rmore\rlines\x1b[201~")
	s.until("lines")
	s.keys("\r")
	s.until(`heard "two\nmore\nlines"`)
	s.prompt()
	s.keys("half a li")
	s.until("half a li")
	s.unasked("half a li")
	s.keys("ne\r")
	s.until(`heard "half a line"`)
	s.prompt()
	s.unasked("") // no turn is open any more: Ctrl-C would end that
	s.keys("\x1b[A\x1b[A\x1b[A\x1b[A")
	s.until("from history")
	s.keys("\x15\x03")
	s.until("leaves")
	s.prompt()
	s.keys("\x04")
	s.ended("<nil>", "hello", "two\nmore\nlines", "half a line")
}

// An answer that is being written stands above the line being typed; a line is taken at
// once, and Ctrl-C ends the answer, which stands there whole and with its number then.
func TestPseudoTerminalShowsAnAnswerGrow(t *testing.T) {
	s := startPTY(t)
	s.shows(">")
	s.keys("stream\r")
	growing := []string{"Two things are due this week:", "", "• the draft for Priya, Fri 20 Nov, 漢字", "• `freight`", ""}
	s.shows(append([]string{"> stream"}, append(growing, ">")...)...)
	s.keys("and w")
	s.shows(append([]string{"> stream"}, append(growing, "> and w")...)...)
	s.keys("hen?\r")
	s.shows(append([]string{"> stream", "> and when?", `heard "and when?"  #5`, ""}, append(growing, ">")...)...)
	s.resize(30)
	s.keys("x")
	s.shows(`heard "and when?"  #5`, "", "Two things are due this week:", "", "• the draft for Priya, Fri 20", "Nov, 漢字", "• `freight`", "", "> x")
	s.resize(80)
	s.keys("\x03")
	s.shows("> stream", "> and when?", `heard "and when?"  #5`, "", "> x",
		"Two things are due this week:", "", "• the draft for Priya, Fri 20 Nov, 漢字", "• `freight`.", "", "Stopped here.  #8", "", ">")
	s.keys("\x04")
	s.ended("<nil>", "stream", "and when?", "stop")
}

// Who leaves while an answer is written sees no half of it: it is said whole, or again later.
func TestPseudoTerminalTakesBackWhatIsNotSettled(t *testing.T) {
	s := startPTY(t)
	s.shows(">")
	s.keys("stream\r")
	s.shows("• `freight`", "", ">")
	s.keys("\x04")
	s.shows("> stream", ">", "RAN <nil>", "")
	s.ended("", "stream")
}

func TestPseudoTerminalKeepsEveryByte(t *testing.T) {
	want := slices.Clone(hardTexts)
	for i := range 40 {
		want = append(want, fmt.Sprintf("line %d of many: %s", i, hardTexts[i%len(hardTexts)]))
	}
	s := startPTY(t)
	s.prompt()
	written := make(chan error, 1)
	go func() {
		_, err := s.pty.WriteString(strings.Join(want, "\r") + "\r\x04")
		written <- err
	}()
	s.ended("<nil>", want...)
	if err := <-written; err != nil {
		t.Fatal(err)
	}
}

func TestPseudoTerminalLeavesAtControlCTwice(t *testing.T) {
	s := startPTY(t)
	s.prompt()
	s.keys("half\x03")
	s.until("leaves")
	s.keys("\x03")
	s.ended("<nil>")
}

func TestPseudoTerminalEndsWithItsContext(t *testing.T) {
	s := startPTY(t)
	s.prompt()
	s.keys("half")
	s.until("half")
	if err := s.child.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	s.ended("context canceled")
}
