package dev.runnel.conformance.fault;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;

/** What a goroutine, or another thread, may wait in. */
enum Waits {
    SEND("a send", "chan send", true, all(), world -> new ChannelWaits.Send(world, 0, false)),
    SEND_TO_FULL("a send to a full buffer", "chan send", true, all(), world -> new ChannelWaits.Send(world, 2, false)),
    RECEIVE("a receive", "chan receive", true, all(), world -> new ChannelWaits.Receive(world, false)),
    SELECT_SEND("a select, to send", "select", true, all(), world -> new ChannelWaits.Send(world, 0, true)),
    SELECT_RECEIVE("a select, to receive", "select", true, all(), world -> new ChannelWaits.Receive(world, true)),
    MUTEX("a `Mutex`", "sync.Mutex.Lock", false, withoutContext(), world -> new SyncWaits.ForMutex()),
    WRITE("a `RWMutex`, to write", "sync.RWMutex.Lock", false, withoutContext(), world -> new SyncWaits.ForWriting()),
    SEMAPHORE("a `Semaphore`", "semacquire", false, all(), world -> new SyncWaits.ForPermits()),
    COND("a `Cond`", "sync.Cond.Wait", false, withoutContext(), world -> new SyncWaits.ForSignal()),
    GROUP("a `WaitGroup`", "sync.WaitGroup.Wait", false, withoutContext(), world -> new SyncWaits.ForGroup());

    final String text;

    /** In the words of dumps. */
    final String reason;

    final boolean isAtChannel;
    final Set<Wait.Form> forms;
    private final Function<World, Wait> maker;

    Waits(String text, String reason, boolean isAtChannel, Set<Wait.Form> forms, Function<World, Wait> maker) {
        this.text = text;
        this.reason = reason;
        this.isAtChannel = isAtChannel;
        this.forms = forms;
        this.maker = maker;
    }

    private static Set<Wait.Form> all() {
        return EnumSet.allOf(Wait.Form.class);
    }

    private static Set<Wait.Form> withoutContext() {
        return EnumSet.complementOf(EnumSet.of(Wait.Form.CONTEXT));
    }

    Wait in(World world) {
        return maker.apply(world);
    }
}
