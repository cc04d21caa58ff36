package dev.runnel.testkit.jqwik;

import dev.runnel.testkit.hang.HangAlarm;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.lifecycle.AroundTryHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.TryExecutionResult;
import net.jqwik.api.lifecycle.TryExecutor;
import net.jqwik.api.lifecycle.TryLifecycleContext;

/**
 * A try of a property that has not ended after two minutes ends the JVM with status 1, after a dump of all goroutines
 * and of all threads on standard error and in {@code target/hang-PID.txt}; {@code dev.runnel.testkit.junit.HangGuard}
 * does the same for tests of JUnit, and has the same property for the number of seconds. Each try that is made to
 * shrink what has failed has its own time, too.
 *
 * <p>For all properties of a module: name this class in
 * {@code META-INF/services/net.jqwik.api.lifecycle.LifecycleHook}. For some: use {@code @AddLifecycleHook}.
 */
public final class TryHangGuard implements AroundTryHook {

    /** For the service loader and {@code @AddLifecycleHook}. */
    public TryHangGuard() {}

    @Override
    public TryExecutionResult aroundTry(TryLifecycleContext context, TryExecutor executor, List<Object> parameters) {
        HangAlarm alarm = HangAlarm.set(() -> context.label() + " with " + parameters);
        try {
            return executor.execute(parameters);
        } finally {
            alarm.close();
        }
    }

    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }

    @Override
    public boolean appliesTo(Optional<AnnotatedElement> element) {
        return true;
    }
}
