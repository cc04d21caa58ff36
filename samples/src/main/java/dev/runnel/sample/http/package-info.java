/**
 * HTTP/1.1 over a {@link dev.runnel.sample.http.Wire}: bytes in both directions, and times. Nothing here knows of
 * goroutines; a {@link dev.runnel.sample.http.Conversation} is run by a goroutine or a thread.
 *
 * <pre>
 *          ┌──────────────────────── Conversation ───────────────────────┐
 *   Wire ═▶ Input ─▶ HeadReader ─▶ Framing ─▶ BodyReader ─▶ Handler ─▶ Output ═▶ Wire
 * </pre>
 *
 * <ol>
 *   <li>Before it waits for bytes, a conversation writes all answers: none is held back while a client waits for it.
 *       Answers to requests that came together (pipelining) go out together.
 *   <li>What can be understood in two ways is refused (400): two lengths, a length beside chunks, a header on two
 *       lines, a blank before the colon, a line that does not end with CR LF, control characters.
 *   <li>Everything has a limit, and its own answer: 408 time, 413 body, 414 request line, 431 header lines; 501 unknown
 *       methods and encodings, 505 unknown versions. The time for a request is for all of it, so that a byte now and
 *       then does not help. A client that takes no answers is cut off.
 *   <li>Memory grows with what has come, not with what was announced; a connection that is idle holds two small
 *       buffers.
 *   <li>When the server ends a conversation, it first lets the client see the answer: it says that it will write no
 *       more, and for a while skips what the client still sends.
 *   <li>Whether a conversation that is told to finish is idle is decided by one compare-and-set: a request is either
 *       answered, or not begun.
 * </ol>
 */
@NullMarked
package dev.runnel.sample.http;

import org.jspecify.annotations.NullMarked;
