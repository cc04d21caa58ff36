package dev.runnel.testkit.junit;

import dev.runnel.testkit.Leaks;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Checks, after all tests of a class, that the default runtime, which they share with all other classes, has no
 * goroutine and no timer that it did not have before. As {@link NoLeaks} with timers, but for classes instead of tests,
 * so that the tests of a class may share what they end together. A goroutine that is left makes counts of other tests
 * wrong, and a timer keeps their deadlocks from being reported. Not for tests that run in parallel.
 *
 * <p>For all tests of a module: name this class in {@code META-INF/services/org.junit.jupiter.api.extension.Extension}
 * and set {@code junit.jupiter.extensions.autodetection.enabled}.
 */
public final class NothingLeft implements AfterAllCallback {

    private final Duration patience;
    private Leaks leaks = Leaks.watchWithTimers();

    /** For the service loader: what is left has ten seconds to end. */
    public NothingLeft() {
        this(Duration.ofSeconds(10));
    }

    /**
     * For {@code @RegisterExtension}.
     *
     * @param patience how long what is left has to end; zero or less: it must have ended
     */
    public NothingLeft(Duration patience) {
        this.patience = Objects.requireNonNull(patience, "patience");
    }

    /**
     * Checks it; nested classes are checked with the class around them. What is left is reported once.
     *
     * @throws dev.runnel.testkit.LeakException saying what is left
     */
    @Override
    public void afterAll(ExtensionContext context) {
        boolean nested =
                context.getParent().flatMap(ExtensionContext::getTestClass).isPresent();
        if (!nested) {
            try {
                leaks.check(patience);
            } finally {
                leaks = Leaks.watchWithTimers();
            }
        }
    }
}
