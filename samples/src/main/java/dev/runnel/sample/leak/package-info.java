/**
 * All replicas are asked, and the first answer will do: the others are leaked, as nobody takes their answers. Room for
 * all answers in the channel would be the cure.
 */
@NullMarked
package dev.runnel.sample.leak;

import org.jspecify.annotations.NullMarked;
