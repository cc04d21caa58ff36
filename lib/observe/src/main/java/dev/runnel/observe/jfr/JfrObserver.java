package dev.runnel.observe.jfr;

import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.scheduler.RuntimeObserver;

/** Puts runtimes into the recordings of JFR, where the JVM has JFR. Made by the service loader. */
public final class JfrObserver implements RuntimeObserver {

    private static final boolean AVAILABLE =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    /** For the service loader. */
    public JfrObserver() {}

    @Override
    public void opened(ObservedRuntime runtime) {
        if (AVAILABLE) {
            Bridge.ONE.opened(runtime);
        }
    }

    @Override
    public void closed(ObservedRuntime runtime) {
        if (AVAILABLE) {
            Bridge.ONE.closed(runtime);
        }
    }
}
