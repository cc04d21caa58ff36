/**
 * The tester is tested: bugs are planted in a copy of the core, one at a time, and the tests have to catch each of
 * them.
 *
 * <p>A bug is a file in {@code src/main/bugs}: what is wrong, which statements of Go's semantics it breaks, and lines
 * of the core's sources with what stands in their place. The core is compiled with it, and runs in a JVM of its own:
 * first small programs under the test kit's schedules, then, if none of them fails, the core's own tests. The core as
 * it is has to pass all of them, run in the same way.
 */
@NullMarked
package dev.runnel.planted;

import org.jspecify.annotations.NullMarked;
