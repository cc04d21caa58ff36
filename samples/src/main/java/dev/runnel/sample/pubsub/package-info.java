/**
 * Publishers and subscribers, with topics, and a rule for each subscriber that is slow.
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
 *   <li>The buffer of a subscription is how far a subscriber may be behind. What happens then is for the subscriber to
 *       choose; see {@link dev.runnel.sample.pubsub.Slow}. Only one that chose to be waited for holds up others.
 *   <li>Whoever unsubscribes says so on a channel of the subscription first: the broker may be waiting for this very
 *       subscriber.
 *   <li>The end is orderly: what was published before is delivered, then each subscriber's channel ends.
 * </ol>
 *
 * <p>The idea is common property; a goroutine that owns the subscribers has the chat server of Donovan and Kernighan's
 * "The Go Programming Language".
 */
@NullMarked
package dev.runnel.sample.pubsub;

import org.jspecify.annotations.NullMarked;
