package config

import _ "embed"

//go:embed models.yaml
var knownModels []byte

// known decodes the table that comes with the program, with the decoder of config.yaml. It
// is read only where models are set up: a start without any does not pay for it.
func known() overlay {
	o := newOverlay()
	o.yaml("models.yaml", knownModels)
	if _, err := o.result(); err != nil {
		panic(err) // the table is wrong, and no test was run
	}
	return o
}
