package dev.runnel.jcstress;

import static dev.runnel.Go.choose;
import static dev.runnel.Go.select;

import dev.runnel.channel.Chan;
import dev.runnel.channel.TryRecv;
import java.time.Duration;

/** The forms of a receive. */
enum Receiving {
    PLAIN {
        @Override
        Got receive(Chan<String> from) {
            return from.recvOrNull() == null ? Got.CLOSED : Got.VALUE;
        }
    },
    INTERRUPTIBLE {
        @Override
        Got receive(Chan<String> from) throws InterruptedException {
            return from.recvInterruptibly().isEmpty() ? Got.CLOSED : Got.VALUE;
        }
    },
    TIMED {
        @Override
        Got receive(Chan<String> from) throws InterruptedException {
            return got(from.tryRecv(SHORT));
        }
    },
    TRY {
        @Override
        Got receive(Chan<String> from) {
            for (int i = 0; i < TRIES; i++) {
                Got got = got(from.tryRecv());
                if (got != Got.NOTHING) {
                    return got;
                }
                Thread.onSpinWait();
            }
            return Got.NOTHING;
        }
    },
    SELECT {
        @Override
        Got receive(Chan<String> from) {
            Got[] got = {Got.NOTHING};
            select().recv(from, v -> got[0] = v.isEmpty() ? Got.CLOSED : Got.VALUE)
                    .run();
            return got[0];
        }
    },
    CHOICE_WITH_TIMEOUT {
        @Override
        Got receive(Chan<String> from) {
            return choose().recv(from, v -> v.isEmpty() ? Got.CLOSED : Got.VALUE)
                    .after(SHORT, () -> Got.NOTHING)
                    .get();
        }
    },
    RANGE {
        @Override
        Got receive(Chan<String> from) {
            return from.iterator().hasNext() ? Got.VALUE : Got.CLOSED;
        }
    };

    /** What a receive came to. */
    enum Got {
        VALUE,
        CLOSED,
        NOTHING
    }

    private static final int TRIES = 1_000;
    private static final Duration SHORT = Duration.ofMillis(1);

    private static final Receiving[] ALL = values();

    static Receiving any() {
        return ALL[Pick.below(ALL.length)];
    }

    private static Got got(TryRecv<String> answer) {
        return answer.isClosed() ? Got.CLOSED : answer.isEmpty() ? Got.NOTHING : Got.VALUE;
    }

    abstract Got receive(Chan<String> from) throws InterruptedException;

    /** As {@link #receive}; one that gives up closes the channel, so that the other side does not wait for ever. */
    Got receiveOrClose(Chan<String> from) {
        try {
            Got got = receive(from);
            if (got == Got.NOTHING) {
                Pick.close(from);
            }
            return got;
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts here", e);
        }
    }
}
