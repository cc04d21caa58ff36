package dev.runnel.conformance.fault;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.context.Context;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.WaitGroup;

/** Waiting for locks, for permits, and to be notified. */
final class SyncWaits {

    private SyncWaits() {}

    private static Wait.Answer happened(boolean did) {
        return did ? Wait.Answer.HAPPENED : Wait.Answer.NOT_IN_TIME;
    }

    /** For a mutex that somebody has. */
    static final class ForMutex extends Wait {

        private final Mutex mutex = new Mutex();

        ForMutex() {
            mutex.lock();
        }

        @Override
        Answer attempt(Form form, Context context) throws Exception {
            Answer answer = switch (form) {
                case PLAIN -> {
                    mutex.lock();
                    yield Answer.HAPPENED;
                }
                case INTERRUPTIBLE -> {
                    mutex.lockInterruptibly();
                    yield Answer.HAPPENED;
                }
                case TIMED -> happened(mutex.tryLock(LIMIT));
                case CONTEXT -> {
                    mutex.lock(context);
                    yield Answer.HAPPENED;
                }
            };
            if (answer == Answer.HAPPENED) {
                mutex.unlock();
            }
            return answer;
        }

        @Override
        void fulfil() {
            mutex.unlock();
        }

        @Override
        void checkNobodyWaits() {
            mutex.unlock();
            assertTrue(mutex.tryLock(), "somebody got the mutex who has given up");
        }
    }

    /** To write, while somebody reads. */
    static final class ForWriting extends Wait {

        private final RWMutex lock = new RWMutex();

        ForWriting() {
            lock.readLock();
        }

        @Override
        Answer attempt(Form form, Context context) throws Exception {
            Answer answer = switch (form) {
                case PLAIN -> {
                    lock.lock();
                    yield Answer.HAPPENED;
                }
                case INTERRUPTIBLE -> {
                    lock.lockInterruptibly();
                    yield Answer.HAPPENED;
                }
                case TIMED -> happened(lock.tryLock(LIMIT));
                case CONTEXT -> {
                    lock.lock(context);
                    yield Answer.HAPPENED;
                }
            };
            if (answer == Answer.HAPPENED) {
                lock.unlock();
            }
            return answer;
        }

        @Override
        void fulfil() {
            lock.readUnlock();
        }

        @Override
        void checkNobodyWaits() {
            assertTrue(lock.tryReadLock(), "a writer that has given up keeps readers out");
            lock.readUnlock();
        }
    }

    /** For two permits, one of which is taken. */
    static final class ForPermits extends Wait {

        private final Semaphore semaphore = new Semaphore(2);

        ForPermits() {
            semaphore.acquire(1);
        }

        @Override
        Answer attempt(Form form, Context context) throws Exception {
            Answer answer = switch (form) {
                case PLAIN -> {
                    semaphore.acquire(2);
                    yield Answer.HAPPENED;
                }
                case INTERRUPTIBLE -> {
                    semaphore.acquireInterruptibly(2);
                    yield Answer.HAPPENED;
                }
                case TIMED -> happened(semaphore.tryAcquire(2, LIMIT));
                case CONTEXT -> {
                    semaphore.acquire(2, context);
                    yield Answer.HAPPENED;
                }
            };
            if (answer == Answer.HAPPENED) {
                semaphore.release(2);
            }
            return answer;
        }

        @Override
        void fulfil() {
            semaphore.release(1);
        }

        @Override
        void checkNobodyWaits() {
            assertTrue(semaphore.tryAcquire(1), "who has given up keeps others from the permit that is left");
            semaphore.release(1);
        }
    }

    /** For a signal. */
    static final class ForSignal extends Wait {

        private final Mutex mutex = new Mutex();
        private final Cond cond = new Cond(mutex);

        @Override
        Answer attempt(Form form, Context context) throws Exception {
            mutex.lock();
            try {
                return switch (form) {
                    case PLAIN -> {
                        cond.await();
                        yield Answer.HAPPENED;
                    }
                    case INTERRUPTIBLE -> {
                        cond.awaitInterruptibly();
                        yield Answer.HAPPENED;
                    }
                    case TIMED -> happened(cond.await(LIMIT));
                    case CONTEXT -> {
                        cond.await(context);
                        yield Answer.HAPPENED;
                    }
                };
            } finally {
                mutex.unlock();
            }
        }

        @Override
        void fulfil() {
            mutex.lock();
            try {
                cond.signal();
            } finally {
                mutex.unlock();
            }
        }

        @Override
        void checkNobodyWaits() {
            assertTrue(mutex.tryLock(), "who has given up has not given the mutex back");
            mutex.unlock();
        }
    }

    /** For a group. */
    static final class ForGroup extends Wait {

        private final WaitGroup group = new WaitGroup();

        ForGroup() {
            group.add(1);
        }

        @Override
        Answer attempt(Form form, Context context) throws Exception {
            switch (form) {
                case PLAIN -> group.await();
                case INTERRUPTIBLE -> group.awaitInterruptibly();
                case TIMED -> {
                    return happened(group.await(LIMIT));
                }
                case CONTEXT -> group.await(context);
            }
            return Answer.HAPPENED;
        }

        @Override
        void fulfil() {
            group.done();
        }

        @Override
        void checkNobodyWaits() {
            group.add(1); // refused while somebody waits for the count of zero
            group.done();
        }
    }
}
