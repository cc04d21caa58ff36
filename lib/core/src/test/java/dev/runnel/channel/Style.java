package dev.runnel.channel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;

import dev.runnel.Go;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** How one party uses channels. */
enum Style {
    PLAIN {
        @Override
        void send(Chan<Item> c, Item item) {
            c.send(item);
        }

        @Override
        Item receive(Chan<Item> c) {
            return c.recvOrNull();
        }
    },
    TRYING {
        @Override
        void send(Chan<Item> c, Item item) {
            boolean sent = c.trySend(item);
            for (int i = 0; i < TRIES && !sent; i++) {
                giveWay();
                sent = c.trySend(item);
            }
            if (!sent) {
                c.send(item); // two parties that only try never meet on an unbuffered channel
            }
        }

        @Override
        Item receive(Chan<Item> c) {
            for (int i = 0; i < TRIES; i++) {
                TryRecv<Item> answer = c.tryRecv();
                if (!answer.isEmpty()) {
                    return answer.toOption().getOrNull();
                }
                giveWay();
            }
            return c.recvOrNull();
        }
    },
    TIMED {
        @Override
        void send(Chan<Item> c, Item item) throws InterruptedException {
            for (boolean sent = false; !sent; ) {
                sent = c.trySend(item, TINY);
            }
        }

        @Override
        Item receive(Chan<Item> c) throws InterruptedException {
            TryRecv<Item> answer = c.tryRecv(TINY);
            while (answer.isEmpty()) {
                answer = c.tryRecv(TINY);
            }
            return answer.toOption().getOrNull();
        }
    },
    SELECTING {
        private final Chan<Item> quiet = chan();

        @Override
        void send(Chan<Item> c, Item item) {
            select().send(c, item, () -> {})
                    .recv(quiet, () -> {})
                    .send(c, item, () -> {})
                    .run();
        }

        @Override
        Item receive(Chan<Item> c) {
            return Go.choose()
                    .recv(quiet, v -> v)
                    .recv(c, v -> v)
                    .recv(Go.<Item>nilChan(), v -> v)
                    .recv(c, v -> v)
                    .get()
                    .getOrNull();
        }
    },
    SELECTING_FOR_A_WHILE {
        @Override
        void send(Chan<Item> c, Item item) {
            boolean[] sent = new boolean[1];
            while (!sent[0]) {
                select().sendFrom(c, () -> item, () -> sent[0] = true)
                        .after(TINY, Go::gosched)
                        .run();
            }
        }

        @Override
        Item receive(Chan<Item> c) {
            List<Item> got = new ArrayList<>();
            while (got.isEmpty()) {
                select().recv(c, v -> got.add(v.getOrNull()))
                        .recv(nilChan(), () -> {})
                        .after(TINY, () -> {})
                        .run();
            }
            return got.getFirst();
        }
    };

    private static final int TRIES = 30;
    private static final Duration TINY = Duration.ofNanos(30_000);

    abstract void send(Chan<Item> c, Item item) throws Exception;

    /** The value; null if the channel is closed and drained. */
    abstract Item receive(Chan<Item> c) throws Exception;

    /** Gives way also to virtual threads that the JDK would not mount while others only yield. */
    private static void giveWay() {
        Go.gosched();
        LockSupport.parkNanos(1000);
    }
}
