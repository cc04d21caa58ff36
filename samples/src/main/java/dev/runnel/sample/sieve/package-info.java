/**
 * The prime sieve of the first CSP papers: a filter for each prime, and the numbers run through all of them.
 *
 * <pre>
 *   2 3 4 5 … ──▶ not by 2 ──▶ not by 3 ──▶ not by 5 ──▶ …      what comes first out of a filter is the next prime
 * </pre>
 */
@NullMarked
package dev.runnel.sample.sieve;

import org.jspecify.annotations.NullMarked;
