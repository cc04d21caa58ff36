package dev.runnel.testkit.junit;

import dev.runnel.testkit.hang.HangAlarm;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A test that has not ended after two minutes ends the JVM with status 1, after a dump of all goroutines and of all
 * threads on standard error and in {@code target/hang-PID.txt}. A goroutine that waits for ever cannot be made to end
 * its test in any gentler way.
 *
 * <p>For all tests of a module: name this class in {@code META-INF/services/org.junit.jupiter.api.extension.Extension}
 * and set {@code junit.jupiter.extensions.autodetection.enabled}. The test runs on its own thread, as without the
 * guard. The property {@value #SECONDS} sets another number of seconds, 1 or more. For the properties of jqwik there is
 * {@link dev.runnel.testkit.jqwik.TryHangGuard}.
 */
public final class HangGuard implements BeforeEachCallback {

    /** The property for the time that a test has, in seconds. */
    public static final String SECONDS = HangAlarm.SECONDS;

    /** For the service loader and {@code @ExtendWith}. */
    public HangGuard() {}

    @Override
    public void beforeEach(ExtensionContext context) {
        HangAlarm alarm = HangAlarm.set(() -> context.getDisplayName() + " " + context.getUniqueId());
        context.getStore(ExtensionContext.Namespace.create(HangGuard.class, context.getUniqueId()))
                .put("alarm", new Resource(alarm));
    }

    /**
     * The alarm as something that JUnit closes at the end of the test: through the one interface from 5.13 on, before
     * that through the other.
     */
    @SuppressWarnings("deprecation")
    private record Resource(HangAlarm alarm) implements AutoCloseable, ExtensionContext.Store.CloseableResource {

        @Override
        public void close() {
            alarm.close();
        }
    }
}
