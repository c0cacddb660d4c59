package procedure

import (
	"context"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"citadel/brain/phrase"
	"citadel/brain/turn"
)

// The words around a sum, and how its parts are said.
var (
	sumAsked  = regexp.MustCompile(`(?i)^(?:(?:what's|whats|what is|how much is|how much are|calculate|compute|work out)\s+)?(.+?)\s*(?:=\s*)?\??$`)
	sumSaid   = strings.NewReplacer("×", "*", "÷", "/", "−", "-", " x ", " * ", " times ", " * ", " plus ", " + ", " minus ", " - ", " divided by ", " / ", " over ", " / ", "$", "", "€", "", "£", "", "_", "")
	sumShare  = regexp.MustCompile(`(\d[\d.]*)\s*(?:%|percent|per cent)\s+of\s+`)
	sumGroups = regexp.MustCompile(`(\d),(\d{3})\b`)
	sumOnly   = regexp.MustCompile(`^[\d.+\-*/() ]+$`)
	sumSpaced = regexp.MustCompile(`[+*()]|\d\s+[-/]\s+\d`)
)

// longestSum is how long a sum may be, in bytes.
const longestSum = 200

// largestSum is beyond what anybody reckons in a chat.
var largestSum = big.NewRat(1_000_000_000_000_000, 1)

// reckon works out a sum, exactly: of numbers, + - × ÷, brackets and "15 % of". What could be a date or a
// telephone number is none.
func reckon(_ context.Context, v *visit) (*turn.Reply, error) {
	text := strings.TrimSpace(v.Text)
	if len(text) > longestSum {
		return nil, nil
	}
	m := sumAsked.FindStringSubmatch(text)
	if m == nil {
		return nil, nil
	}
	sum := sumSaid.Replace(" " + m[1] + " ")
	for range 4 { // 1,234,567,890
		sum = sumGroups.ReplaceAllString(sum, "$1$2")
	}
	sum = strings.TrimSpace(sumShare.ReplaceAllString(sum, "$1/100*"))
	asked := len(m[1]) < len(text) // "what is 5/12?" is a sum, "5/12" a day
	if !sumOnly.MatchString(sum) || !sumSpaced.MatchString(sum) && !asked || !strings.ContainsAny(sum[1:], "+-*/") {
		return nil, nil
	}
	x, err := parser.ParseExpr(sum)
	if err != nil {
		return nil, nil
	}
	reply := says("reckon")
	value, whole := worth(x)
	if !whole {
		reply.Text.Say("That divides by nothing, so there is no answer.")
		return reply, nil
	}
	shown, exact := figured(value)
	if shown == "" {
		return nil, nil
	}
	if !exact {
		reply.Text.Say("About ")
	}
	reply.Text.Claim(v.Heard(), "%s", shown).Say(".")
	return reply, nil
}

// worth is the value of a sum; false where it divides by zero or is none.
func worth(x ast.Expr) (constant.Value, bool) {
	switch x := x.(type) {
	case *ast.BasicLit:
		n := constant.ToFloat(constant.MakeFromLiteral(x.Value, x.Kind, 0))
		return n, n.Kind() != constant.Unknown
	case *ast.ParenExpr:
		return worth(x.X)
	case *ast.UnaryExpr:
		n, ok := worth(x.X)
		if !ok || x.Op != token.SUB && x.Op != token.ADD {
			return nil, false
		}
		return constant.UnaryOp(x.Op, n, 0), true
	case *ast.BinaryExpr:
		a, whole := worth(x.X)
		b, too := worth(x.Y)
		if !whole || !too || x.Op == token.QUO && constant.Sign(b) == 0 {
			return nil, false
		}
		return constant.BinaryOp(a, x.Op, b), true
	}
	return nil, false
}

// figured writes a value with at most four decimals, and says whether that is all of it. It is "" where
// the value is too large to be of use.
func figured(v constant.Value) (text string, exact bool) {
	n, ok := new(big.Rat).SetString(constant.ToFloat(v).ExactString())
	if !ok || new(big.Rat).Abs(n).Cmp(largestSum) > 0 {
		return "", false
	}
	shown := n.FloatString(4)
	rounded, _ := new(big.Rat).SetString(shown)
	whole, rest, _ := strings.Cut(shown, ".")
	units, _ := strconv.Atoi(whole)
	if text = phrase.Thousands(units); units == 0 && strings.HasPrefix(whole, "-") {
		text = "-0"
	}
	if rest = strings.TrimRight(rest, "0"); rest != "" {
		text += "." + rest
	}
	return text, rounded.Cmp(n) == 0
}
