package dev.runnel.jcstress;

import static dev.runnel.Go.select;

import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import java.time.Duration;

/** The forms of a send. */
enum Sending {
    PLAIN {
        @Override
        boolean send(Chan<String> to) {
            to.send("v");
            return true;
        }
    },
    INTERRUPTIBLE {
        @Override
        boolean send(Chan<String> to) throws InterruptedException {
            to.sendInterruptibly("v");
            return true;
        }
    },
    TIMED {
        @Override
        boolean send(Chan<String> to) throws InterruptedException {
            return to.trySend("v", SHORT);
        }
    },
    TRY {
        @Override
        boolean send(Chan<String> to) {
            for (int i = 0; i < TRIES; i++) {
                if (to.trySend("v")) {
                    return true;
                }
                Thread.onSpinWait();
            }
            return false;
        }
    },
    SELECT {
        @Override
        boolean send(Chan<String> to) {
            select().send(to, "v", () -> {}).run();
            return true;
        }
    },
    SELECT_WITH_TIMEOUT {
        @Override
        boolean send(Chan<String> to) {
            boolean[] sent = {false};
            select().send(to, "v", () -> sent[0] = true).after(SHORT, () -> {}).run();
            return sent[0];
        }
    };

    private static final int TRIES = 1_000;
    private static final Duration SHORT = Duration.ofMillis(1);

    private static final Sending[] ALL = values();

    static Sending any() {
        return ALL[Pick.below(ALL.length)];
    }

    /** Sends; gives whether the value went over. */
    abstract boolean send(Chan<String> to) throws InterruptedException;

    /** As {@link #send}; one that gives up closes the channel, so that the other side does not wait for ever. */
    boolean sendOrClose(Chan<String> to) {
        try {
            if (send(to)) {
                return true;
            }
        } catch (ChannelException.SendOnClosed e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts here", e);
        }
        Pick.close(to);
        return false;
    }
}
