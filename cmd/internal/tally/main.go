// Command tally reads what `go test -json` prints and says what it means: the
// failures with their output, the skipped tests with their reasons, the slowest
// packages, and in the last line
//
//	N passed, N failed, N skipped
//
// It reads the files named, or standard input, and counts a test that stands in
// several of them once: failed if it failed anywhere, skipped if it ran nowhere. What counts as a test is said at
// [tally.totals]. It exits with 1 if anything failed or if no test ran at all,
// and with 2 if it could not read.
//
//	go test -json ./... | go run ./cmd/internal/tally
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("tally", flag.ContinueOnError)
	flags.SetOutput(stderr)
	total := flags.Bool("total", false, "print the last line only")
	broken := flags.String("broken", "", "names, parted by spaces, of checks outside go test that failed; each counts as one failure")
	unable := flags.String("unable", "", "the same for checks that could not run; each counts as one skip")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	t := newTally()
	for _, name := range flags.Args() {
		if err := readFile(t, name); err != nil {
			fmt.Fprintln(stderr, "tally:", err)
			return 2
		}
	}
	if flags.NArg() == 0 {
		if err := t.read(stdin); err != nil {
			fmt.Fprintln(stderr, "tally:", err)
			return 2
		}
	}
	if !*total {
		t.report(stdout)
	}
	sum := t.totals()
	sum.failed += len(strings.Fields(*broken))
	sum.skipped += len(strings.Fields(*unable))
	if sum.passed+sum.failed+sum.skipped == 0 {
		fmt.Fprintln(stdout, "No test ran.")
	}
	fmt.Fprintln(stdout, sum)
	if sum.failed > 0 || sum.passed+sum.skipped == 0 {
		return 1
	}
	return 0
}

func readFile(t *tally, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close() // only read from: closing cannot lose anything
	return t.read(f)
}
