package host

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"path/filepath"
	"time"

	"citadel/config"
	"citadel/tools"
	"citadel/tools/mcp"
	"citadel/tools/web"
)

// MCPName is the folder of a home in which servers of tools live.
const MCPName = "mcp"

// MCPFolder is that folder of a home.
func MCPFolder(home string) string { return filepath.Join(home, MCPName) }

// MCP are the servers of tools that the settings name, as they are started. One that lacks
// something is left out, and the log says what.
func MCP(home string, all []config.MCPServer, version string, now func() time.Time, log *slog.Logger) mcp.Settings {
	s := mcp.Settings{Folder: MCPFolder(home), Version: version, Now: now, Log: log}
	var private []string
	for _, one := range all {
		switch {
		case one.Off:
			continue
		case len(one.Missing) > 0:
			log.Warn("a tool server is left out: variables are not set", "server", one.Name, "variables", one.Missing)
			continue
		}
		s.Servers = append(s.Servers, MCPServer(one))
		if at := hostPort(one.URL); one.OAuth && at != "" {
			private = append(private, at)
		}
	}
	// Where one logs in is said by the server, so it is reached as a page is: the network here is
	// not for it.
	s.Logging = web.Client(private...)
	return s
}

// hostPort is the host and the port of an address.
func hostPort(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "":
		return ""
	case u.Port() != "":
		return u.Host
	case u.Scheme == "http":
		return net.JoinHostPort(u.Hostname(), "80")
	}
	return net.JoinHostPort(u.Hostname(), "443")
}

// MCPServer is a server of tools as the settings say.
func MCPServer(one config.MCPServer) mcp.Server {
	s := mcp.Server{
		Name: one.Name, Command: one.Command, Args: one.Args, URL: one.URL, Bearer: one.Key.Reveal(), OAuth: one.OAuth,
		Client: mcp.OAuthClient{ID: one.ClientID, Secret: one.ClientSecret.Reveal()}, Trusted: one.Trusted, Only: one.Only,
	}
	for _, v := range one.Env {
		s.Env = append(s.Env, v.Name+"="+v.Value.Reveal())
	}
	for _, t := range one.Tools {
		r := mcp.Rule{Tool: t.Name, Deletes: t.Deletes, Money: t.Money, Outward: t.Outward, Reaches: t.Reaches, Off: t.Off, Ref: t.Ref}
		switch class := tools.World; t.Class {
		case config.ReadsClass:
			class = tools.Reads
			r.Class = &class
		case config.WorldClass:
			r.Class = &class
		}
		if t.Check.Tool != "" {
			r.Pair = &mcp.Pair{Tool: t.Check.Tool, Args: t.Check.Args, Holds: t.Check.Holds, Gone: t.Check.Gone}
		}
		s.Rules = append(s.Rules, r)
	}
	return s
}

// serve starts the servers of tools, and waits for none.
func (c *Citadel) serve(o Options) (err error) {
	if c.servers, err = mcp.New(MCP(o.Home.Path, o.Config.MCP, o.Version, o.Now, o.Log)); err != nil {
		return fmt.Errorf("mcp: %w", err)
	}
	for _, one := range o.Config.MCP {
		for _, s := range one.Secrets() {
			c.Bot.Keys = append(c.Bot.Keys, s.Reveal())
		}
	}
	return nil
}

// settled are all tools once the servers of tools are up, or have failed once; it waits for them only
// where somebody needs them.
func (c *Citadel) settled(ctx context.Context, needed bool) tools.Set {
	if needed {
		ctx, cancel := context.WithTimeout(ctx, mcp.MaxStart)
		defer cancel()
		c.servers.Settled(ctx)
	}
	return c.toolset()
}

// described is the digest of what a tool says of itself; empty where there is none of that name.
func (c *Citadel) described(name string) string {
	tool, there := c.toolset().Find(name)
	if !there {
		return ""
	}
	return tools.Described(tool)
}

// toolset are all tools that there are now. A name of ours is not taken over by a server.
func (c *Citadel) toolset() tools.Set {
	if c.servers == nil {
		return c.tools
	}
	return c.tools.With(c.servers.Tools()...)
}
