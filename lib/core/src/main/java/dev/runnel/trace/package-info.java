/**
 * What the flight recorder gives: {@link dev.runnel.trace.FlightRecord}, the last events of a runtime's scheduler, and
 * {@link dev.runnel.trace.EventKind}, what there is to record. The artifact {@code runnel-observe} makes traces of it,
 * checks, stores and exports them.
 */
@NullMarked
package dev.runnel.trace;

import org.jspecify.annotations.NullMarked;
