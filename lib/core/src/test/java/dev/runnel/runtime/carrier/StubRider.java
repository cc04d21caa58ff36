package dev.runnel.runtime.carrier;

import java.util.ArrayList;
import java.util.List;

/** A rider without a thread: its test says whether it may run on, and what it does when it runs. */
final class StubRider extends Rider {

    /** What the rider does. */
    interface Act {
        void run() throws Exception;
    }

    final List<Runnable> passedOn = new ArrayList<>();
    volatile boolean mayRunOn = true;

    /** How often it may not run on at the last moment. */
    int notYet;

    /** How often it runs on at once when it has left. */
    int goesOn;

    Act riding = () -> {};
    volatile int runs;
    volatile int leaves;
    volatile int brought;
    volatile int wakeUps;

    private final Runnable task = this::runOnce;

    /** Asks as the JDK does. */
    void ask() {
        execute(task);
    }

    private void runOnce() {
        runs = runs + 1;
        try {
            riding.run();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    boolean takesRequest() {
        return takeRequest();
    }

    @Override
    protected boolean resumable() {
        return mayRunOn;
    }

    @Override
    protected boolean resume() {
        if (notYet > 0) {
            notYet--;
            return false;
        }
        if (mayRunOn) {
            brought = brought + 1;
        }
        return mayRunOn;
    }

    @Override
    protected void passOn(Runnable stranger) {
        passedOn.add(stranger);
    }

    @Override
    protected boolean isFor(Carrier carrier) {
        return mayRunOn;
    }

    @Override
    protected void wakeAgain() {
        wakeUps = wakeUps + 1;
        answer();
    }

    @Override
    protected boolean left() {
        leaves = leaves + 1;
        return goesOn-- > 0;
    }
}
