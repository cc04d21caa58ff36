/** Schedules as parameters of jqwik's properties. Found by jqwik itself. */
@NullMarked
package dev.runnel.testkit.jqwik;

import org.jspecify.annotations.NullMarked;
