package dev.runnel.jcstress;

import static dev.runnel.Go.go;

import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import java.util.concurrent.ThreadLocalRandom;

/** What the tests of the memory model leave to chance, and what they share. */
final class Pick {

    private Pick() {}

    static int below(int bound) {
        return ThreadLocalRandom.current().nextInt(bound);
    }

    /** Both sides may give up. */
    static void close(Chan<?> channel) {
        try {
            channel.close();
        } catch (ChannelException.CloseOfClosed e) {
            // The other side was first.
        }
    }

    /** What an actor is: jcstress's own thread, or a goroutine that this thread starts and waits for. */
    enum Who {
        THREAD {
            @Override
            void run(Runnable body) {
                body.run();
            }
        },
        GOROUTINE {
            @Override
            void run(Runnable body) {
                go(body::run).join();
            }
        };

        abstract void run(Runnable body);

        static Who any() {
            return below(2) == 0 ? THREAD : GOROUTINE;
        }
    }
}
