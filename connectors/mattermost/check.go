package mattermost

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"citadel/connectors"

	"github.com/mattermost/mattermost/server/public/model"
)

// Check implements connectors.Checker: the server, the token, the account, what the server
// allows, the websocket and the buttons, in this order. Behind what keeps it from asking
// on it stops.
func (m *Mattermost) Check(ctx context.Context) []connectors.Finding {
	const op = "mattermost: check"
	var out []connectors.Finding
	found := func(well bool, what, do string) {
		if well {
			do = ""
		}
		out = append(out, connectors.Finding{Well: well, What: what, Do: do})
	}
	if u, err := url.Parse(m.URL); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		found(false, fmt.Sprintf("%q is no web address.", m.URL), "Give the address that people open in a browser, like https://chat.example.com.")
		return out
	}
	var version string
	err := m.ask(ctx, op, func(ctx context.Context, c *model.Client4) (*model.Response, error) {
		_, resp, err := c.GetPing(ctx)
		if resp != nil {
			version, _, _ = strings.Cut(resp.ServerVersion, "..")
		}
		return resp, err
	})
	if err != nil {
		found(false, "The server at "+host(m.URL)+" does not answer as Mattermost does: "+cause(err)+".",
			"Check the address; one that redirects has to be given as where it leads.")
		return out
	}
	found(true, strings.TrimSpace("The server at "+host(m.URL)+" answers. "+version), "")
	s, err := m.whoami(ctx, op)
	if err != nil && reason(err) != connectors.Forbidden {
		found(false, "The token could not be tried: "+cause(err)+".", "Look at the server and at what stands before it, and try again.")
		return out
	}
	if err != nil {
		found(false, "The token is refused: "+cause(err)+".",
			"In System Console, Integrations, Bot Accounts: see that the bot is enabled (ServiceSettings.EnableBotAccountCreation has "+
				"to be true to make one), and make a new token for it.")
		return out
	}
	found(true, fmt.Sprintf("The token is that of @%s on %s.", s.username, title(s)), "")
	out = append(out, m.checkAccount(ctx, s)...)
	out = append(out, checkServer(s)...)
	out = append(out, m.checkSocket(ctx, s))
	if m.Listen != "" || m.Callback != "" {
		out = append(out, m.checkButtons(ctx))
	}
	return out
}

// cause is why a call failed, without anything that it was about.
func cause(err error) string {
	e, ok := err.(*connectors.Error)
	if !ok {
		return "it failed"
	}
	if no, ok := e.Err.(*refused); ok {
		return no.Error()
	}
	return e.Reason.String()
}

func (m *Mattermost) checkAccount(ctx context.Context, s *self) []connectors.Finding {
	out := []connectors.Finding{{Well: s.user.IsBot, What: "The account is a bot account."}}
	if !s.user.IsBot {
		out[0] = connectors.Finding{What: "The account is a person's.",
			Do: "Make a bot account (ServiceSettings.EnableBotAccountCreation) and give its token: " +
				"a person's can do more than the agent should, and is not shown as a bot."}
	}
	if strings.Contains(s.user.Roles, model.SystemAdminRoleId) {
		out = append(out, connectors.Finding{What: "The account is a system administrator's.", Do: "Give it the role of a member; it needs no more."})
	}
	teams, err := m.Identify(ctx)
	switch {
	case err != nil:
		out = append(out, connectors.Finding{What: "Which teams it is in could not be asked: " + cause(err) + ".", Do: "Try again."})
	case teams.Address != "":
		out = append(out, connectors.Finding{Well: true, What: "It is in a team."})
	case s.config["RestrictDirectMessage"] == "team":
		out = append(out, connectors.Finding{What: "It is in no team, and people may only write to those of their team.",
			Do: "Add the bot to your team, or set TeamSettings.RestrictDirectMessage to any."})
	default:
		out = append(out, connectors.Finding{Well: true, What: "It is in no team: it can be written to directly, and be in no channel."})
	}
	return out
}

// checkServer looks at what the server allows.
func checkServer(s *self) []connectors.Finding {
	var out []connectors.Finding
	longest, err := strconv.Atoi(s.config["MaxPostSize"])
	switch {
	case err != nil:
		out = append(out, connectors.Finding{Well: true,
			What: fmt.Sprintf("The server does not say how long a post may be (MaxPostSize); %d runes are sent at most.", Max)})
	case longest < Max+len(againMark):
		out = append(out, connectors.Finding{What: fmt.Sprintf("A post may have %d runes (MaxPostSize), fewer than the %d that are needed.", longest, Max+len(againMark)),
			Do: "Let the database be migrated to what Mattermost has had since 4.0."})
	default:
		out = append(out, connectors.Finding{Well: true, What: fmt.Sprintf("A post may have %d runes; %d are sent at most.", longest, Max)})
	}
	if s.config["EnableFileAttachments"] == "false" {
		out = append(out, connectors.Finding{What: "Files are not allowed: pictures are left out.", Do: "Set FileSettings.EnableFileAttachments to true."})
	}
	if size, err := strconv.ParseInt(s.config["MaxFileSize"], 10, 64); err == nil && size < connectors.MaxPicture {
		out = append(out, connectors.Finding{What: fmt.Sprintf("A file may have %d bytes; larger pictures are left out.", size), Do: "Raise FileSettings.MaxFileSize."})
	}
	if limit, err := strconv.Atoi(s.config["PostEditTimeLimit"]); err == nil && limit >= 0 && limit < 900 {
		out = append(out, connectors.Finding{
			What: fmt.Sprintf("Posts may be edited for %d seconds only; an answer is shown while it is written by editing.", limit),
			Do:   "Set ServiceSettings.PostEditTimeLimit to -1."})
	}
	return out
}

// checkSocket connects as Run does, and waits for the first word.
func (m *Mattermost) checkSocket(ctx context.Context, s *self) connectors.Finding {
	const do = "See that what stands before the server passes websockets on, /api/v4/websocket with its Upgrade header."
	k, err := m.dial(ctx, s, "", 0)
	if err != nil {
		return connectors.Finding{What: "No websocket could be opened: " + cause(err) + ".", Do: do}
	}
	defer k.close()
	hello := time.NewTimer(m.pauses.hello)
	defer hello.Stop()
	for {
		body, err := k.take()
		switch {
		case err != nil:
			return connectors.Finding{What: "The websocket ended without a word.", Do: do}
		case body != nil:
			return connectors.Finding{Well: true, What: "The websocket says hello."}
		}
		select {
		case <-k.ready:
		case <-hello.C:
			return connectors.Finding{What: "The websocket opens and says nothing.", Do: do}
		case <-ctx.Done():
			return connectors.Finding{What: "The websocket was not waited for.", Do: "Try again."}
		}
	}
}

// checkButtons looks at what can be seen of the way back from here.
func (m *Mattermost) checkButtons(ctx context.Context) connectors.Finding {
	u, err := url.Parse(m.Callback)
	_, _, lerr := net.SplitHostPort(m.Listen)
	switch {
	case m.Listen == "" || m.Callback == "":
		return connectors.Finding{What: "Buttons need both where to listen and the address of that.", Do: "Set both, or neither."}
	case lerr != nil:
		return connectors.Finding{What: fmt.Sprintf("%q is nothing to listen on.", m.Listen), Do: "Give host and port, like 127.0.0.1:8066."}
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return connectors.Finding{What: fmt.Sprintf("%q is no web address that the server could call.", m.Callback), Do: "Give one like http://citadel:8066."}
	case !m.checkListen(ctx):
		return connectors.Finding{What: "Nothing can be heard on " + m.Listen + ", where presses of buttons are to come: something else has it, or it is not allowed.",
			Do: "Free it, or set mattermost.listen to another port above 1023, and mattermost.callback to its address."}
	}
	ip := net.ParseIP(u.Hostname())
	if ip != nil && !ip.IsPrivate() && !ip.IsLoopback() || ip == nil && strings.Contains(u.Hostname(), ".") {
		return connectors.Finding{Well: true, What: "Presses of buttons are called to " + u.Host + "; whether the server reaches it shows at the first press."}
	}
	return connectors.Finding{Well: true, What: "Presses of buttons are called to " + u.Host +
		", a private address: the server calls it only if ServiceSettings.AllowedUntrustedInternalConnections names " + u.Hostname() + "."}
}
