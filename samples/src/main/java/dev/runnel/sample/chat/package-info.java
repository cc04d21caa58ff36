/**
 * A chat server: everyone hears what everyone says.
 *
 * <pre>
 *   client ═══▶ reader ──┐                 ┌──lines──▶ writer ═══▶ client
 *   client ═══▶ reader ──┼──events──▶ room ┤                               ═══ a socket
 *   client ═══▶ reader ──┘                 └──lines──▶ writer ═══▶ client  ──▶ a channel
 * </pre>
 *
 * <ol>
 *   <li>Only one goroutine, the room, knows who is there. It alone sends to the writers, so it may close their
 *       channels.
 *   <li>The room never waits. A member whose buffer is full when a line is to be sent to him loses his membership: his
 *       socket is closed, and the others go on.
 *   <li>A connection is two goroutines, because both directions may wait. The reader cleans up: it leaves the room,
 *       waits a while for the writer to write what is left, and closes the socket.
 *   <li>To end the server is to end a context. For each connection an {@code afterFunc} of that context closes the
 *       reading side of the socket, so that the reader sees the end of its lines, as if the client had gone. The room
 *       ends when all connections have.
 * </ol>
 *
 * <p>The first line is the name: up to 20 letters, digits and hyphens. Every further line is said to all others. The
 * server's own lines begin with an asterisk.
 *
 * <p>After the chat server of Donovan and Kernighan's "The Go Programming Language", which leaves slow clients, taken
 * names, long lines and an orderly end to its readers.
 */
@NullMarked
package dev.runnel.sample.chat;

import org.jspecify.annotations.NullMarked;
