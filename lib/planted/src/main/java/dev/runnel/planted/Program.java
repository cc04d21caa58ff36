package dev.runnel.planted;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A small program with assertions, right under every schedule: a static method, which the main goroutine calls. If it
 * names outcomes, it takes a {@code Consumer<String>} and tells it which came out.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Program {

    /** What has to come out under one schedule or another. */
    String[] outcomes() default {};

    /** How many schedules; the first is the one without preemption. */
    int runs() default 200;

    /** What each run fails with. */
    Class<? extends Throwable> failsWith() default None.class;

    /** Runs do not fail. */
    final class None extends Throwable {
        private static final long serialVersionUID = 1;

        private None() {}
    }
}
