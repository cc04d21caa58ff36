/**
 * A key-value server, as communicating sequential processes.
 *
 * <pre>
 *   client ═══ connection ──┐  calls
 *   client ═══ connection ──┼────────▶ store        ═══ a socket
 *   client ═══ connection ──┘                       ──▶ a channel
 *                  ▲ starts
 *              acceptor
 * </pre>
 *
 * <ol>
 *   <li>The map belongs to one goroutine, the store. No other ever sees it, so there is no lock. A call brings the channel
 *       for its answer with it.
 *   <li>Each connection is a goroutine that reads a line, asks the store, and writes the answer. It reads and writes with
 *       the JDK's blocking sockets; while it waits there, other goroutines run.
 *   <li>A buffered channel counts the connections: to send on it is to take a slot, to receive to give it back. The
 *       acceptor turns away a client for whom {@code trySend} finds no room.
 *   <li>Whoever wants the service to stop sends on {@code stop}, which has room for one: the first is heard, the others need
 *       not wait. The main goroutine then closes {@code quit} and the server socket, waits for the acceptor, takes all the
 *       slots, which it gets when the last connection has given its own back, closes {@code calls}, and waits for the store.
 *   <li>A connection that is told to quit reads no more, answers what it has read, says {@code BYE} and ends; a client that
 *       does not take its answers is cut off after a grace period.
 * </ol>
 *
 * <p>The protocol has one line per request and one per answer:
 *
 * <pre>
 *   SET key value    OK                       DELETE key    OK, NONE
 *   GET key          VALUE value, NONE        SIZE          VALUE n
 *   ADD key n        VALUE sum                QUIT          BYE, and ends this connection
 *   any of them      ERROR text               SHUTDOWN      BYE, and stops the service
 * </pre>
 */
@NullMarked
package dev.runnel.sample.service;

import org.jspecify.annotations.NullMarked;
