package dev.runnel.bench.tool;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Not fair, as the JDK has it by default. */
final class JdkRwLocks extends RwLocks<ReentrantReadWriteLock> {

    @Override
    public ReentrantReadWriteLock lock() {
        return new ReentrantReadWriteLock();
    }

    @Override
    public long readLock(ReentrantReadWriteLock lock) {
        lock.readLock().lock();
        return 0;
    }

    @Override
    public void readUnlock(ReentrantReadWriteLock lock, long stamp) {
        lock.readLock().unlock();
    }

    @Override
    public long writeLock(ReentrantReadWriteLock lock) {
        lock.writeLock().lock();
        return 0;
    }

    @Override
    public void writeUnlock(ReentrantReadWriteLock lock, long stamp) {
        lock.writeLock().unlock();
    }
}
