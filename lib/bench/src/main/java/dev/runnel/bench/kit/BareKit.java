package dev.runnel.bench.kit;

import java.lang.reflect.Constructor;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * Virtual threads and nothing else: the floor. They run on one carrier of our own, or, without {@code bench.bare=own},
 * on the JDK's pool, which the command line then limits to one thread.
 */
final class BareKit extends ChannellessKit {

    private final Constructor<?> builder;
    private final OneCarrier carrier;

    BareKit() throws ReflectiveOperationException {
        if ("own".equals(System.getProperty("bench.bare"))) {
            builder = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
                    .getDeclaredConstructor(Executor.class);
            builder.setAccessible(true);
            carrier = new OneCarrier();
        } else {
            builder = null;
            carrier = null;
        }
    }

    @Override
    public boolean fits(Set<Need> needs, int capacity) {
        return needs.contains(Need.BARE);
    }

    @Override
    public void go(Task task) {
        if (builder == null) {
            super.go(task);
            return;
        }
        try {
            ((Thread.Builder.OfVirtual) builder.newInstance(carrier)).start(task);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
