/** For jqwik: schedules as parameters of properties, which it finds by itself, and a guard against tries that hang. */
@NullMarked
package dev.runnel.testkit.jqwik;

import org.jspecify.annotations.NullMarked;
