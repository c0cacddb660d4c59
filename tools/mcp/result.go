package mcp

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// told is an answer as text. What is no text is named, with its kind and size.
func told(r *sdk.CallToolResult) string {
	var parts []string
	for _, c := range r.Content {
		if part := strings.TrimSpace(clean(part(c))); part != "" {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 && r.StructuredContent != nil {
		if b, err := json.Marshal(r.StructuredContent); err == nil {
			parts = append(parts, clean(string(b)))
		}
	}
	if len(parts) == 0 {
		return "(no text)"
	}
	return strings.Join(parts, "\n\n")
}

func part(c sdk.Content) string {
	switch c := c.(type) {
	case *sdk.TextContent:
		return c.Text
	case *sdk.ImageContent:
		return named("a picture", c.MIMEType, size(c.Data), "not shown")
	case *sdk.AudioContent:
		return named("a recording", c.MIMEType, size(c.Data), "not played")
	case *sdk.ResourceLink:
		return named("a link to "+cmp.Or(c.Name, c.Title), c.URI, c.MIMEType, "not opened")
	case *sdk.EmbeddedResource:
		switch {
		case c.Resource == nil:
			return ""
		case c.Resource.Text != "":
			return c.Resource.URI + ":\n" + c.Resource.Text
		}
		return named(c.Resource.URI, c.Resource.MIMEType, size(c.Resource.Blob), "not shown")
	}
	return "[something that is neither text nor a file]"
}

// named is what stands for something that is not shown.
func named(what ...string) string {
	what = slices.DeleteFunc(what, func(s string) bool { return s == "" })
	return "[" + strings.Join(what, ", ") + "]"
}

func size(b []byte) string { return fmt.Sprintf("%d bytes", len(b)) }

// head is the beginning of a text, cut between two characters.
func head(text string, most int) string {
	return strings.ToValidUTF8(text[:most], "")
}
