/**
 * Many channels merged into one: a forwarder per source, and one goroutine that closes the channel they share when the
 * last of them has ended. A channel with many senders is closed by none of them.
 */
@NullMarked
package dev.runnel.sample.fanin;

import org.jspecify.annotations.NullMarked;
