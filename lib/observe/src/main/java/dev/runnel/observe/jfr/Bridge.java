package dev.runnel.observe.jfr;

import dev.runnel.scheduler.ObservedRuntime;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;

/**
 * Has runtimes tell their steps while a recording wants them, and only then. Until the first recording of this JVM it
 * does no more than listen for one: what JFR takes to start is not spent before.
 */
final class Bridge implements FlightRecorderListener {

    static final Bridge ONE = new Bridge();

    private final Set<ObservedRuntime> runtimes = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Looked at without the monitor, too. */
    private final Map<ObservedRuntime, StepsToJfr> telling = new ConcurrentHashMap<>();

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

    /**
     * Also done each second while the statistics are on: a recording may change its settings without changing its
     * state.
     */
    private synchronized void look() {
        if (!FlightRecorder.isInitialized()) {
            return;
        }
        if (!begun) {
            begun = true;
            FlightRecorder.addPeriodicEvent(SchedulerStatisticsEvent.class, this::statistics);
            FlightRecorder.addPeriodicEvent(StepEvent.GoOut.class, this::commitLate);
        }
        commitLate();
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

    /** Also called as a chunk of a recording ends, under locks of JFR: so not under ours. */
    private void commitLate() {
        telling.values().forEach(StepsToJfr::commitLate);
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
