package dev.runnel.conformance.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.ChannelException;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.scheduler.RuntimeClosedException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A wait, and what disturbs it at some moment. */
final class Disturbed {

    private final Waits waits;
    private final Disturbance disturbance;
    private final Moment moment;
    private final World world;
    private final Wait wait;
    private final CancelContext context = Context.withCancel(Context.background());
    private final AtomicBoolean closing = new AtomicBoolean();
    private final AtomicReference<@Nullable Throwable> wrong = new AtomicReference<>();
    private volatile Outcome outcome = Outcome.CUT_OFF;
    private volatile @Nullable Thread thread;

    private Disturbed(Waits waits, Disturbance disturbance, Moment moment, World world) {
        this.waits = waits;
        this.disturbance = disturbance;
        this.moment = moment;
        this.world = world;
        wait = waits.in(world);
    }

    static Outcome play(Waits waits, Disturbance disturbance, Moment moment, World world) throws Exception {
        Disturbed disturbed = new Disturbed(waits, disturbance, moment, world);
        switch (moment) {
            case BEFORE -> disturbed.before();
            case PARKED -> disturbed.parked();
            case READIED -> disturbed.readied();
            case FOREIGN -> disturbed.foreign();
        }
        return disturbed.seen();
    }

    private Outcome seen() {
        assertNull(wrong.get());
        Outcome seen = outcome;
        if (seen == Outcome.GIVEN_UP || seen == Outcome.CUT_OFF && moment != Moment.READIED) {
            wait.checkNobodyWaits();
        }
        if (seen == Outcome.GIVEN_UP) {
            again();
        }
        return seen;
    }

    /** What was given up can be done again. */
    private void again() {
        AtomicBoolean happened = new AtomicBoolean();
        GoHandle another = world.go(
                "again",
                () -> happened.set(wait.attempt(Wait.Form.PLAIN, Context.background()) == Wait.Answer.HAPPENED));
        world.awaitParked(another, waits.reason);
        wait.fulfil();
        World.await(another);
        assertTrue(happened.get(), "it has not happened the second time");
    }

    // ---------------------------------------------------------------- moments

    private void before() throws Exception {
        switch (disturbance) {
            case CANCELLATION -> context.cancel();
            case END_OF_CHANNEL -> wait.end();
            default -> {}
        }
        GoHandle victim = world.go("victim", () -> {
            if (disturbance == Disturbance.INTERRUPT || disturbance == Disturbance.INTERRUPT_OF_PLAIN) {
                Thread.currentThread().interrupt();
            }
            while (disturbance == Disturbance.END_OF_RUNTIME && !closing.get()) {
                Thread.onSpinWait(); // no call, so it does not notice
            }
            attempt();
        });
        if (disturbance == Disturbance.INTERRUPT_OF_PLAIN) {
            world.awaitParked(victim, waits.reason);
            wait.fulfil();
        }
        if (disturbance == Disturbance.END_OF_RUNTIME) {
            Patiently.until("it does not start", () -> world.runtime.dump().contains("\"victim\" [running]"));
            Thread closer = Thread.ofPlatform().start(world::close);
            Patiently.until("the closing does not begin", this::isClosing);
            closing.set(true);
            closer.join();
        }
        World.await(victim);
    }

    private boolean isClosing() {
        try {
            world.runtime.go(() -> {});
            return false;
        } catch (RuntimeClosedException e) {
            return true;
        }
    }

    private void parked() {
        GoHandle victim = world.go("victim", this::attempt);
        if (disturbance != Disturbance.TIMEOUT) {
            world.awaitParked(victim, waits.reason);
            disturb();
        }
        if (disturbance == Disturbance.INTERRUPT_OF_PLAIN) {
            world.awaitParked(victim, waits.reason);
            wait.fulfil();
        }
        World.await(victim);
    }

    private void readied() {
        GoHandle victim = world.go("victim", this::attempt);
        world.awaitParked(victim, waits.reason);
        GoHandle other = world.go("readies", () -> {
            wait.fulfil();
            disturb(); // the victim is next on this P, unless it is on another one by now
        });
        World.await(other);
        World.await(victim);
    }

    private void foreign() throws Exception {
        Thread victim = Thread.ofPlatform().start(this::attempt);
        if (disturbance != Disturbance.TIMEOUT) {
            awaitParked(victim);
            disturb();
        }
        if (disturbance == Disturbance.INTERRUPT_OF_PLAIN || disturbance == Disturbance.END_OF_RUNTIME) {
            awaitParked(victim);
            wait.fulfil();
        }
        Patiently.until("the thread does not end", () -> !victim.isAlive());
    }

    private static void awaitParked(Thread victim) {
        Patiently.until("the thread does not wait", () -> victim.getState() == Thread.State.WAITING);
    }

    // ---------------------------------------------------------------- what happens

    private void disturb() {
        switch (disturbance) {
            case INTERRUPT, INTERRUPT_OF_PLAIN -> {
                Thread victim = thread;
                assertTrue(victim != null);
                victim.interrupt();
            }
            case CANCELLATION -> context.cancel();
            case END_OF_CHANNEL -> wait.end();
            case END_OF_RUNTIME -> world.close();
            case TIMEOUT -> {}
        }
    }

    private void attempt() {
        thread = Thread.currentThread();
        try {
            Wait.Answer answer = wait.attempt(disturbance.form, context);
            outcome = switch (answer) {
                case HAPPENED -> Thread.interrupted() ? Outcome.KEPT : Outcome.GOES_ON;
                case NOT_IN_TIME -> Outcome.GIVEN_UP;
                case ENDED -> Outcome.TOLD;
            };
        } catch (InterruptedException | CancelledException e) {
            assertEquals(false, Thread.currentThread().isInterrupted(), "the status is cleared");
            outcome = Outcome.GIVEN_UP;
        } catch (ChannelException e) {
            outcome = Outcome.TOLD;
        } catch (Exception | AssertionError e) {
            wrong.set(e);
        }
    }
}
