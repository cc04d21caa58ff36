package dev.runnel.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that asserts what one of Go's own tests asserts. The method runs as the main goroutine: on one P, on two, on
 * four, and under seeded schedules; each time on a new instance of its class.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(Runs.class)
@interface GoTest {

    /** The Go test, by file or function. */
    String value();

    /** The statements of the specification that it covers. */
    String[] covers() default {};

    /**
     * Under how many seeded schedules it runs, once for both kinds of carriers; 0 if it tests what only the real
     * scheduler does.
     */
    int schedules() default 50;

    /**
     * Whether it runs under every schedule as well, except those that differ only in the order of steps that have
     * nothing in common.
     */
    boolean everySchedule() default false;

    /** On how many Ps it runs. */
    int[] procs() default {1, 2, 4};
}
