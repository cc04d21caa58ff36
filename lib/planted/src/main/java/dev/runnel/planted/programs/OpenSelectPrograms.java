package dev.runnel.planted.programs;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.runnel.GoHandle;
import dev.runnel.channel.Cancellation;
import dev.runnel.channel.Chan;
import dev.runnel.planted.Program;
import dev.runnel.select.Choice;
import dev.runnel.select.Event;
import dev.runnel.sync.Mutex;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What Go's select does not have: policies, events, and receives of several values. */
public final class OpenSelectPrograms {

    private OpenSelectPrograms() {}

    /** C59: clauses that are always ready take turns. */
    @Program
    public static void clausesTakeTurns() {
        Chan<Integer> ready = chan();
        ready.close();
        Choice<Integer> choice =
                choose().rotating().recv(ready, () -> 0).recv(chan(), () -> 1).recv(ready, () -> 2);
        List<Integer> chosen = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            chosen.add(choice.get());
        }
        assertEquals(List.of(0, 2, 0, 2), chosen);
    }

    /** SM1: an unlock ends a select that waits for the lock, whenever it comes; and the lock is the select's. */
    @Program
    public static void unlockEndsASelect() {
        Mutex m = new Mutex();
        Chan<Integer> never = chan();
        m.lock();
        List<GoHandle> all = new ArrayList<>();
        int[] holders = {0};
        for (int i = 0; i < 2; i++) {
            all.add(go(() -> select().on(m.lockEvent(), () -> {
                        assertEquals(1, ++holders[0]);
                        dev.runnel.Go.gosched();
                        holders[0]--;
                        m.unlock();
                    })
                    .recv(never, () -> fail("a value from nowhere"))
                    .run()));
        }
        m.unlock();
        all.forEach(GoHandle::join);
        assertTrue(m.tryLock());
    }

    /** S23, SM1: a select that is told of an event, and has chosen a value, leaves that event to another. */
    @Program
    public static void callThatIsNotUsedIsPassedOn() {
        Tokens tokens = new Tokens();
        Chan<Integer> c = chan(1);
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(go(() -> select().on(tokens, () -> {}).recv(c, () -> {}).run()));
        }
        tokens.put();
        c.send(1);
        tokens.put();
        all.forEach(GoHandle::join);
        assertEquals(0, tokens.left + tokens.wanting.size());
    }

    /** Tells the first that wants one. Nothing else runs between two calls of the runtime. */
    private static final class Tokens implements Event<Integer> {
        private final List<Runnable> wanting = new ArrayList<>();
        private int left;

        void put() {
            left++;
            tell();
        }

        private void tell() {
            if (left > 0 && !wanting.isEmpty()) {
                wanting.remove(0).run();
            }
        }

        @Override
        public @Nullable Integer poll() {
            return left > 0 ? left-- : null;
        }

        @Override
        public Cancellation.Stop onReady(Runnable wake) {
            Runnable mine = new Runnable() { // a Runnable of its own, even if the same one is registered twice
                        @Override
                        public void run() {
                            wake.run();
                        }
                    };
            wanting.add(mine);
            return () -> {
                boolean prevented = wanting.remove(mine);
                if (!prevented) {
                    tell();
                }
                return prevented;
            };
        }
    }

    /** C18, C30: several values are taken in order, and each of their senders goes on. */
    @Program
    public static void severalValuesAndTheirSenders() {
        Chan<Integer> c = chan(1);
        List<GoHandle> senders = new ArrayList<>();
        for (int sender = 0; sender < 2; sender++) {
            int first = 10 * sender;
            senders.add(go(() -> {
                for (int i = 0; i < 3; i++) {
                    c.send(first + i);
                }
            }));
        }
        int[] next = {0, 10};
        for (int n = 0; n < 6; ) {
            io.vavr.collection.List<Integer> values =
                    n % 2 == 0 ? c.recvUpTo(4) : choose().recvUpTo(c, 4, v -> v).get();
            for (int value : values) {
                assertEquals(next[value / 10]++, value);
            }
            n += values.size();
        }
        senders.forEach(GoHandle::join);
        assertEquals(0, c.len());
    }
}
