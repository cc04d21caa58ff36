package dev.runnel;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The parties of one test: a first one, and those that it starts. All are of the same kind, or of all kinds in turn.
 */
public final class Crew {

    /** What the parties are. */
    public enum Kind {
        ON_1_P(1),
        ON_2_PS(2),
        ON_4_PS(4),
        PLATFORM_THREADS(0),
        VIRTUAL_THREADS(0),
        /** A goroutine on two Ps, and then goroutines, platform threads and virtual threads in turn. */
        MIXED(2);

        private final int procs;

        Kind(int procs) {
            this.procs = procs;
        }

        /** Runs the script as the first party; what any party throws comes out as it is. */
        public void run(Script script) {
            Crew crew = new Crew(this);
            if (procs > 0) {
                Runtimes.run(procs, () -> {
                    script.run(crew);
                    crew.joinThreads();
                });
                return;
            }
            Member first = crew.thread(() -> {
                script.run(crew);
                crew.joinThreads();
            });
            first.joinThread();
        }
    }

    /** What the first party does. */
    @FunctionalInterface
    public interface Script {
        void run(Crew crew) throws Exception;
    }

    /** A party that was started. */
    public final class Member {
        private final Chan<Object> ended = Go.chan();
        private volatile @Nullable Thread thread;
        private volatile @Nullable Throwable failure;
        private @Nullable Thread started;

        /** The thread it runs on, once it does. */
        public Thread thread() {
            Await.until(() -> thread != null);
            return java.util.Objects.requireNonNull(thread);
        }

        /** Waits until it has ended. */
        public void join() {
            ended.recv();
            throwFailure();
        }

        public boolean hasEnded() {
            return ended.tryRecv().isClosed();
        }

        private void work(Body body) throws Exception {
            thread = Thread.currentThread();
            try {
                body.run();
            } finally {
                ended.close();
            }
        }

        private void workOnThread(Body body) {
            try {
                work(body);
            } catch (Throwable e) {
                failure = e;
                e.printStackTrace();
            }
        }

        private void joinThread() {
            try {
                if (started != null) {
                    started.join();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            throwFailure();
        }

        private void throwFailure() {
            Throwable thrown = failure;
            if (thrown != null) {
                throw Crew.<RuntimeException>unchecked(thrown);
            }
        }
    }

    private final Kind kind;
    private final AtomicInteger turn = new AtomicInteger();
    private final List<Member> threads = new ArrayList<>();

    private Crew(Kind kind) {
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /** Starts one more party. */
    public Member go(Body body) {
        return switch (kind) {
            case ON_1_P, ON_2_PS, ON_4_PS -> goroutine(body);
            case PLATFORM_THREADS, VIRTUAL_THREADS -> thread(body);
            case MIXED -> turn.get() % 3 == 0 ? mixedGoroutine(body) : thread(body);
        };
    }

    private Member mixedGoroutine(Body body) {
        turn.incrementAndGet();
        return goroutine(body);
    }

    private Member goroutine(Body body) {
        Member member = new Member();
        Go.go(() -> member.work(body));
        return member;
    }

    private Member thread(Body body) {
        Member member = new Member();
        boolean virtual = kind == Kind.VIRTUAL_THREADS || (kind == Kind.MIXED && turn.getAndIncrement() % 3 == 1);
        Runnable task = () -> member.workOnThread(body);
        Thread thread = virtual
                ? Thread.ofVirtual().unstarted(task)
                : Thread.ofPlatform().daemon().unstarted(task);
        member.started = thread;
        synchronized (threads) {
            threads.add(member);
        }
        thread.start();
        return member;
    }

    /**
     * For a party that polls, or has others go on again and again, while all are to get on. Goroutines need no help;
     * but the JDK's pool of 21 may leave a thread that could run on the queue of a carrier whose own thread never gives
     * way, though another carrier is idle. And a carrier that has something to do, even if only a thread that yields,
     * may never look at what it was given from outside; so a party that may be on the only carrier leaves it for a
     * moment.
     */
    public void poll() {
        if (kind == Kind.VIRTUAL_THREADS || kind == Kind.MIXED) {
            Thread.yield();
            if (JdkPool.mayBeSingle()) {
                LockSupport.parkNanos(1);
            }
        }
    }

    private void joinThreads() {
        List<Member> all;
        synchronized (threads) {
            all = List.copyOf(threads);
        }
        for (Member member : all) {
            if (member.started != Thread.currentThread()) {
                member.joinThread();
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> X unchecked(Throwable thrown) throws X {
        throw (X) thrown;
    }
}
