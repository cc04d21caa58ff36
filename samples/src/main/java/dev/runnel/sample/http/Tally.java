package dev.runnel.sample.http;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import java.util.concurrent.atomic.LongAdder;

/** What connections have done so far. */
public final class Tally {

    private final LongAdder connections = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder idle = new LongAdder();
    private final LongAdder late = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final LongAdder turnedAway = new LongAdder();

    void connection() {
        connections.increment();
    }

    void answered() {
        answered.increment();
    }

    void refused() {
        refused.increment();
    }

    void failed() {
        failed.increment();
    }

    void idle() {
        idle.increment();
    }

    void late() {
        late.increment();
    }

    void lost() {
        lost.increment();
    }

    /** A client for whom there was no room. */
    public void turnedAway() {
        turnedAway.increment();
    }

    /** The counters by name. They are read one after the other while others count. */
    public Map<String, Long> counts() {
        return LinkedHashMap.of("connections", connections.sum(), "turned away", turnedAway.sum())
                .put("requests answered", answered.sum())
                .put("requests refused", refused.sum())
                .put("requests that failed", failed.sum())
                .put("connections closed as idle", idle.sum())
                .put("connections closed as late", late.sum())
                .put("connections lost", lost.sum());
    }
}
