package dev.runnel.observe.jmx;

import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.scheduler.RuntimeObserver;

/** Registers runtimes if the property says so, and unregisters them when they have closed. Made by the service loader. */
public final class JmxObserver implements RuntimeObserver {

    private static final boolean AVAILABLE =
            ModuleLayer.boot().findModule("java.management").isPresent();

    /** For the service loader. */
    public JmxObserver() {}

    @Override
    public void opened(ObservedRuntime runtime) {
        String text = System.getProperty(Jmx.PROPERTY, "false");
        switch (text) {
            case "false" -> {}
            case "true" -> {
                if (AVAILABLE) {
                    Jmx.register(runtime);
                }
            }
            default ->
                throw new IllegalArgumentException(
                        Jmx.PROPERTY + ": '" + text + "' is not allowed; allowed: true or false");
        }
    }

    @Override
    public void closed(ObservedRuntime runtime) {
        if (AVAILABLE) {
            Jmx.closed(runtime);
        }
    }
}
