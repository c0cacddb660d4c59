package host

import (
	"net/http"
	"slices"
	"time"

	"citadel/config"
	"citadel/jobs/feeds"
	"citadel/tools/economy"
)

// Feeds are the figures that are read every morning, as the settings have it, or the answers in a folder
// where one is named. Nobody is asked yet. It gives none where they are turned off, or there is neither a folder nor
// a client to ask with.
func Feeds(c config.Economy, folder string, client *http.Client, now func() time.Time) feeds.Feeds {
	s := economy.Settings{FREDKey: c.FRED.Reveal(), EIAKey: c.EIA.Reveal(), Client: client, Now: now, Folder: folder}
	if folder == "" {
		s.Folder = c.Folder
	}
	if slices.Contains(c.Off, config.AllIndicators) || s.Folder == "" && client == nil {
		return feeds.Feeds{}
	}
	served := slices.DeleteFunc(s.Served(), func(i economy.Indicator) bool { return slices.Contains(c.Off, i.Name) })
	asked := economy.New(s)
	return feeds.Feeds{Pull: asked.Pull, Indicators: served, Published: asked.Published}
}
