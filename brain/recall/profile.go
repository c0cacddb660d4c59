package recall

import "errors"

// Default is the profile that recall has where nothing else was chosen.
const Default = "default"

// ErrNoProfile: no profile has that name.
var ErrNoProfile = errors.New("there is no profile")

// Profiles are the names of all profiles, the default first.
func Profiles() []string { return []string{Default} }
