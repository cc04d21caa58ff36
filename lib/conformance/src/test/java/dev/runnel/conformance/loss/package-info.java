/**
 * Nothing is lost by an operation that is given up. Each kind of operation that an interrupt, a time limit, the end of
 * a context or a close can end is tried in many small programs, which end it at random moments: it has happened as a
 * whole, or it has not and says so, and others that wait are served.
 */
@NullMarked
package dev.runnel.conformance.loss;

import org.jspecify.annotations.NullMarked;
