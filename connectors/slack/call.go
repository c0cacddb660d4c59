package slack

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"citadel/connectors"

	api "github.com/slack-go/slack"
)

// bounded cuts answers that are longer than any of Slack's. Where one that says with its
// status that it failed holds Slack's own word for why, it becomes one that says so with that
// word alone: whatever else has such a status may come from anybody on the way.
type bounded struct{ http.RoundTripper }

const mostRefusal = 64 << 10 // bytes

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := b.RoundTripper.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	resp.Body = &cut{resp.Body, mostRead}
	if resp.StatusCode >= 400 && resp.StatusCode < 500 && resp.StatusCode != http.StatusTooManyRequests {
		body, err := io.ReadAll(io.LimitReader(resp.Body, mostRefusal))
		resp.Body.Close()
		resp.Body = io.NopCloser(bytes.NewReader(body))
		var said answer
		if err == nil && json.Unmarshal(body, &said) == nil && said.OK != nil && !*said.OK && said.Error != "" {
			resp.StatusCode, resp.Status = http.StatusOK, "200 OK"
		}
	}
	return resp, nil
}

// answer is what every answer of Slack's has.
type answer struct {
	OK    *bool  `json:"ok"`
	Error string `json:"error"`
}

var errNotSlack = errors.New("an answer that is not Slack's")

func (b bounded) CloseIdleConnections() {
	if t, ok := b.RoundTripper.(*http.Transport); ok {
		t.CloseIdleConnections()
	}
}

type cut struct {
	io.ReadCloser
	left int64
}

var errTooMuch = errors.New("the answer is longer than any that was expected")

func (c *cut) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, errTooMuch
	}
	if int64(len(p)) > c.left {
		p = p[:c.left]
	}
	n, err := c.ReadCloser.Read(p)
	c.left -= int64(n)
	return n, err
}

// call asks a method that only reads. The SDK's own would do, but for one thing: they
// refuse a whole page of history for one block in it that they do not know. It returns
// Slack's time of day, to the second below, and ours where it did not say.
func (s *Slack) call(ctx context.Context, method string, values url.Values, into any) (time.Time, error) {
	s.setUp()
	values.Set("token", s.BotToken)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base()+method, strings.NewReader(values.Encode()))
	if err != nil {
		return time.Time{}, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := s.plain.Do(req)
	if err != nil {
		return time.Time{}, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusTooManyRequests:
		after, _ := strconv.Atoi(resp.Header.Get("Retry-After")) // none said is none
		return time.Time{}, &api.RateLimitedError{RetryAfter: time.Duration(after) * time.Second}
	case resp.StatusCode != http.StatusOK:
		return time.Time{}, api.StatusCodeError{Code: resp.StatusCode, Status: resp.Status}
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return time.Time{}, err
	}
	var said api.SlackResponse
	if err := json.Unmarshal(body, &said); err != nil {
		return time.Time{}, fmt.Errorf("%s: %w", method, err)
	}
	if err := said.Err(); err != nil {
		return time.Time{}, err
	}
	if !said.Ok { // an empty page of somebody else's would pass for a conversation without messages
		return time.Time{}, fmt.Errorf("%s: %w", method, errNotSlack)
	}
	if err := json.Unmarshal(body, into); err != nil {
		return time.Time{}, fmt.Errorf("%s: %w", method, err)
	}
	if date, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
		return date, nil
	}
	return s.Now(), nil
}

// wire notes whether a request may have left: without a connection it has not.
type wire struct{ left atomic.Bool }

func (w *wire) watch(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { w.left.Store(true) }})
}

// clientClosed is what nginx calls it when it takes the caller to have gone.
const clientClosed = 499

// failed says how an operation ended. left says that the request may have reached Slack.
func failed(op string, left bool, err error) *connectors.Error {
	e := &connectors.Error{Op: "slack: " + op, Err: err}
	var own *connectors.Error
	var limited *api.RateLimitedError
	var said api.SlackErrorResponse
	var status api.StatusCodeError
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &limited):
		e.Reason, e.After = connectors.RateLimited, limited.RetryAfter
	case errors.As(err, &said):
		e.Reason = meaning(said.Err)
		if said.Needed != "" {
			e.Err = fmt.Errorf("%w: needs %s", said, said.Needed)
		}
	case errors.As(err, &status):
		switch {
		case status.Code == http.StatusTooManyRequests: // without a word on how long
			e.Reason = connectors.RateLimited
		case status.Code == http.StatusRequestTimeout, status.Code == clientClosed:
			// whoever gave up on the way may have passed it on
		case status.Code >= 300 && status.Code < 500: // Slack refuses with a word, so this is somebody on the way
			e.Reason = connectors.Temporary
		}
	case !left:
		e.Reason = connectors.Temporary
	}
	var u *url.Error
	if errors.As(err, &u) {
		e.Err = u.Err // the address says nothing that the operation does not
	}
	return e
}

// meaning is what Slack's word for an error tells a caller. What it refused did not
// arrive; only where it broke down itself it may have. Of a word that is not known nobody knows whether it lasts.
func meaning(code string) connectors.Reason {
	switch code {
	case "ratelimited", "rate_limited", "team_quota_exceeded":
		return connectors.RateLimited
	case "internal_error", "fatal_error", "service_unavailable", "unknown_error", "update_failed":
		return connectors.Unknown
	case "msg_too_long", "msg_blocks_too_long", "markdown_text_too_long":
		return connectors.TooLong
	case "channel_not_found", "message_not_found", "thread_not_found", "is_archived", "file_not_found", "file_deleted", "user_not_found", "user_disabled":
		return connectors.Gone
	case "invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired", "not_allowed_token_type", "no_permission",
		"missing_scope", "access_denied", "team_access_not_granted", "org_login_required", "ekm_access_denied", "two_factor_setup_required",
		"not_in_channel", "restricted_action", "restricted_action_read_only_channel", "restricted_action_thread_only_channel",
		"restricted_action_non_threadable_channel", "restricted_action_thread_locked", "messages_tab_disabled", "cannot_dm_bot",
		"cant_update_message", "cant_delete_message", "edit_window_closed", "message_limit_exceeded", "forbidden_team", "app_not_found",
		"method_not_supported_for_channel_type", "as_user_not_supported", "cannot_reply_to_message",
		"posting_to_general_channel_denied", "posting_to_channel_denied", "channel_is_limited_access", "enterprise_is_restricted",
		"user_is_restricted", "user_is_ultra_restricted", "thread_locked", "compliance_exports_prevent_deletion",
		"file_uploads_disabled", "file_uploads_except_images_disabled", "slack_connect_blocked", "slack_connect_file_link_sharing_blocked":
		return connectors.Forbidden
	case "", "invalid_blocks", "invalid_blocks_format", "invalid_arguments", "invalid_arg_name", "invalid_array_arg", "invalid_charset",
		"invalid_form_data", "invalid_post_type", "missing_post_type", "invalid_json", "json_not_object", "unsupported_content_type",
		"no_text", "invalid_metadata_format", "invalid_metadata_schema", "metadata_too_large", "metadata_must_be_sent_from_app",
		"invalid_attachments", "too_many_attachments", "attachment_payload_limit_exceeded", "invalid_name", "invalid_cursor", "invalid_types",
		"invalid_limit", "invalid_ts_latest", "invalid_ts_oldest", "bad_timestamp", "no_item_specified", "already_reacted", "no_reaction",
		"too_many_emoji", "too_many_reactions", "unknown_method", "deprecated_endpoint", "duplicate_channel_not_found",
		"duplicate_message_not_found", "channel_type_not_supported", "unknown_snippet_type", "unknown_subtype", "malware_detected",
		"blocked_file_type", "file_upload_size_restricted", "storage_limit_reached", "slack_file_invalid":
		return connectors.Invalid
	}
	return connectors.Temporary // passing, or a word of tomorrow: it refused, for a reason that may pass
}

// passing says that Slack's word for an error is known to mean a state of its own that passes.
func passing(code string) bool {
	switch code {
	case "request_timeout", "team_added_to_org", "accesslimited", "external_channel_migrating", "too_many_websockets":
		return true
	}
	return false
}

// unreadable says that Slack's word for an error means one conversation, which cannot be read
// until somebody lets the agent in; others can.
func unreadable(code string) bool {
	switch code {
	case "channel_not_found", "not_in_channel", "is_archived", "missing_scope", "no_permission", "access_denied",
		"method_not_supported_for_channel_type", "channel_is_limited_access", "restricted_action":
		return true
	}
	return false
}

// strange says that Slack refused with a word that may mean one conversation, or nothing that
// lasts: nobody knows, even where it says that Slack broke down, or that the token is no good.
// It is asked again some times, and then others are, before the conversation counts as one
// that cannot be read.
func strange(code string) bool {
	return code != "" && !unreadable(code) && meaning(code) != connectors.RateLimited
}

// aboutToken says that Slack's word for an error is about who asks, whatever is asked for.
func aboutToken(code string) bool {
	switch code {
	case "invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired", "not_allowed_token_type",
		"team_access_not_granted", "org_login_required", "ekm_access_denied", "two_factor_setup_required", "app_not_found":
		return true
	}
	return false
}

// firm says that asking again right away would bring the same.
func firm(code string) bool {
	m := meaning(code)
	return unreadable(code) || m == connectors.Forbidden || m == connectors.Gone
}

// saidCode is Slack's word for an error; "" where it said none.
func saidCode(err error) string {
	var said api.SlackErrorResponse
	if errors.As(err, &said) {
		return said.Err
	}
	return ""
}

// ask makes one call by the SDK and says how it ended.
func (s *Slack) ask(ctx context.Context, op string, do func(context.Context) error) error {
	s.setUp()
	if err := ctx.Err(); err != nil {
		return &connectors.Error{Op: "slack: " + op, Reason: connectors.Temporary, Err: err}
	}
	var w wire
	if err := do(w.watch(ctx)); err != nil {
		if saidCode(err) == "messages_tab_disabled" {
			s.mu.Lock()
			s.noTab = true
			s.mu.Unlock()
		}
		return failed(op, w.left.Load(), err)
	}
	return nil
}
