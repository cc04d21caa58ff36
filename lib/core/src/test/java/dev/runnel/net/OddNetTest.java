package dev.runnel.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.net.Sockets.Pair;
import io.vavr.control.Option;
import java.io.InterruptedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Disturbances of the network from outside it. */
class OddNetTest {

    private static List<Thread> ofTheLibrary() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isVirtual()
                        && thread.getThreadGroup() != null
                        && thread.getThreadGroup().getName().equals("runnel"))
                .toList();
    }

    /**
     * As when a group of threads to which the library's belong is interrupted. With the status set no wait of theirs
     * would last.
     */
    @Test
    void interruptOfTheLibrarysThreads_isTakenBack_andTheyGoOn() throws Exception {
        try (Pair pair = Sockets.pair();
                GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            GoHandle reads = runtime.go(() -> assertEquals(1, pair.server().read(new byte[1])));
            Sockets.awaitIoWaits(1);
            List<Thread> threads = ofTheLibrary();
            threads.forEach(Thread::interrupt);
            for (Thread thread : threads) {
                Await.until(() -> !thread.isInterrupted());
            }
            pair.client().write(new byte[1]);
            reads.join();
        }
    }

    /** The listener is closed by a goroutine that is unwound, as its run ends. */
    @Test
    void portOfARun_isFreeForTheNext() throws Exception {
        String[] at = {"127.0.0.1:0"};
        for (int i = 0; i < 400; i++) {
            Go.run(Runtimes.withProcs(2), () -> {
                Listener listener = Net.listen(at[0]);
                at[0] = listener.addressText();
                Chan<Boolean> begun = Go.chan();
                Go.go(() -> {
                    try (listener) {
                        begun.close();
                        listener.accept();
                    }
                });
                begun.recv();
                Sockets.awaitIoWaits(1);
            });
        }
    }

    /** A cancellation of the user's, whose error fails to give its message. */
    @Test
    void stream_whoseEndHasNoMessage_endsAsAnyOther() throws Exception {
        final class Speechless extends CancelledException {
            private static final long serialVersionUID = 1;

            Speechless() {
                super("none", null);
            }

            @Override
            public String getMessage() {
                throw new IllegalArgumentException("planted");
            }
        }
        Cancellation over = new Cancellation() {
            @Override
            public RecvChan<Void> done() {
                return Go.nilChan();
            }

            @Override
            public Option<CancelledException> err() {
                return Option.some(new Speechless());
            }

            @Override
            public Option<Throwable> cause() {
                return Option.none();
            }

            @Override
            public Stop onDone(Runnable action) {
                action.run();
                return () -> false;
            }
        };
        try (Pair pair = Sockets.pair()) {
            InterruptedIOException ended = assertThrows(
                    InterruptedIOException.class,
                    () -> pair.client().input(over).read());
            assertInstanceOf(Speechless.class, ended.getCause());
        }
    }
}
