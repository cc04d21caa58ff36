/** Extensions for JUnit. */
@NullMarked
package dev.runnel.testkit.junit;

import org.jspecify.annotations.NullMarked;
