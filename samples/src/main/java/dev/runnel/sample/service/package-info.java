/**
 * A key-value service that speaks HTTP/1.1, as communicating sequential processes.
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
 *   <li>The map belongs to one goroutine, the store. No other ever sees it, so there is no lock. A call brings the
 *       channel for its answer with it.
 *   <li>Each connection is a goroutine that has a {@link dev.runnel.sample.http.Conversation}: it reads a request, asks
 *       the store, and writes the answer. It reads and writes as if it never had to wait; when it has to, it is parked,
 *       and no thread waits with it.
 *   <li>A buffered channel counts the connections: sending on it takes a slot, receiving gives it back. A client for
 *       whom {@code trySend} finds no room is told so (503) by one of a few goroutines that are there for that. They
 *       are counted in the same way; if they are busy, too, the client's connection is closed without a word.
 *   <li>Whoever wants the service to stop sends on {@code stop}, which has room for one: the first is heard, the others
 *       need not wait. The service then closes {@code quit}; the server closes its listener, waits for the acceptor,
 *       tells the connections to finish, and takes all the slots. It has them when the last connection has given its
 *       own back. Only then is {@code calls} closed, and the store ends.
 *   <li>A connection that is told to finish ends at once if it is idle; one that has a request under way answers that,
 *       with {@code Connection: close}. Taking the slots has a deadline: connections that still hold one are then cut
 *       off, and named.
 * </ol>
 *
 * <p>What can be asked is in {@link dev.runnel.sample.service.Routes}; {@code GET /} shows it.
 */
@NullMarked
package dev.runnel.sample.service;

import org.jspecify.annotations.NullMarked;
