// Package wire is what every driver's exchange over HTTP needs, whatever protocol is spoken:
// how long the first byte may take, and each pause after it, and all of it; how much is read;
// how long a service asks to be left alone; and what a failure means as far as HTTP and the
// network tell. What a service itself says with an error stays with its driver.
package wire
