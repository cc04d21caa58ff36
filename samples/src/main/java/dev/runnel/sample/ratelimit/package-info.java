/**
 * A token bucket: so many requests in a period, and a burst after a pause.
 *
 * <pre>
 *   ticker ──tick──▶ filler ──token──▶ bucket: a channel of capacity BURST ──token──▶ whoever wants to go on
 *                       └─ drops the token if the bucket is full
 * </pre>
 *
 * <p>The buffer of a channel is the bucket. Whoever wants to go on takes a token; waiting for one is receiving. The
 * filler never waits: a token for which there is no room is lost, so that no pause, however long, earns more than a
 * burst.
 *
 * <p>After "Rate Limiting" of Go by Example, and the page of that name in Go's wiki.
 */
@NullMarked
package dev.runnel.sample.ratelimit;

import org.jspecify.annotations.NullMarked;
