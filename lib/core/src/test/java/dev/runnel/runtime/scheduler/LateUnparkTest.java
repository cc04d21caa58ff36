package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.nilChan;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.channel.Chan;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * A goroutine may see that it was granted a P before it is unparked for that; the unpark then hits whatever it waits
 * for next. That wait goes on, and can be interrupted like any other.
 */
class LateUnparkTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final Chan<Thread> waiting = chan();
    private final Chan<Boolean> ended = chan(1);

    @Test
    void waitThatIsUnparked_canStillBeInterrupted() throws InterruptedException {
        go(() -> {
            waiting.send(Thread.currentThread());
            try {
                nilChan().recvInterruptibly();
            } catch (InterruptedException e) {
                ended.send(true);
            }
        });
        Thread thread = waiting.recv().get();
        awaitParked(thread);
        LockSupport.unpark(thread);
        thread.interrupt();
        assertTrue(ended.tryRecv(LONG).toOption().isDefined(), "the interrupt was lost");
    }

    @Test
    void waitThatIsUnparkedOften_goesOn() throws InterruptedException {
        Chan<Integer> values = chan();
        go(() -> {
            waiting.send(Thread.currentThread());
            values.recvInterruptibly();
            ended.send(true);
        });
        Thread thread = waiting.recv().get();
        for (int i = 0; i < 100; i++) {
            LockSupport.unpark(thread);
        }
        values.send(1);
        assertTrue(ended.tryRecv(LONG).toOption().isDefined());
    }

    private static void awaitParked(Thread thread) {
        Await.until(() -> thread.getState() == Thread.State.WAITING);
    }
}
