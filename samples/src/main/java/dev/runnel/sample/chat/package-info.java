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
 *   <li>Who is there is known to one goroutine, the room. It alone sends to the writers, so it may close their
 *       channels.
 *   <li>The room never waits. A line for which there is no room in a member's buffer costs him his membership: his
 *       socket is closed, and the others go on.
 *   <li>A connection is two goroutines, because both directions may wait. The reader is the one that cleans up: it
 *       leaves the room, waits for the writer to write what is left, for a while, and closes the socket.
 *   <li>The end is the end of a context. For each connection an {@code afterFunc} of that context closes the reading
 *       side of the socket, so that the reader sees the end of its lines, as if the client had gone. The room ends when
 *       all connections have.
 * </ol>
 *
 * <p>The first line is the name: up to 20 letters, digits and hyphens. Every other is said to all others. The server's
 * own lines begin with an asterisk.
 *
 * <p>After the chat server of Donovan and Kernighan's "The Go Programming Language", which leaves slow clients, names
 * that are taken, long lines and the end to its readers.
 */
@NullMarked
package dev.runnel.sample.chat;

import org.jspecify.annotations.NullMarked;
