/**
 * A trace as a page to look at: {@link dev.runnel.observe.timeline.Timeline} writes one HTML file that needs neither a
 * network nor a server. The trace is in it as columns of variable-length numbers, compressed; the scripts beside this
 * package's classes unpack it, replay it and draw it.
 */
@NullMarked
package dev.runnel.observe.timeline;

import org.jspecify.annotations.NullMarked;
