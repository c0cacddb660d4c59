package test

import (
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
)

// Cluster is a PostgreSQL server of the test's own, for what cannot be tried on one that is
// shared: stopping it, killing it, leaving it without room.
type Cluster struct {
	t           testing.TB
	base        string // its folder
	bin, secret string
	port        string
	as          *syscall.SysProcAttr // who it runs as: it does not run as root
}

// PostgresCluster makes a server and starts it. It writes its log in pieces of one megabyte and
// keeps few of them.
func PostgresCluster(t testing.TB) *Cluster {
	t.Helper()
	Server(t, PostgresURL) // where there is none, nobody installed it
	installed, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil || len(installed) == 0 {
		t.Fatal("PostgreSQL is not where Debian has it: ", err)
	}
	slices.Sort(installed)
	c := &Cluster{t: t, bin: installed[len(installed)-1], secret: rand.Text()}
	if c.base, err = os.MkdirTemp("", "citadel-cluster-"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Room(true)
		_ = c.control("-m", "immediate", "stop") // it may have ended by itself
		os.RemoveAll(c.base)
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, c.port, _ = net.SplitHostPort(l.Addr().String())
	l.Close()
	pw := filepath.Join(c.base, "secret")
	if err := os.WriteFile(pw, []byte(c.secret), 0o600); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 {
		c.unprivileged(c.base, pw)
	}
	if err := c.run("initdb", "-D", c.data(), "-U", "postgres", "--auth=scram-sha-256", "--pwfile="+pw, "-E", "UTF8", "--locale=C.UTF-8", "--wal-segsize=1"); err != nil {
		t.Fatal(err)
	}
	c.Start()
	return c
}

// unprivileged gives what the server needs to the user it runs as.
func (c *Cluster) unprivileged(paths ...string) {
	c.t.Helper()
	u, err := user.Lookup("postgres")
	if err != nil {
		c.t.Fatal(err)
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	for _, p := range paths {
		if err := os.Chown(p, uid, gid); err != nil {
			c.t.Fatal(err)
		}
	}
	c.as = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
}

func (c *Cluster) data() string { return filepath.Join(c.base, "data") }

func (c *Cluster) run(program string, args ...string) error {
	command := exec.Command(filepath.Join(c.bin, program), args...)
	command.Dir, command.SysProcAttr = c.base, c.as
	// Its standard streams are not ours to wait for: the server would keep them open.
	log, err := os.OpenFile(filepath.Join(c.base, "out"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	command.Stdout, command.Stderr = log, log
	if err := command.Run(); err != nil {
		said, _ := os.ReadFile(log.Name())
		return fmt.Errorf("%s: %w: %s", program, err, said)
	}
	return nil
}

func (c *Cluster) control(args ...string) error {
	settings := "-p " + c.port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c min_wal_size=2MB -c max_wal_size=4MB -c wal_recycle=off"
	return c.run("pg_ctl", append([]string{"-D", c.data(), "-w", "-l", filepath.Join(c.base, "log"), "-o", settings}, args...)...)
}

// Start starts the server and waits until it answers.
func (c *Cluster) Start() {
	c.t.Helper()
	if err := c.control("start"); err != nil {
		c.t.Fatal(err)
	}
}

// Stop ends the server: "fast", which takes leave of everybody, or "immediate", as if its power
// were cut.
func (c *Cluster) Stop(mode string) {
	c.t.Helper()
	if err := c.control("-m", mode, "stop"); err != nil {
		c.t.Fatal(err)
	}
}

// Revive starts a server that may have ended by itself.
func (c *Cluster) Revive() {
	c.t.Helper()
	_ = c.control("-m", "immediate", "stop") // where it did, there is nothing to stop
	c.Start()
}

// Room gives the server room for more of its log, or takes it: then it can begin no new piece,
// as on a full disk.
func (c *Cluster) Room(yes bool) {
	mode := map[bool]os.FileMode{true: 0o700, false: 0o500}[yes]
	if err := os.Chmod(filepath.Join(c.data(), "pg_wal"), mode); err != nil && !os.IsNotExist(err) {
		c.t.Error(err)
	}
}

// Database gives the database of the server, set up for the ledger of a principal.
func (c *Cluster) Database(principal string) Database {
	c.t.Helper()
	at := func(user, secret string) string {
		return "postgres://" + user + ":" + secret + "@127.0.0.1:" + c.port + "/postgres?sslmode=disable"
	}
	d := Database{Admin: at("postgres", c.secret), Address: at("citadel_me", "secret"), Role: "citadel_me"}
	d.SetUp(c.t, principal)
	return d
}
