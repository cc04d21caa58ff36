package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.text.Safely;
import dev.runnel.scheduler.RuntimeObserver;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Tells the services that watch runtimes. What they fail with is logged, and harms no runtime. */
final class Observers {

    /** Where the list itself cannot be read there is no next one, only the same failure again. */
    private static final int MOST_FAILURES = 100;

    private static final List<RuntimeObserver> ALL = load();

    private Observers() {}

    private static List<RuntimeObserver> load() {
        List<RuntimeObserver> all = new ArrayList<>();
        Iterator<RuntimeObserver> listed = ServiceLoader.load(RuntimeObserver.class, Observers.class.getClassLoader())
                .iterator();
        for (int failures = 0; failures < MOST_FAILURES; failures++) {
            try {
                listed.forEachRemaining(all::add);
                break;
            } catch (ServiceConfigurationError | LinkageError e) { // of that one; it goes on with the next
                Safely.warn("a service that watches runtimes cannot be loaded", e);
            }
        }
        return all;
    }

    /**
     * The runtime can be used. In a deterministic run nobody is told.
     *
     * @throws IllegalArgumentException if one of them has a setting that is not allowed; the runtime is closed then
     */
    static void opened(Scheduler s) {
        if (s.directed != null) {
            return;
        }
        for (RuntimeObserver observer : ALL) {
            try {
                observer.opened(s.view);
            } catch (IllegalArgumentException e) {
                s.ending.close();
                throw e;
            } catch (Throwable e) {
                Safely.warn("a service that watches runtimes failed", e);
            }
        }
    }

    static void closed(Scheduler s) {
        if (s.directed != null) {
            return;
        }
        for (RuntimeObserver observer : ALL) {
            try {
                observer.closed(s.view);
            } catch (Throwable e) {
                Safely.warn("a service that watches runtimes failed", e);
            }
        }
    }
}
