package dev.runnel.observe.jmx;

import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.scheduler.RuntimeObserver;

/**
 * Registers runtimes if the property says so, and unregisters them when they have closed. Made by the service loader.
 */
public final class JmxObserver implements RuntimeObserver {

    private static final String MODULE = "java.management";

    private final boolean available;

    /** For the service loader. */
    public JmxObserver() {
        this(ModuleLayer.boot().findModule(MODULE).isPresent());
    }

    /**
     * For tests.
     *
     * @param available whether this JVM has MBeans
     */
    JmxObserver(boolean available) {
        this.available = available;
    }

    /**
     * Registers it, if the property says so.
     *
     * @throws IllegalArgumentException if the property says neither true nor false, or says true and this JVM has no
     *     MBeans
     */
    @Override
    public void opened(ObservedRuntime runtime) {
        String text = System.getProperty(Jmx.PROPERTY, "false");
        switch (text) {
            case "false" -> {}
            case "true" -> {
                if (!available) {
                    throw new IllegalArgumentException(Jmx.PROPERTY + ": 'true' is not allowed without the module "
                            + MODULE + ", which this JVM does not have; allowed: false");
                }
                Jmx.register(runtime);
            }
            default ->
                throw new IllegalArgumentException(
                        Jmx.PROPERTY + ": '" + text + "' is not allowed; allowed: true or false");
        }
    }

    @Override
    public void closed(ObservedRuntime runtime) {
        if (available) {
            Jmx.closed(runtime);
        }
    }
}
