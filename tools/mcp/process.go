package mcp

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// path is where programs are looked for by a server that is given no PATH.
const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// process is a program that serves.
type process struct {
	in, out, err *os.File // our ends of its streams
	group        int
	gone         chan struct{} // closed once it has ended, and its group with it

	heard chan struct{} // closed once all that it wrote to its standard error was read
	mu    sync.Mutex
	last  string // line of that
}

// reach makes the way to the server. What it starts ends when the way is left.
func (v *server) reach() (*way, error) {
	if v.URL != "" {
		return v.overHTTP()
	}
	p, err := v.start()
	if err != nil {
		return nil, err
	}
	m := new(meter)
	return &way{
		transport: &sdk.IOTransport{Reader: metered{p.out, m}, Writer: p.in, MaxLineLength: MaxFrame},
		meter:     m, end: p.kill, leave: p.leave, trouble: p.said,
	}, nil
}

// start runs the program.
func (v *server) start() (*process, error) {
	p := &process{gone: make(chan struct{}), heard: make(chan struct{})}
	cmd := exec.Command(v.Command, v.Args...)
	var err error
	if cmd.Dir, err = filepath.Abs(v.folder()); err != nil {
		return nil, err
	}
	cmd.Env = v.environment(cmd.Dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithUs(cmd.SysProcAttr)
	var theirs [3]*os.File
	ours := func(close func(...*os.File)) { close(p.in, p.out, p.err) }
	shut := func(files ...*os.File) {
		for _, f := range files {
			if f != nil {
				_ = f.Close() // it was never used
			}
		}
	}
	if theirs[0], p.in, err = os.Pipe(); err == nil {
		if p.out, theirs[1], err = os.Pipe(); err == nil {
			p.err, theirs[2], err = os.Pipe()
		}
	}
	if err != nil {
		ours(shut)
		shut(theirs[:]...)
		return nil, err
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs[0], theirs[1], theirs[2]
	started := make(chan error)
	go func() {
		// A child that dies with its parent dies with the thread that started it, so this one
		// stays until the child is gone.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		if err == nil {
			p.group = cmd.Process.Pid
		}
		shut(theirs[:]...)
		started <- err
		if err != nil {
			return
		}
		release := guard(p.group)
		_ = cmd.Wait()                              // how it ended is told by what it said
		_ = syscall.Kill(-p.group, syscall.SIGKILL) // what it started goes with it
		release()
		close(p.gone)
	}()
	if err := <-started; err != nil {
		ours(shut)
		return nil, err
	}
	go p.listen(v)
	return p, nil
}

// environment is all that the program is told of ours: what the settings name, and where it lives.
func (v *server) environment(home string) []string {
	return slices.Concat([]string{"PATH=" + path, "HOME=" + home, "TMPDIR=" + home}, v.Env) // the last of a name counts
}

// listen takes what the program writes to its standard error into the log.
func (p *process) listen(v *server) {
	defer close(p.heard)
	r := bufio.NewReaderSize(p.err, 4<<10)
	for {
		line, err := r.ReadSlice('\n')
		if text := short(string(line)); text != "" {
			p.mu.Lock()
			p.last = text
			p.mu.Unlock()
			v.settings.Log.Debug("a tool server says", "server", v.Name, "text", text)
		}
		if err != nil && err != bufio.ErrBufferFull {
			return
		}
	}
}

func (p *process) said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last
}

// signal reaches the program and all that it started, while it is there.
func (p *process) signal(s syscall.Signal) {
	select {
	case <-p.gone:
	default:
		_ = syscall.Kill(-p.group, s) // it may have ended just now
	}
}

func (p *process) kill() { p.signal(syscall.SIGKILL) }

// leave ends the program: by ending its input, by asking it to go, by ending it.
func (p *process) leave() {
	_ = p.in.Close() // it may be closed
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		if within(grace, p.gone) {
			break
		}
		p.signal(s)
	}
	<-p.gone
	within(grace, p.heard)
	// Who left the group may hold the other ends open.
	for _, f := range []io.Closer{p.out, p.err} {
		_ = f.Close()
	}
	<-p.heard
}

// within waits for a channel to be closed, and says whether it was.
func within(d time.Duration, done <-chan struct{}) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-done:
		return true
	case <-t.C:
		return false
	}
}

// short is text of others on one line of the log, without what could steer a terminal.
func short(s string) string {
	const most = 300
	s = strings.Join(strings.Fields(clean(s)), " ")
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}
