package openai

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"

	sdk "github.com/openai/openai-go/v3"

	"citadel/brain/model"
)

// MaxPicture is the largest picture that is accepted, in bytes.
const MaxPicture = 16 << 20

// maxPainted is how much of an answer is read: the picture in base64, and what stands
// around it.
const maxPainted = MaxPicture/3*4 + 1<<20

var (
	errPicture    = errors.New("no picture, or one of an unknown format")
	errTooLarge   = errors.New("too large a picture")
	errElsewhere  = errors.New("the address of a picture instead of the picture")
	pictureFormat = map[string]bool{"image/png": true, "image/jpeg": true, "image/webp": true}
)

// Paint gives one picture, as PNG, JPEG or WebP, in the size that the model prefers; see
// model.Painter. What the bytes are is seen from them, whatever the server says.
func (c *Client) Paint(ctx context.Context, name, prompt string) (model.Image, model.Usage, error) {
	if prompt == "" {
		return model.Image{}, model.Usage{}, &model.Error{Op: "openai: paint", Reason: model.Invalid, Err: errNothing}
	}
	x := c.begin(ctx, "paint", c.made, maxPainted)
	defer x.End()
	params := sdk.ImageGenerateParams{Model: name, Prompt: prompt, N: sdk.Int(1)}
	if c.compatible {
		params.ResponseFormat = sdk.ImageGenerateParamsResponseFormatB64JSON // OpenAI's models refuse the field and always do it
	}
	answer, err := c.pictures.Generate(x.Context(), params, x.options()...)
	if err != nil {
		return model.Image{}, model.Usage{}, x.Fail(err)
	}
	u := model.Usage{In: tokens(answer.Usage.InputTokens), Out: tokens(answer.Usage.OutputTokens)}
	u.Exact = u != model.Usage{}
	picture, err := picture(answer.Data)
	if err != nil {
		return model.Image{}, u, x.Fail(&model.Error{Reason: model.Broken, Err: err})
	}
	return picture, u, nil
}

// picture reads the one picture there should be.
func picture(data []sdk.Image) (model.Image, error) {
	switch {
	case len(data) == 0:
		return model.Image{}, errPicture
	case data[0].B64JSON == "" && data[0].URL != "":
		return model.Image{}, errElsewhere
	}
	raw, err := base64.StdEncoding.DecodeString(data[0].B64JSON)
	if err != nil {
		return model.Image{}, errPicture
	}
	format := http.DetectContentType(raw)
	switch {
	case !pictureFormat[format]:
		return model.Image{}, errPicture
	case len(raw) > MaxPicture:
		return model.Image{}, errTooLarge
	}
	return model.Image{MIME: format, Data: raw}, nil
}
