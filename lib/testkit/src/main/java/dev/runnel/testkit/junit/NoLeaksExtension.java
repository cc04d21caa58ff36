package dev.runnel.testkit.junit;

import dev.runnel.testkit.Leaks;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Does what {@link NoLeaks} says; may be registered for all tests as well. */
public final class NoLeaksExtension implements BeforeEachCallback, AfterEachCallback {

    private static final ExtensionContext.Namespace HERE = ExtensionContext.Namespace.create(NoLeaksExtension.class);
    private static final long PATIENCE = 1_000;

    /** For JUnit. */
    public NoLeaksExtension() {}

    @Override
    public void beforeEach(ExtensionContext context) {
        boolean timers = nearest(context).map(NoLeaks::timers).orElse(false);
        context.getStore(HERE).put(Leaks.class, timers ? Leaks.watchWithTimers() : Leaks.watch());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Leaks leaks = context.getStore(HERE).remove(Leaks.class, Leaks.class);
        if (leaks != null) {
            leaks.check(
                    Duration.ofMillis(nearest(context).map(NoLeaks::patience).orElse(PATIENCE)));
        }
    }

    /** The annotation of the method, of its class, or of the classes around that. */
    private static Optional<NoLeaks> nearest(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getElement(), NoLeaks.class)
                .or(() -> context.getParent().flatMap(NoLeaksExtension::nearest));
    }
}
