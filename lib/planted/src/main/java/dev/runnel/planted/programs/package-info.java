/** Small programs, right under every schedule: what catches planted bugs first. */
@NullMarked
package dev.runnel.planted.programs;

import org.jspecify.annotations.NullMarked;
