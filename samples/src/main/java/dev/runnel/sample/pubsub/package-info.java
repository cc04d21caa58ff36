/**
 * Publishers and subscribers, with topics, and with a rule for each subscriber in case it is slow.
 *
 * <pre>
 *   publisher ───┐                     ┌──messages──▶ subscriber
 *   publisher ───┼──orders──▶ broker ──┤
 *   subscriber ──┘                     └──messages──▶ subscriber
 * </pre>
 *
 * <ol>
 *   <li>The broker is one goroutine. The subscriptions belong to it, so there is no lock; and it alone sends to
 *       subscribers, so it may close their channels.
 *   <li>The size of a subscription's buffer is how far a subscriber may be behind. The subscriber chooses what happens
 *       when it is full: see {@link dev.runnel.sample.pubsub.Slow}. Only one that chose to be waited for holds up
 *       others.
 *   <li>Whoever unsubscribes says so on a channel of the subscription first: the broker may be waiting for this very
 *       subscriber.
 *   <li>The end is orderly: what was published before is delivered, then each subscriber's channel ends.
 * </ol>
 *
 * <p>The idea is common property; the goroutine that owns the subscribers is from the chat server of Donovan and
 * Kernighan's "The Go Programming Language".
 */
@NullMarked
package dev.runnel.sample.pubsub;

import org.jspecify.annotations.NullMarked;
