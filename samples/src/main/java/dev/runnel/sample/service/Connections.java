package dev.runnel.sample.service;

import static dev.runnel.Go.chan;

import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.sample.http.Conversation;
import io.vavr.collection.List;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The connections that are open, and room for a limited number. */
final class Connections {

    private static final Duration AFTER_CUT_OFF = Duration.ofSeconds(2);

    private enum Slot {
        SLOT
    }

    private final Chan<Slot> slots;
    private final Set<Conversation> open = ConcurrentHashMap.newKeySet();

    Connections(int most) {
        slots = chan(most);
    }

    /**
     * Takes a slot for a conversation, if there is one left. From then on the conversation counts as open, whenever its
     * goroutine begins.
     */
    boolean enter(Conversation conversation) {
        return slots.trySend(Slot.SLOT) && open.add(conversation);
    }

    /** Runs a conversation for which a slot was taken, and gives the slot back. */
    void run(Conversation conversation, Runnable body) {
        try {
            body.run();
        } finally {
            open.remove(conversation);
            slots.recv();
        }
    }

    /** How many slots are taken. */
    int size() {
        return slots.len();
    }

    /** What each is doing. */
    List<String> describe() {
        return List.ofAll(open).map(conversation -> conversation + (conversation.isLast() ? ", its last" : ""));
    }

    /**
     * Ends those that are idle, lets the others finish, and cuts off those that have not finished in time. No more may
     * enter.
     *
     * @return which were cut off, and what they were doing; and which did not end even then
     */
    List<String> drain(Duration time) throws InterruptedException {
        for (Conversation conversation : open) {
            finish(conversation);
        }
        int taken = takeSlots(0, time);
        if (taken == slots.cap()) {
            return List.empty();
        }
        List<Conversation> late = List.ofAll(open);
        List<String> names = late.map(conversation -> "cut off: " + conversation);
        late.forEach(Connections::cutOff);
        return takeSlots(taken, AFTER_CUT_OFF) == slots.cap()
                ? names
                : names.appendAll(List.ofAll(open).map(conversation -> "still there: " + conversation));
    }

    /** Takes the slots as they are given back, up to all of them; with all taken, the last connection has ended. */
    private int takeSlots(int taken, Duration time) throws InterruptedException {
        int all = taken;
        try (CancelContext limit = Context.withTimeout(Context.background(), time)) {
            for (; all < slots.cap(); all++) {
                slots.send(Slot.SLOT, limit);
            }
        } catch (CancelledException e) {
            // the time is over
        }
        return all;
    }

    private static void finish(Conversation conversation) {
        try {
            conversation.finish();
        } catch (IOException e) {
            // it has ended by itself
        }
    }

    private static void cutOff(Conversation conversation) {
        try {
            conversation.cutOff();
        } catch (IOException e) {
            // it has ended by itself
        }
    }
}
