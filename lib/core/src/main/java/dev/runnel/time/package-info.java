/**
 * Timers that can be stopped and set anew; Go's {@code time.Timer}, {@code time.Ticker} and {@code time.AfterFunc}.
 * What need be neither stopped nor set anew is in {@link dev.runnel.Go}: {@code sleep}, {@code after}, {@code tick}.
 *
 * <p>A timer belongs to the runtime in which it is made, goes by its clock, and does not outlive it. Any thread may
 * stop it, set it and wait for it; but one that was made in a bubble of the test kit may be used only there.
 */
@NullMarked
package dev.runnel.time;

import org.jspecify.annotations.NullMarked;
