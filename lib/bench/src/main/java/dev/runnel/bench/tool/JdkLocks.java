package dev.runnel.bench.tool;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Not fair, as the JDK has it by default. */
final class JdkLocks extends Locks<ReentrantLock, Condition> {

    @Override
    public ReentrantLock mutex() {
        return new ReentrantLock();
    }

    @Override
    public void lock(ReentrantLock mutex) {
        mutex.lock();
    }

    @Override
    public void unlock(ReentrantLock mutex) {
        mutex.unlock();
    }

    @Override
    public Condition condition(ReentrantLock mutex) {
        return mutex.newCondition();
    }

    @Override
    public void await(Condition condition) {
        condition.awaitUninterruptibly();
    }

    @Override
    public void signal(Condition condition) {
        condition.signal();
    }

    @Override
    public void broadcast(Condition condition) {
        condition.signalAll();
    }
}
