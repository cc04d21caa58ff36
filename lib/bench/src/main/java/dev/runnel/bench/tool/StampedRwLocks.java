package dev.runnel.bench.tool;

import java.util.concurrent.locks.StampedLock;

final class StampedRwLocks extends RwLocks<StampedLock> {

    @Override
    public StampedLock lock() {
        return new StampedLock();
    }

    @Override
    public long readLock(StampedLock lock) {
        return lock.readLock();
    }

    @Override
    public void readUnlock(StampedLock lock, long stamp) {
        lock.unlockRead(stamp);
    }

    @Override
    public long writeLock(StampedLock lock) {
        return lock.writeLock();
    }

    @Override
    public void writeUnlock(StampedLock lock, long stamp) {
        lock.unlockWrite(stamp);
    }
}
