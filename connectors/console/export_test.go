package console

// Script puts a scripted line editor in front of c's terminal.
func Script(c *Console, read func() (string, error), print func(string) error, quit func()) {
	c.edit = scripted{read, print, quit}
}

type scripted struct {
	readF  func() (string, error)
	printF func(string) error
	quitF  func()
}

func (s scripted) read() (string, error)   { return s.readF() }
func (s scripted) print(text string) error { return s.printF(text) }
func (s scripted) quit()                   { s.quitF() }

// The errors of a line editor.
var (
	ErrInterrupted = errInterrupted
	ErrQuit        = errQuit
)
