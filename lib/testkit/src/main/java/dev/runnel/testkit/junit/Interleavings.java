package dev.runnel.testkit.junit;

import dev.runnel.testkit.Explorer;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test whose body is the main goroutine of a program, and is run under many schedules. The body must make all it uses
 * anew: what {@code @BeforeEach} does is done once, for all runs. The seed is a new one each time, and a failure says
 * which; the property {@code runnel.seed} fixes it.
 *
 * <pre>{@code
 * @Interleavings(500)
 * void box_givesWhatWasPut() {
 *   Chan<Integer> box = chan(1);
 *   go(() -> box.send(1));
 *   assertEquals(1, box.recv().get());
 * }
 * }</pre>
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(InterleavingsExtension.class)
public @interface Interleavings {

    /** How many schedules. */
    int value() default Explorer.RUNS;

    /** How many calls into the library a run may make. */
    int steps() default Explorer.STEPS;

    /** Whether a run fails that leaves goroutines when the body returns. */
    boolean failsOnLeaks() default false;

    /**
     * A schedule as a failure has printed it, in {@code Schedules.replay("0*5 1", body)}: the test is run once, under
     * this one, and {@link #value()} does not matter. {@code "0"} is the one without any preemption; empty for none.
     */
    String schedule() default "";
}
