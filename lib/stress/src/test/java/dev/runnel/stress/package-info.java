/**
 * Everything at once, for any length of time, and nothing may get lost.
 *
 * <p>{@code Stress} runs {@code Round}s. In each, {@code Worker}s, goroutines and other threads, use the same
 * {@code Line}s: a line is a channel with a ledger. Lines are closed all the time and others take their place; once
 * nobody uses a closed one any more, its ledger is audited. Beside them runtimes are started and closed, threads are
 * interrupted, and dumps are taken. {@code Watch} finds workers that make no progress.
 */
package dev.runnel.stress;
