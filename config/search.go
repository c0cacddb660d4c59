package config

import (
	"net"
	"strconv"
	"strings"
)

// The variables that name a Weaviate server to search memories on. Without the first they are
// searched in the process.
const (
	WeaviateURL  = "WEAVIATE_URL"
	WeaviateGRPC = "WEAVIATE_GRPC"
	WeaviateKey  = "WEAVIATE_API_KEY"
)

// Search is where memories are searched.
type Search struct {
	URL  string // of a Weaviate server; empty is here
	GRPC string // host:port of it for what is written; empty writes over the URL
	Key  Secret
}

// ofSearch keeps a variable that says where memories are searched, and reports whether it is
// one.
func (o *overlay) ofSearch(v variable) bool {
	var err error
	s := &o.config.Search
	switch v.name {
	case WeaviateURL:
		s.URL, err = parseServer(v.value)
	case WeaviateGRPC:
		s.GRPC, err = parseHostPort(v.value)
	case WeaviateKey:
		s.Key, err = parseKey(v.value)
	default:
		return false
	}
	if err != nil {
		what, do := reasonOf(err)
		o.problems = append(o.problems, Problem{File: v.at.file, Line: v.at.line, Key: v.name, Subject: named(v.name), What: what, Do: do})
	}
	return true
}

func parseHostPort(text string) (string, error) {
	text = strings.TrimSpace(text)
	host, port, err := net.SplitHostPort(text)
	n, bad := strconv.ParseUint(port, 10, 16)
	if err != nil || bad != nil || n == 0 || host == "" || strings.ContainsAny(host, "/@ ") || len(text) > maxText {
		return "", fault{"is not a host with a port", "write one such as 127.0.0.1:50051"}
	}
	return text, nil
}
