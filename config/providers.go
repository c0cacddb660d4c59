package config

import "slices"

// The variables that say where models are. They are the vendors' own names.
const (
	anthropicKey = "ANTHROPIC_API_KEY"
	anthropicURL = "ANTHROPIC_BASE_URL"
	openAIKey    = "OPENAI_API_KEY"
	openAIURL    = "OPENAI_BASE_URL"
)

// The server at OPENAI_BASE_URL, where that is not OpenAI's, is a provider of this name.
const (
	hereName      = "local"  // on this computer
	elsewhereName = "server" // on another
)

// ofModels keeps a variable that says where models are, and reports whether it is one: of
// the known names, or named by key_env in config.yaml.
func (o *overlay) ofModels(v variable) bool {
	var err error
	switch {
	case v.name == anthropicURL:
		err = (&Provider{Kind: AnthropicKind}).reach(v.value)
	case v.name == openAIURL:
		err = (&Provider{Kind: OpenAIKind}).reach(v.value)
	case v.name == anthropicKey || v.name == openAIKey || slices.ContainsFunc(o.tables.providers, func(p *provider) bool { return p.KeyName == v.name }):
		_, err = parseKey(v.value)
	default:
		return false
	}
	if err != nil {
		what, do := reasonOf(err)
		o.problems = append(o.problems, Problem{File: v.at.file, Line: v.at.line, Subject: named(v.name), What: what, Do: do})
		return true
	}
	o.found[v.name] = v
	return true
}

// runner is a provider, whether it can be used or not.
type runner struct {
	Provider
	own      bool   // config.yaml or OPENAI_BASE_URL names its server
	home     string // of one that is built in: its own host
	ofTheirs bool   // its models are those of the table
	usual    string // the model it is asked for where none is named; empty asks it
	forwards bool   // to others
	lacks    string // why it cannot be used; empty if it can
}

// runners lists all providers: those built in, those of config.yaml, and the server at
// OPENAI_BASE_URL.
func (o *overlay) runners(table tables) []*runner {
	var out []*runner
	for _, p := range slices.Concat(table.providers, o.tables.providers) {
		i := slices.IndexFunc(out, func(r *runner) bool { return r.Name == p.Name })
		if i < 0 {
			r := &runner{Provider: p.Provider, forwards: p.forwards, own: !slices.Contains(builtIn(), p.Name)}
			if r.own {
				r.URLFrom = p.given["url"].String()
			} else {
				r.home = p.Host
			}
			out = append(out, r)
			continue
		}
		out[i].change(p)
	}
	o.redirect(out)
	if server := o.server(out); server != nil {
		out = append(out, server)
	}
	for _, r := range out {
		o.equip(r)
	}
	return out
}

// change lays what config.yaml says of a provider that is built in over it.
func (r *runner) change(p *provider) {
	if _, is := p.given["kind"]; is {
		r.Kind = p.Kind
	}
	if at, is := p.given["url"]; is {
		r.URL, r.Host, r.Loopback, r.URLFrom = p.URL, p.Host, p.Loopback, at.String()
	}
	if _, is := p.given["key_env"]; is {
		r.KeyName = p.KeyName
	}
	r.forwards = p.forwards
	if _, is := p.given["title"]; is {
		r.Title, r.home = p.Title, "" // a name of one's own says enough
	}
}

// redirect sends what goes to Anthropic where ANTHROPIC_BASE_URL says, and what goes to
// OpenAI where OPENAI_BASE_URL says if that is OpenAI's too.
func (o *overlay) redirect(all []*runner) {
	for _, r := range all {
		name := map[string]string{theirAnthropic: anthropicURL, theirOpenAI: openAIURL}[r.Name]
		v, is := o.found[name]
		if !is {
			continue
		}
		to := Provider{Kind: r.Kind}
		if to.reach(v.value) != nil || r.Name == theirOpenAI && to.Host != r.Host {
			continue
		}
		r.URL, r.Host, r.Loopback, r.URLFrom = to.URL, to.Host, to.Loopback, v.at.String()
	}
}

// server is who answers at OPENAI_BASE_URL where that is nobody known. The key of OpenAI
// is then that server's.
func (o *overlay) server(all []*runner) *runner {
	v, is := o.found[openAIURL]
	if !is {
		return nil
	}
	r := &runner{own: true, Provider: Provider{Name: elsewhereName, Kind: OpenAIKind, URLFrom: v.at.String()}}
	if r.reach(v.value) != nil {
		return nil // it has been said to be wrong
	}
	if _, is := o.found[openAIKey]; is {
		r.KeyName = openAIKey
	}
	if r.Loopback {
		r.Name = hereName
	}
	r.Title = where(r.URL)
	for _, other := range all {
		if other.Name == theirOpenAI && other.Host == r.Host {
			return nil // it was redirected
		}
	}
	for _, other := range all {
		if other.Name == theirOpenAI && other.KeyName == openAIKey {
			other.lacks = openAIKey + " is meant for the server at " + openAIURL
		}
	}
	for _, other := range all {
		if other.URL == r.URL {
			return nil
		}
	}
	for slices.ContainsFunc(all, func(other *runner) bool { return other.Name == r.Name }) {
		r.Name += "-2"
	}
	return r
}

// equip gives a provider its key, and says whether it can be used.
func (o *overlay) equip(r *runner) {
	v, set := o.found[r.KeyName]
	switch {
	case r.lacks != "":
	case set:
		r.Key, _ = parseKey(v.value) // it was right when it was found
		r.KeyFrom = v.at.String()
	case r.Loopback && (r.own || r.URLFrom != ""):
	case r.own && r.KeyName == "":
	default:
		r.lacks = r.KeyName + " is not set"
	}
	// A server on this computer that stands in for a vendor without the vendor's key has
	// models of its own.
	r.Loopback = r.Loopback && !r.forwards
	r.ofTheirs = !r.own && (r.Key.Set() || !r.Loopback)
	if !r.ofTheirs && r.home != "" && r.home != r.Host {
		r.Title = where(r.URL)
	}
}
