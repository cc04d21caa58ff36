/**
 * Mixed load on one runtime for an hour: nothing is lost, and nothing grows.
 *
 * <p>{@code Performer}s, goroutines and other threads, play one {@code Act} after another: each is a small program that
 * is disturbed while it runs, ends by itself, and then adds up. The acts are drawn by chance from a seed. Each minute
 * the {@code Load} has all acts end for a moment; then nothing is left that they have started, the runtime is sound,
 * and a {@code Sample} is taken.
 */
package dev.runnel.stress.soak;
