package config

import _ "embed"

//go:embed examples/config.yaml
var example string

// Example is a config.yaml with every setting, its default and a comment.
// Settings without a default are commented out by a # without a space.
func Example() string { return example }
