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
    private final IdentityHashMap<ObservedRuntime, StepsToJfr> telling = new IdentityHashMap<>();
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
        StepsToJfr told = telling.remove(runtime);
        if (told != null) {
            told.commitLate();
        }
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
        telling.values().forEach(StepsToJfr::commitLate);
        boolean wanted = StepsToJfr.areWanted();
        for (ObservedRuntime runtime : runtimes) {
            if (wanted && !telling.containsKey(runtime)) {
                StepsToJfr fresh = new StepsToJfr(runtime.name());
                telling.put(runtime, fresh);
                runtime.addListener(fresh);
            } else if (!wanted) {
                StepsToJfr told = telling.remove(runtime);
                if (told != null) {
                    runtime.removeListener(told);
                }
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
