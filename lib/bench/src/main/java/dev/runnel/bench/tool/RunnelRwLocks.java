package dev.runnel.bench.tool;

import dev.runnel.sync.RWMutex;

final class RunnelRwLocks extends RwLocks<RWMutex> {

    @Override
    public RWMutex lock() {
        return new RWMutex();
    }

    @Override
    public long readLock(RWMutex lock) {
        lock.readLock();
        return 0;
    }

    @Override
    public void readUnlock(RWMutex lock, long stamp) {
        lock.readUnlock();
    }

    @Override
    public long writeLock(RWMutex lock) {
        lock.lock();
        return 0;
    }

    @Override
    public void writeUnlock(RWMutex lock, long stamp) {
        lock.unlock();
    }
}
