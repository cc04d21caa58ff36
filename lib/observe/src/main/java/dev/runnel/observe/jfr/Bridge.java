package dev.runnel.observe.jfr;

import dev.runnel.scheduler.ObservedRuntime;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;

/**
 * Has runtimes tell their steps while a recording wants them, and only then. Until the first recording of this JVM it does no more
 * than listen for that: what JFR takes to start is not spent before.
 */
final class Bridge implements FlightRecorderListener {

    static final Bridge ONE = new Bridge();

    private final Set<ObservedRuntime> runtimes = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<ObservedRuntime> telling = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean begun;

    private Bridge() {
        FlightRecorder.addListener(this);
    }

    synchronized void opened(ObservedRuntime runtime) {
        runtimes.add(runtime);
        look();
    }

    synchronized void closed(ObservedRuntime runtime) {
        runtimes.remove(runtime);
        telling.remove(runtime);
    }

    @Override
    public void recordingStateChanged(Recording recording) {
        look();
    }

    /** Also done each second while the statistics are on: a recording may change its settings without changing its state. */
    private synchronized void look() {
        if (!FlightRecorder.isInitialized()) {
            return;
        }
        if (!begun) {
            begun = true;
            FlightRecorder.addPeriodicEvent(SchedulerStatisticsEvent.class, this::statistics);
        }
        boolean wanted = StepsToJfr.areWanted();
        for (ObservedRuntime runtime : runtimes) {
            if (wanted && telling.add(runtime)) {
                runtime.listen(new StepsToJfr(runtime.name()));
            } else if (!wanted && telling.remove(runtime)) {
                runtime.listen(null);
            }
        }
    }

    private void statistics() {
        look();
        List<ObservedRuntime> all;
        synchronized (this) {
            all = List.copyOf(runtimes);
        }
        all.forEach(runtime -> SchedulerStatisticsEvent.commit(runtime.name(), runtime.snapshot()));
    }
}
