// Package test tells tests where the real servers are that they talk to, and gives each a
// place of its own there. It is for tests alone: nothing of the program may import it.
package test

import (
	"os"
	"testing"
)

// What deployments/test/servers starts, by the variables that say where.
const (
	PostgresURL  = "CITADEL_TEST_POSTGRES_URL"  // of its superuser, who may make databases and roles
	PostgresData = "CITADEL_TEST_POSTGRES_DATA" // the folder of its files
	RedisURL     = "CITADEL_TEST_REDIS_URL"
	WeaviateURL  = "CITADEL_TEST_WEAVIATE_URL"
	WeaviateGRPC = "CITADEL_TEST_WEAVIATE_GRPC" // host:port
	WeaviateKey  = "CITADEL_TEST_WEAVIATE_KEY"  // no door of it opens without
	WeaviateData = "CITADEL_TEST_WEAVIATE_DATA" // the folder of its files
	MCPServers   = "CITADEL_TEST_MCP"           // the folder of their packages; tests start them
)

// Server returns what a variable says. The servers are shared by all tests that run at the same
// time and are kept until somebody stops them: use a database, a prefix or a tenant of your own,
// and set nothing that holds for all.
//
// A test without its server fails, for otherwise nobody would notice that it never runs. Only
// with CITADEL_QUICK=1, which `make quick` sets, is it left out.
func Server(t testing.TB, variable string) string {
	t.Helper()
	value := os.Getenv(variable)
	switch {
	case value != "":
	case os.Getenv("CITADEL_QUICK") == "1":
		t.Skip("needs a real server, and CITADEL_QUICK=1 leaves those out")
	default:
		t.Fatalf("%s is not set: run `deployments/test/servers` and then `. .cache/test/servers.env` here, or set CITADEL_QUICK=1 to leave this test out", variable)
	}
	return value
}
