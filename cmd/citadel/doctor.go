package main

import "context"

type doctorCommand struct{}

func (doctorCommand) Run(ctx context.Context, e *environment) error { return nil }
