package host_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"citadel/cmd/internal/host"
	"citadel/memory"
	"citadel/memory/ledger/sqlite"
)

// released builds the program as it is released: static and stripped.
func released(b *testing.B) string {
	b.Helper()
	binary := filepath.Join(b.TempDir(), "citadel")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", binary, "citadel/cmd/citadel")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return binary
}

// launched is a running program at the other end of a pipe or a terminal.
type launched struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	began time.Time
}

func piped(b *testing.B, binary, home string) *launched {
	b.Helper()
	l := &launched{cmd: exec.Command(binary, "--home", home, "chat", "--json")}
	l.cmd.Env = []string{"TZ=UTC"}
	in, err := l.cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := l.cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	l.in, l.out, l.began = in, bufio.NewReader(out), time.Now()
	if err := l.cmd.Start(); err != nil {
		b.Fatal(err)
	}
	return l
}

// ask says a line and gives the answer.
func (l *launched) ask(b *testing.B, line string) string {
	b.Helper()
	if _, err := fmt.Fprintln(l.in, line); err != nil {
		b.Fatal(err)
	}
	for {
		text, err := l.out.ReadBytes('\n')
		if err != nil {
			b.Fatalf("no answer to %q: %v", line, err)
		}
		if text = bytes.TrimSpace(text); len(text) == 0 {
			continue // what follows an answer
		}
		var answer struct {
			Line int
			Text string
		}
		if err := json.Unmarshal(text, &answer); err != nil {
			b.Fatalf("%s: %v", text, err)
		}
		if answer.Line > 0 { // else it was said unasked
			return answer.Text
		}
	}
}

func (l *launched) leave(b *testing.B) {
	b.Helper()
	if err := l.in.Close(); err != nil {
		b.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, l.out); err != nil {
		b.Fatal(err)
	}
	if err := l.cmd.Wait(); err != nil {
		b.Fatal(err)
	}
}

// memory reports what the process holds, in MB. "own" is what it has made and nobody else
// can use: heap, stacks, tables that were written to. "private" adds the pages of the
// program's file that this process alone has mapped, which the kernel may drop at any time
// and a second citadel shares. "resident" is everything.
func (l *launched) memory(b *testing.B) {
	b.Helper()
	rollup, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", l.cmd.Process.Pid))
	if err != nil {
		b.Fatal(err)
	}
	sum := map[string]float64{"own-MB": 0, "private-MB": 0, "resident-MB": 0}
	for line := range strings.Lines(string(rollup)) {
		f := strings.Fields(line)
		if len(f) != 3 {
			continue // the line of addresses
		}
		name := map[string]string{
			"Anonymous:": "own-MB", "Private_Clean:": "private-MB", "Private_Dirty:": "private-MB", "Rss:": "resident-MB",
		}[f[0]]
		if name == "" {
			continue
		}
		kb, err := strconv.ParseFloat(f[1], 64)
		if err != nil {
			b.Fatalf("%s: %v", line, err)
		}
		sum[name] += kb / 1024
	}
	for name, mb := range sum {
		b.ReportMetric(mb, name)
	}
}

// idleFor is after how long a process that does nothing is called idle.
const idleFor = 2 * time.Second

// BenchmarkStart is what the program costs before anything is remembered: from starting
// the process to the first line's answer on a pipe, or to the prompt of a terminal, each
// in a fresh home; and the memory of the one at the prompt after two seconds of nothing.
func BenchmarkStart(b *testing.B) {
	binary := released(b)
	if info, err := os.Stat(binary); err == nil {
		defer func() { b.ReportMetric(float64(info.Size())/(1<<20), "binary-MB") }()
	}
	b.Run("pipe", func(b *testing.B) {
		var took []time.Duration
		for b.Loop() {
			l := piped(b, binary, filepath.Join(b.TempDir(), "home"))
			l.ask(b, "loops")
			took = append(took, time.Since(l.began))
			b.StopTimer()
			l.leave(b)
			b.StartTimer()
		}
		report(b, took)
	})
	b.Run("terminal", func(b *testing.B) {
		var took []time.Duration
		var last *launched
		for b.Loop() {
			b.StopTimer()
			if last != nil {
				last.quit(b)
			}
			b.StartTimer()
			last = inTerminal(b, binary, filepath.Join(b.TempDir(), "home"))
			took = append(took, time.Since(last.began))
		}
		report(b, took)
		time.Sleep(idleFor)
		last.memory(b)
		last.quit(b)
	})
}

// inTerminal starts the program on a pseudo-terminal and waits for the prompt.
func inTerminal(b *testing.B, binary, home string) *launched {
	b.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		b.Skipf("no pseudo-terminals here: %v", err)
	}
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		b.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		b.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(int(master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}); err != nil {
		b.Fatal(err)
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		b.Skipf("no pseudo-terminals here: %v", err)
	}
	defer slave.Close()
	l := &launched{cmd: exec.Command(binary, "--home", home), in: master, out: bufio.NewReader(master)}
	l.cmd.Env = []string{"TZ=UTC", "TERM=xterm"}
	l.cmd.Stdin, l.cmd.Stdout, l.cmd.Stderr = slave, slave, slave
	l.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	l.began = time.Now()
	if err := l.cmd.Start(); err != nil {
		b.Fatal(err)
	}
	l.until(b, "\x1b[?2004h> ") // the editor has drawn its prompt
	return l
}

// until reads what is shown up to some words.
func (l *launched) until(b *testing.B, words string) {
	b.Helper()
	var seen []byte
	for !bytes.HasSuffix(seen, []byte(words)) {
		c, err := l.out.ReadByte()
		if err != nil {
			b.Fatalf("the terminal ended (%v) before %q; it showed %q", err, words, seen)
		}
		seen = append(seen, c)
	}
}

// quit ends the program on a terminal, which nobody reads any more.
func (l *launched) quit(b *testing.B) {
	b.Helper()
	if err := l.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		b.Fatal(err)
	}
	go io.Copy(io.Discard, l.out) //nolint:errcheck // ends with the terminal
	if err := l.cmd.Wait(); err != nil {
		b.Fatal(err)
	}
	l.in.Close()
}

// BenchmarkStartLarge is a start on a ledger of a million events with 200,000 memories in
// it, and as many utterances: to the first line's answer; to the first answer that needs
// all of it to be searchable; and the memory then.
func BenchmarkStartLarge(b *testing.B) {
	events := 1_000_000
	if testing.Short() {
		events = 20_000
	}
	binary, home := released(b), b.TempDir()
	path := filepath.Join(home, host.LedgerName)
	store, err := sqlite.Open(b.Context(), path)
	if err != nil {
		b.Fatal(err)
	}
	past(b, store, events)
	m, _, err := memory.Open(b.Context(), memory.Options{Store: store, Principal: "me", Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	if err := m.Close(b.Context()); err != nil { // saves the state of the folds
		b.Fatal(err)
	}
	b.Run("line", func(b *testing.B) {
		var took []time.Duration
		for b.Loop() {
			l := piped(b, binary, home)
			l.ask(b, "loops")
			took = append(took, time.Since(l.began))
			b.StopTimer()
			l.leave(b)
			b.StartTimer()
		}
		report(b, took)
	})
	b.Run("recall", func(b *testing.B) {
		for b.Loop() {
			l := piped(b, binary, home)
			answer := l.ask(b, fmt.Sprintf("Where did %s move to?", name(events/20)))
			took := time.Since(l.began)
			if want := name(events/20%500 + 7000); !strings.Contains(answer, want) {
				b.Fatalf("the answer is %q, want %s", answer, want)
			}
			b.ReportMetric(took.Seconds(), "s")
			b.StopTimer()
			time.Sleep(idleFor)
			l.memory(b)
			l.leave(b)
			b.StartTimer()
		}
	})
}
