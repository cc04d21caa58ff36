package dev.runnel.channel;

/**
 * What a channel that counts has counted, all at one instant: {@code sends - receives - drops == len}. An operation
 * that has given up, or was refused, has not happened, and is in none of the three.
 *
 * @param sends values that were sent: they reached a receiver, or the buffer, or were dropped instead
 * @param receives values that were received
 * @param drops values that nobody will receive: pushed out of a sliding buffer, turned away by a dropping one, or in
 *     the buffer when the channel was cancelled
 * @param crossings how often the soft limit of an unbounded channel was crossed
 * @param sendWaits how often a sender had to wait; a select counts for each of its clauses here
 * @param receiveWaits how often a receiver had to wait, likewise
 * @param len how many values are in the buffer
 * @param mostLen the most that it has had in the buffer at a time
 */
public record ChanStats(
        long sends,
        long receives,
        long drops,
        long crossings,
        long sendWaits,
        long receiveWaits,
        int len,
        int mostLen) {}
