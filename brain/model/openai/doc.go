// Package openai drives the language models of OpenAI and of every server that speaks like
// it (Ollama, llama.cpp, vLLM, LM Studio, Gemini's compatible endpoint, gateways) over
// OpenAI's own SDK: chat completions, embeddings, transcriptions, pictures, and the list of
// models.
//
// # What is sent
//
// Every answer is streamed and its usage asked for. Nothing is sent that the request does
// not say: no temperature, no effort, no choice of tools, no user. Each call is one HTTP
// request (Embed makes one for each batch); the SDK's own retries are off, and it reads
// nothing from the environment.
//
// OpenAI itself and the servers that imitate it differ in what they take; Dialect says
// which of the two is spoken:
//
//	                       OpenAI                   Compatible
//	the answer's limit     max_completion_tokens    max_tokens
//	keep the answer        store: false             not said (it is OpenAI's field)
//	marked instructions    prompt_cache_breakpoint  not said (they cache by themselves)
//	pictures               (always b64_json)        response_format: b64_json
//	thinking in the text   text like any other      taken out
//
// # What is believed
//
// An answer is whole once its finish_reason has come; whether [DONE] or the usage comes
// after it does not matter. A stream that ends without one was cut short. Thinking never
// becomes text, whether it comes in a field of its own (reasoning_content, reasoning, parts
// of the content) or, from compatible servers, between tags such as <think> and </think> in
// the text. Where a server leaves out the opening tag, as some templates do, all that came
// before the closing one was thinking: Response.Text is then only what follows, although
// OnText has heard more, because nobody can tell before.
//
// What a reasoning server says with a call of a tool, and what Gemini wants back with it
// (extra_content), goes back with the next call of the same loop as a model.Thought.
//
// Where a server says nothing of usage, In and Out are a guess from the bytes, and not
// Exact. Where an answer broke off, In is what the server said, or 0.
//
// Everything that is read is bounded (model.MaxStream for an answer, see the constants for
// the rest), and so is every wait (Options). No error holds a key, or words that the
// provider sent: of what it says, only the names of its codes are kept.
package openai
