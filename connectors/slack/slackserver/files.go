package slackserver

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// upload is a file that Slack holds.
type upload struct {
	id, name, title, mime, alt string
	size                       int
	data                       []byte
	done                       bool
	gone                       bool // it was deleted, and leaves a stone where it stood
}

func (u *upload) fields(base string) map[string]any {
	if u.gone {
		return map[string]any{"id": u.id, "mode": "tombstone"}
	}
	f := map[string]any{
		"id": u.id, "name": u.name, "title": u.title, "mimetype": u.mime, "filetype": strings.TrimPrefix(path.Ext(u.name), "."),
		"size": len(u.data), "mode": "hosted",
		"url_private": base + "/files/" + u.id, "url_private_download": base + "/files/" + u.id + "/download",
	}
	if strings.HasPrefix(u.mime, "audio/") {
		f["subtype"], f["media_display_type"], f["duration_ms"] = "slack_audio", "audio", 3000
		f["transcription"] = map[string]any{"status": "complete", "locale": "en-US"}
	}
	return f
}

func (s *Server) uploadURL(v func(string) string) (map[string]any, string) {
	size, err := strconv.Atoi(v("length"))
	if err != nil || size <= 0 || v("filename") == "" {
		return nil, "invalid_arguments"
	}
	u := &upload{id: fmt.Sprintf("F%d", s.number()), name: v("filename"), alt: v("alt_txt"), size: size}
	s.uploads[u.id] = u
	return map[string]any{"upload_url": s.URL() + "/upload/v1/" + u.id, "file_id": u.id}, ""
}

func (s *Server) fileInfo(v func(string) string) (map[string]any, string) {
	u := s.uploads[v("file")]
	if u == nil {
		return nil, "file_not_found"
	}
	return map[string]any{"file": u.fields(s.URL()), "comments": []any{}, "paging": map[string]any{}}, ""
}

// receive takes the bytes of a file.
func (s *Server) receive(w http.ResponseWriter, r *http.Request) {
	file, _, err := r.FormFile("file")
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	data, err := io.ReadAll(io.LimitReader(file, maxBody))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls["upload"]++
	u := s.uploads[path.Base(r.URL.Path)]
	if u == nil || u.size != len(data) {
		http.Error(w, "no such upload, or of another size", http.StatusBadRequest)
		return
	}
	u.data, u.mime = data, http.DetectContentType(data)
	fmt.Fprintf(w, "OK - %d", len(data))
}

func (s *Server) complete(v func(string) string) (map[string]any, string) {
	var files []struct{ ID, Title string }
	if err := json.Unmarshal([]byte(v("files")), &files); err != nil {
		return nil, "invalid_arguments"
	}
	var out []any
	for _, f := range files {
		u := s.uploads[f.ID]
		if u == nil || u.data == nil {
			return nil, "file_not_found"
		}
		u.title, u.done = f.Title, true
		out = append(out, map[string]any{"id": u.id, "title": u.title})
	}
	s.notReady = s.faults.Unready
	return map[string]any{"files": out}, ""
}

// download hands out a file to who may read it; others land at the sign-in page.
func (s *Server) download(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("redir") != "" {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<html>Sign in to Acme</html>")) // the client may have gone
		return
	}
	s.mu.Lock()
	s.calls["download"]++
	id := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/files/"), "/download")
	u, may := s.uploads[id], s.may("files:read")
	s.mu.Unlock()
	switch {
	case r.Header.Get("Authorization") != "Bearer "+BotToken || !may:
		http.Redirect(w, r, "/files/?redir="+r.URL.Path, http.StatusFound)
	case u == nil, u.gone:
		http.NotFound(w, r)
	default:
		_, _ = w.Write(u.data) // the client may have gone
	}
}
