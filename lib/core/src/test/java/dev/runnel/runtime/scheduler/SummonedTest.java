package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.net.Net;
import dev.runnel.net.NetException;
import dev.runnel.net.TcpConn;
import dev.runnel.net.TcpListener;
import dev.runnel.scheduler.Body;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.WaitGroup;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class SummonedTest {

    private static final int ROUNDS = 20_000_000;

    /** Whoever drops the summons just then must not make a runtime that closes look like one that does not. */
    @Test
    void summonsThatAreDroppedAtOnce_neverHideThatARuntimeCloses() throws InterruptedException {
        Machine machine = new Machine(new Scheduler(Runtimes.oneP()), 1000);
        AtomicBoolean over = new AtomicBoolean();
        AtomicBoolean hidden = new AtomicBoolean();
        Checkpoint.arm(); // as a runtime that closes
        Thread drops = Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                machine.dropSummons();
                if (Checkpoint.isNotArmed()) {
                    hidden.set(true);
                }
            }
        });
        try {
            for (int i = 0; i < ROUNDS; i++) {
                machine.summon();
            }
        } finally {
            over.set(true);
            drops.join();
            machine.dropSummons();
            Checkpoint.disarm();
        }
        assertFalse(hidden.get());
    }

    /** A goroutine that does nothing else would keep a pool of one thread from all others. */
    @Test
    void callsThatLookAtARuntime_answer() {
        try (GoRuntime another = new GoRuntime(Runtimes.withProcs(1))) {
            Runtimes.run(1, () -> {
                answers(() -> Go.gomaxprocs(0));
                answers(() -> Go.gomaxprocs(1));
                answers(() -> Go.gomaxprocs(2));
                answers(Go::numGoroutine);
                answers(Go::now);
                answers(Go::dump);
                answers(Go::dumpJson);
                answers(another::procs);
                answers(() -> another.procs(2));
                answers(another::stats);
                answers(another::snapshot);
                answers(another::dump);
                answers(another::dumpJson);
                answers(another::goroutines);
                answers(() -> another.leaks(Duration.ZERO));
                answers(GoRuntime::defaultStats);
                answers(GoRuntime::defaultSnapshot);
                answers(() -> GoRuntime.defaultLeaks(Duration.ZERO));
            });
        }
    }

    /** None of these waits. */
    @Test
    void callsForTheNetwork_answer() {
        Runtimes.run(1, () -> {
            TcpListener listener = Net.listen("127.0.0.1:0");
            TcpConn conn = Net.dial(listener.address());
            answers(() -> assertThrows(NetException.class, () -> Net.listen(listener.address())));
            InetSocketAddress nobody = new InetSocketAddress("255.255.255.255", 1);
            answers(() -> assertThrows(NetException.class, () -> Net.dial(nobody)));
            answers(listener::isOpen);
            answers(() -> listener.setDeadline(Instant.MAX));
            answers(conn::isOpen);
            answers(conn::clearDeadline);
            answers(() -> conn.setNoDelay(true));
            answers(conn::closeRead);
            answers(conn::closeWrite);
            answers(conn::close);
            answers(listener::close);
        });
    }

    /** Goroutines that are to be unwound may need the only thread of the pool, too. */
    @Test
    void callsThatLook_orCleanUp_answerAlsoAsTheRuntimeCloses() {
        AtomicBoolean answered = new AtomicBoolean();
        Runtimes.run(1, () -> {
            GoHandle other = Go.go(() -> Go.chan().recv());
            Mutex mutex = new Mutex();
            mutex.lock();
            AtomicBoolean begun = new AtomicBoolean();
            Go.go(() -> {
                try {
                    begun.set(true);
                    Go.chan().recv();
                } finally {
                    answers(other::hasEnded);
                    answers(mutex::tryLock);
                    answers(() -> new WaitGroup().add(1));
                    answered.set(true);
                }
            });
            Await.until(begun::get);
        });
        assertTrue(answered.get());
    }

    @Test
    void whoAnswersAsTheRuntimeCloses_letsOthersHaveTheP() {
        AtomicBoolean sawTheEnd = new AtomicBoolean();
        Runtimes.run(1, () -> {
            AtomicBoolean begun = new AtomicBoolean();
            GoHandle other = Go.go(() -> Go.chan().recv());
            Go.go(() -> {
                try {
                    begun.set(true);
                    Go.chan().recv();
                } finally {
                    while (!other.hasEnded()) {
                        Thread.onSpinWait();
                    }
                    sawTheEnd.set(true);
                }
            });
            Await.until(begun::get);
        });
        assertTrue(sawTheEnd.get());
    }

    /** Some calls take so long that the watchdog summons their M anew meanwhile, but not each time. */
    private static void answers(Body call) throws Exception {
        Machine mine = Machine.current();
        int calls = 0;
        do {
            assertTrue(calls++ < 1000, "none of the calls answered");
            mine.summon();
            call.run();
        } while (mine.isSummoned());
    }
}
