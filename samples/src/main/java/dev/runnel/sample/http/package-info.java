/**
 * HTTP/1.1 over a {@link dev.runnel.sample.http.Wire}: bytes in both directions, and times. Nothing here knows a
 * goroutine; a {@link dev.runnel.sample.http.Conversation} is run by one, or by a thread.
 *
 * <pre>
 *          ┌──────────────────────── Conversation ───────────────────────┐
 *   Wire ═▶ Input ─▶ HeadReader ─▶ Framing ─▶ BodyReader ─▶ Handler ─▶ Output ═▶ Wire
 * </pre>
 *
 * <ol>
 *   <li>Before it waits for bytes it writes all answers: nothing is left unsaid while a client waits for it. Answers to
 *       requests that came together (pipelining) go out together.
 *   <li>What can be understood in two ways is refused (400): two lengths, a length beside chunks, a header on two
 *       lines, a blank before the colon, a line that does not end with CR LF, control characters.
 *   <li>Everything has a limit, and its own answer: 408 time, 413 body, 414 request line, 431 header lines; 501 methods
 *       and encodings, 505 versions that are unknown. The time for a request is for all of it, so that a byte now and
 *       then does not help. Who takes no answers is cut off.
 *   <li>Memory grows with what has come, not with what was announced; a connection that is idle holds two small
 *       buffers.
 *   <li>A conversation that the server ends is ended after the client has seen the answer: the server says that it will
 *       write no more, and for a while skips what the client still sends.
 *   <li>To be idle and to be told to finish is decided by one compare-and-set: a request is either answered, or not
 *       begun.
 * </ol>
 */
@NullMarked
package dev.runnel.sample.http;

import org.jspecify.annotations.NullMarked;
