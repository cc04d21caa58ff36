package dev.runnel.runtime.carrier;

import org.jspecify.annotations.Nullable;

/** Ms are ordinary virtual threads on the JDK's own pool. */
public final class SharedCarriers implements Carriers {

    @Override
    public boolean dedicated() {
        return false;
    }

    @Override
    public Thread newThread(String name, Rider rider, Runnable body) {
        return Thread.ofVirtual()
                .name(name)
                .inheritInheritableThreadLocals(false)
                .unstarted(body);
    }

    @Override
    public void runStranger(Runnable continuation) {
        throw new IllegalStateException("no rider is asked to run anything: all run on the JDK's own scheduler");
    }

    @Override
    public @Nullable Carrier newCarrier(String name) {
        return null;
    }

    @Override
    public int serving() {
        return 0;
    }

    @Override
    public void join() {}
}
