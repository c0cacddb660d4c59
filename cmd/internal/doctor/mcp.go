package doctor

import (
	"context"
	"os/exec"
	"strings"

	"citadel/brain/phrase"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/tools/mcp"
)

// mcp says what servers of tools lack. None is started: what a program does when it is started is not
// ours to know.
func (x *examination) mcp(context.Context) Finding {
	if x.settings == nil || len(x.settings.MCP) == 0 {
		return Finding{}
	}
	f := ok("Tool servers have what they need; `citadel mcp tools` starts them and lists what they offer.")
	lacking := 0
	for _, one := range x.settings.MCP {
		lacks := x.lacks(one)
		if lacks == "" {
			continue
		}
		lacking++
		f.Details = append(f.Details, one.Name+": "+lacks)
	}
	if lacking > 0 {
		f.Verdict, f.Says = Look, phrase.Count(lacking, "tool server")+" cannot be used now."
	}
	return f
}

// lacks says what keeps a server from being used, and what to do; empty where nothing does.
func (x *examination) lacks(one config.MCPServer) string {
	switch {
	case one.Off:
		return ""
	case len(one.Missing) > 0:
		return strings.Join(one.Missing, ", ") + " is not set. Put it into .env in the home."
	case one.OAuth && !mcp.LoggedIn(host.MCPFolder(x.Home), host.MCPServer(one)):
		return "Nobody is logged in there. Run `citadel mcp login " + one.Name + "`."
	case one.Command != "":
		if _, err := exec.LookPath(one.Command); err != nil {
			return "The program " + one.Command + " is not there. Install it, or correct its path."
		}
	}
	return ""
}
