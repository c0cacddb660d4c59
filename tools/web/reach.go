package web

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"syscall"
	"time"
)

// refused are the addresses of version 4 at which no page of strangers is: the special-purpose
// registry of IANA, and the address under which one cloud answers its machines.
var refused = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
	"192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
	"198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32",
)

// Of version 6 only what is routed to everybody is left, without the ranges in it that wrap an
// address of version 4, translate it, or are for documents.
var (
	routed   = netip.MustParsePrefix("2000::/3")
	refused6 = prefixes("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
	nat64    = netip.MustParsePrefix("64:ff9b::/96") // the last four bytes are the address that is meant
)

func prefixes(all ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(all))
	for i, p := range all {
		out[i] = netip.MustParsePrefix(p)
	}
	return out
}

// public says whether an address is one that anybody may speak to.
func public(ip netip.Addr) bool {
	if ip.Zone() != "" {
		return false
	}
	ip = ip.Unmap()
	if nat64.Contains(ip) {
		b := ip.As16()
		ip = netip.AddrFrom4([4]byte(b[12:]))
	}
	in := func(p netip.Prefix) bool { return p.Contains(ip) }
	if ip.Is4() {
		return !slices.ContainsFunc(refused, in)
	}
	return routed.Contains(ip) && !slices.ContainsFunc(refused6, in)
}

// refusal is an address that is not spoken to.
type refusal struct{ address string }

func (r *refusal) Error() string { return "web: " + r.address + " is not a public address" }

// ports are where pages are served.
var ports = []string{"80", "443", "8080", "8443"}

// control refuses a connection just before it is made, when the name has become an address: what
// a name meant when it was looked at before says nothing of what it means now.
func control(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !public(at.Addr()) || !slices.Contains(ports, fmt.Sprint(at.Port())) {
		return &refusal{address}
	}
	return nil
}

// Client speaks to public addresses only, and to the private hosts that are named, each as
// "host:port". It follows at most five redirects, each under the same rule, and goes through no
// proxy, as a proxy would look names up where nobody checks them. It has no timeout of its own.
func Client(private ...string) *http.Client {
	private = slices.Clone(private)
	open := &net.Dialer{Timeout: 10 * time.Second}
	guarded := &net.Dialer{Timeout: 10 * time.Second, Control: control}
	named := func(address string) bool {
		return slices.ContainsFunc(private, func(p string) bool { return strings.EqualFold(p, address) })
	}
	return &http.Client{
		Transport: &http.Transport{
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				if named(address) {
					return open.DialContext(ctx, network, address)
				}
				return guarded.DialContext(ctx, network, address)
			},
			ForceAttemptHTTP2:      true,
			TLSHandshakeTimeout:    10 * time.Second,
			ResponseHeaderTimeout:  MaxTime,
			MaxResponseHeaderBytes: 64 << 10,
			DisableKeepAlives:      true, // pages are read once each
		},
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			if len(via) > MaxRedirects {
				return errTooMany
			}
			_, err := address(r.URL.String())
			return err
		},
	}
}
