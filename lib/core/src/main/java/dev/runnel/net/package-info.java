/**
 * TCP and Unix sockets for goroutines, and {@linkplain dev.runnel.net.Net#pipe() connections in memory}; Go's
 * {@code net}. A goroutine that has to wait for the network is parked, as on a channel: neither a P nor a platform
 * thread waits with it, and dumps say {@code IO wait}. Any other thread may use this, too, and waits itself.
 *
 * <pre>{@code
 * try (Listener listener = Net.listen("localhost:0")) {
 *     while (serving) {
 *         Conn conn = listener.accept();
 *         go(() -> {
 *             try (conn) {
 *                 ByteBuffer bytes = ByteBuffer.allocate(4096);
 *                 while (conn.read(bytes) >= 0) {
 *                     conn.write(bytes.flip());
 *                     bytes.clear();
 *                 }
 *             }
 *         });
 *     }
 * }
 * }</pre>
 *
 * <p>An operation that fails throws a {@link dev.runnel.net.NetException}, whose subclasses are what one may want to
 * tell apart. One that has timed out, or was cancelled or interrupted, may be tried again: a read that gave up has
 * taken nothing, and a write says by the position of its buffer what has gone out.
 *
 * <p>A wait at a connection in memory is like one on a channel. Waiting for the network keeps a run from being taken
 * for deadlocked. In a bubble of the test kit it does not count as durably blocked: the bubble's clock stands still
 * until the peer answers. In a deterministic run that is not a bubble it fails.
 */
@NullMarked
package dev.runnel.net;

import org.jspecify.annotations.NullMarked;
