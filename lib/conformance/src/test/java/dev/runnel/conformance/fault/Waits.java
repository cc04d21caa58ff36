package dev.runnel.conformance.fault;

import java.util.function.Function;

/** The operations in which a goroutine, or another thread, may wait. */
enum Waits {
    SEND("a send", "chan send", true, world -> new ChannelWaits.Send(world, 0, false)),
    SEND_TO_FULL("a send to a full buffer", "chan send", true, world -> new ChannelWaits.Send(world, 2, false)),
    RECEIVE("a receive", "chan receive", true, world -> new ChannelWaits.Receive(world, false)),
    SELECT_SEND("a select, to send", "select", true, world -> new ChannelWaits.Send(world, 0, true)),
    SELECT_RECEIVE("a select, to receive", "select", true, world -> new ChannelWaits.Receive(world, true)),
    MUTEX("a `Mutex`", "sync.Mutex.Lock", false, world -> new SyncWaits.ForMutex()),
    WRITE("a `RWMutex`, to write", "sync.RWMutex.Lock", false, world -> new SyncWaits.ForWriting()),
    SEMAPHORE("a `Semaphore`", "semacquire", false, world -> new SyncWaits.ForPermits()),
    COND("a `Cond`", "sync.Cond.Wait", false, world -> new SyncWaits.ForSignal()),
    GROUP("a `WaitGroup`", "sync.WaitGroup.Wait", false, world -> new SyncWaits.ForGroup());

    final String text;

    /** In the words of dumps. */
    final String reason;

    final boolean isAtChannel;
    private final Function<World, Wait> maker;

    Waits(String text, String reason, boolean isAtChannel, Function<World, Wait> maker) {
        this.text = text;
        this.reason = reason;
        this.isAtChannel = isAtChannel;
        this.maker = maker;
    }

    Wait in(World world) {
        return maker.apply(world);
    }
}
