package dev.runnel.bench.tool;

import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;

final class RunnelLocks extends Locks<Mutex, Cond> {

    @Override
    public Mutex mutex() {
        return new Mutex();
    }

    @Override
    public void lock(Mutex mutex) {
        mutex.lock();
    }

    @Override
    public void unlock(Mutex mutex) {
        mutex.unlock();
    }

    @Override
    public Cond condition(Mutex mutex) {
        return new Cond(mutex);
    }

    @Override
    public void await(Cond condition) {
        condition.await();
    }

    @Override
    public void signal(Cond condition) {
        condition.signal();
    }

    @Override
    public void broadcast(Cond condition) {
        condition.broadcast();
    }
}
