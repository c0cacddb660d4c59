package test

import (
	"net"
	"os/exec"
	"strconv"
	"testing"
	"time"
)

// Redis starts a server of the test's own, for what cannot be tried on one that is shared, with
// settings such as "--maxmemory", "2mb". It gives its address and the folder of its files.
func Redis(t testing.TB, settings ...string) (address, folder string) {
	t.Helper()
	Server(t, RedisURL) // where there is none, nobody installed it
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host := l.Addr().String()
	_, port, _ := net.SplitHostPort(host)
	l.Close()
	folder = t.TempDir()
	server := exec.Command("redis-server", append([]string{"--bind", "127.0.0.1", "--port", port, "--dir", folder, "--save", ""}, settings...)...)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	for range 200 {
		c, err := net.DialTimeout("tcp", host, time.Second)
		if err == nil {
			c.Close()
			return "redis://127.0.0.1:" + port, folder
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Fatal("the Redis server does not listen on port " + strconv.Quote(port))
	return "", ""
}
