package dev.runnel.channel;

import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.channel.NilChan;

/**
 * A typed conduit between goroutines; Go's {@code chan T}.
 *
 * <p>A channel of capacity 0 is a rendezvous: a send and a receive complete together. A channel of capacity n holds up
 * to n values in FIFO order. Any number of goroutines, and of other threads, may use a channel at once. Values are
 * never null.
 *
 * <p>A {@code Chan<T>} is both a {@link SendChan} and a {@link RecvChan}; handing it out as one of these is Go's
 * one-way conversion. Identity is equality: a view is the very same object.
 *
 * <p>Memory: what a thread did before a send is visible after the matching receive; before a close, after a receive
 * that reports it; before a receive on an unbuffered channel, after the matching send; before the k-th receive on a
 * channel of capacity n, after the (k+n)-th send.
 *
 * <p>A channel made in a bubble of the test kit throws {@link ChannelException.OutsideBubble} at each operation from
 * outside that bubble; what only asks about it, like {@link #len()}, may be called from anywhere.
 *
 * @param <T> the type of the values
 */
public sealed interface Chan<T> extends SendChan<T>, RecvChan<T> permits Channel, NilChan {}
