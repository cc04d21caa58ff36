package dev.runnel.observe.jmx;

import dev.runnel.scheduler.SchedulerSnapshot;
import java.io.IOException;

/** A runtime, for operators. Each attribute is read by itself; {@link #getSnapshot()} has all numbers of one moment. */
public interface RuntimeMXBean {

    /** What Runnel calls the runtime. */
    String getName();

    /** Whether each P has a platform thread of its own. */
    boolean isDedicated();

    /** The number of Ps. */
    int getProcs();

    /**
     * Changes that number, while goroutines run; see {@link dev.runnel.GoRuntime#procs(int)}.
     *
     * @throws IllegalArgumentException if that is not allowed
     */
    void setProcs(int procs);

    /** Has that number follow that of the processors; see {@link dev.runnel.GoRuntime#followProcessors}. */
    void followProcessors();

    /** Ps that have nothing to do. */
    int getIdleProcs();

    /** Goroutines that have not ended. */
    long getGoroutines();

    /** Those in a queue. */
    long getRunnable();

    /** Those on a P. */
    long getRunning();

    /** Those that are parked. */
    long getWaiting();

    /** Those that are blocked in the JDK, or run on without a P. */
    long getOutside();

    /** Goroutines that were ever created. */
    long getCreated();

    /** Ms: virtual threads that carry goroutines. */
    int getMachines();

    /** Goroutines in the queue that all Ps share. */
    int getGlobalQueue();

    /** Goroutines that a P took from another's queue. */
    long getSteals();

    /** How often a P was passed from one M to another. */
    long getHandOvers();

    /** Timers that are set. */
    int getTimers();

    /** All of it, and each P. */
    SchedulerSnapshot getSnapshot();

    /** The goroutines that have started, the thousand oldest at most, in Go's layout. */
    String dump();

    /** The same, with goroutines at the same place as one paragraph. */
    String dumpGrouped();

    /** The same, as JSON; see {@link dev.runnel.scheduler.GoroutineDump#json()}. */
    String dumpJson();

    /**
     * Goroutines that have waited for at least that long, for something that need never happen, those at the same place
     * as one paragraph.
     *
     * @param seconds how long at least
     * @throws IllegalArgumentException if that is negative
     */
    String leaks(long seconds);

    /**
     * Goroutines that nothing can wake any more, those at the same place as one paragraph. Collects garbage, and needs
     * {@code -Djdk.trackAllThreads=false}; see {@link dev.runnel.GoRuntime#unreachable}.
     *
     * @throws UnsupportedOperationException if the JVM cannot tell
     * @throws IllegalStateException if another such call has been under way for five seconds
     */
    String unreachable();

    /** Whether the flight recorder is on. */
    boolean isRecording();

    /**
     * Begins a new recording.
     *
     * @param events how many are kept for each P; 0 for as many as the settings say
     * @throws IllegalArgumentException if these are too few or too many
     */
    void startRecording(int events);

    /** Ends the recording. */
    void stopRecording();

    /**
     * Writes what the flight recorder has to a file of the JVM's machine, as a trace.
     *
     * @throws IOException if it cannot be written
     * @throws IllegalStateException if the flight recorder was never on
     */
    void writeRecording(String file) throws IOException;
}
