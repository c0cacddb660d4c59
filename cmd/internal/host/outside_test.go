package host_test

import (
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/tools"
)

func names(all []tools.Tool) (out []string) {
	for _, t := range all {
		out = append(out, t.Name)
	}
	return out
}

// Nobody is asked anything while the tools are made: a server that takes connections and says
// nothing, and one that is not there, cost nothing, and a folder that is not there is left out.
func TestEquipReachesForNobody(t *testing.T) {
	mute, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	reached := make(chan struct{})
	go func() {
		if c, err := mute.Accept(); err == nil {
			_ = c.Close()
			close(reached)
		}
	}()
	dir := t.TempDir()
	at := mute.Addr().String()
	o, err := host.Equip(config.Tools{
		Web:      config.Web{Read: true, Search: "http://" + at},
		Feeds:    []config.Feed{{Name: "trade", URL: "http://" + at + "/feed"}},
		Folders:  []config.Folder{{Name: "notes", Path: dir, Write: true}, {Name: "gone", Path: filepath.Join(dir, "gone")}},
		Calendar: config.Calendar{Books: []config.Book{{Name: "home", URL: config.NewSecret("http://" + at + "/home/")}}, From: 9 * 60, To: 17 * 60, Days: []string{"mon"}},
		Mail: config.Mail{
			IMAP: config.MailServer{Address: at, Security: config.PlainSecurity}, SMTP: config.MailServer{Address: "127.0.0.1:1", Security: config.PlainSecurity},
			User: "sam", From: "sam@acme.example",
		},
	}, func() *time.Location { return time.UTC }, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"web_page", "web_search", "news", "files_list", "files_read", "files_find", "files_write", "files_replace",
		"agenda", "free", "event_create", "event_move", "event_cancel", "mail_search", "mail_read", "mail_draft", "mail_send",
	}
	if d := cmp.Diff(want, names(o.Tools)); d != "" {
		t.Error(d)
	}
	if _, err := tools.NewSet(o.Tools...); err != nil {
		t.Error(err)
	}
	if len(o.Missing) != 1 {
		t.Errorf("missing: %v", o.Missing)
	}
	if err := o.Close(); err != nil {
		t.Error(err)
	}
	if err := mute.Close(); err != nil {
		t.Error(err)
	}
	select {
	case <-reached:
		t.Error("a server was reached for")
	default:
	}
}

// What is not in the settings is not there.
func TestNothingIsUsedUnasked(t *testing.T) {
	o, err := host.Equip(config.Default().Tools, func() *time.Location { return time.UTC }, time.Now)
	if err != nil || len(o.Tools) != 0 || o.Close() != nil {
		t.Errorf("%v, %v", names(o.Tools), err)
	}
}

func TestAFileIsNoFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := host.Equip(config.Tools{Folders: []config.Folder{{Name: "notes", Path: path}}}, func() *time.Location { return time.UTC }, time.Now)
	if err != nil || len(o.Tools) != 0 || len(o.Missing) != 1 {
		t.Errorf("%v, %v, %v", names(o.Tools), o.Missing, err)
	}
}
