/** What ends a JVM in which a test hangs, for JUnit and jqwik alike; not exported. */
@NullMarked
package dev.runnel.testkit.hang;

import org.jspecify.annotations.NullMarked;
