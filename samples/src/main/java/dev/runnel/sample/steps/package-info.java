/**
 * The textbooks' tables for fork and join, from the real scheduler: its Ps move one at a time, in turn, and after each
 * turn its queues are read. The program is the usual one: fib(n) starts fib(n - 1), calls fib(n - 2), and joins.
 */
@NullMarked
package dev.runnel.sample.steps;

import org.jspecify.annotations.NullMarked;
