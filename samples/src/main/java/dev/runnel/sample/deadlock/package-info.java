/**
 * The dining philosophers, all of whom take the fork on their left first. None ever gets a second one; the runtime sees
 * that nothing can run any more, and says where everyone waits.
 */
@NullMarked
package dev.runnel.sample.deadlock;

import org.jspecify.annotations.NullMarked;
