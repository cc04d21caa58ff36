package dev.runnel.testkit.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test, or all tests of a class, that must leave no goroutine behind on the default runtime. One that does so fails,
 * and the failure says where each goroutine waits, why, and who created it. Not for tests that run in parallel with
 * others.
 */
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(NoLeaksExtension.class)
public @interface NoLeaks {

    /**
     * Whether it must leave no timer that starts something, either: see
     * {@link dev.runnel.testkit.Leaks#watchWithTimers}.
     */
    boolean timers() default false;

    /** How long goroutines are given to end after the test, in milliseconds. */
    long patience() default 1_000;
}
