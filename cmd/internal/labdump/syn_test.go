package main
import ("testing";"os";"strings";"citadel/memory/words";"fmt")
func TestSyn(t *testing.T) {
	b, _ := os.ReadFile("/tmp/ev/syn.txt")
	var out strings.Builder
	a := words.New(1000)
	for _, l := range strings.Split(strings.TrimSpace(string(b)), "\n") { fmt.Fprintln(&out, strings.Join(a.AppendTerms(nil, l), " ")) }
	os.WriteFile("/tmp/ev/synstem.txt", []byte(out.String()), 0o644)
}
