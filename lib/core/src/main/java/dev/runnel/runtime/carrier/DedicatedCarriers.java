package dev.runnel.runtime.carrier;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Each P has a platform thread of ours, and each M is the scheduler of its own virtual thread: what the JDK asks that
 * scheduler to run is either the M's continuation, which goes to the carrier of the P it has been given, or the
 * continuation of a virtual thread that user code started on it, which goes to the JDK's own scheduler.
 *
 * <p>Apart from the scheduler's {@code ThreadReset}, this is the only place that reaches into {@code java.lang}.
 */
public final class DedicatedCarriers implements Carriers {

    private static final Class<?> VIRTUAL_THREAD = Thread.ofVirtual()
            .inheritInheritableThreadLocals(false)
            .unstarted(() -> {})
            .getClass();

    /**
     * Reads the scheduler of a virtual thread; null if that is not possible. A constant, so that compiled code only
     * loads a field.
     */
    private static final @Nullable MethodHandle SCHEDULER = schedulerGetter();

    private final CarrierThreads threads = new CarrierThreads();
    private final Constructor<?> builder;
    private final Executor jdkScheduler;

    /** @throws IllegalStateException if {@code java.lang} is not open to us, or this JDK lacks what is needed */
    public DedicatedCarriers() {
        if (!available()) {
            throw new IllegalStateException(
                    "dedicated carriers need java.base/java.lang to be open to Runnel: start the JVM with "
                            + opening(DedicatedCarriers.class.getModule()));
        }
        try {
            Class<?> type = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder");
            builder = type.getDeclaredConstructor(Executor.class);
            builder.setAccessible(true);
            jdkScheduler = jdkScheduler();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("dedicated carriers are not possible on Java " + Runtime.version(), e);
        }
    }

    /** Dedicated carriers if they are possible, else shared ones. */
    public static Carriers ifPossible() {
        try {
            return available() ? new DedicatedCarriers() : new SharedCarriers();
        } catch (IllegalStateException e) {
            return new SharedCarriers(); // this JDK lacks what is needed
        }
    }

    /** What opens {@code java.lang} to the library: as a module, or on the class path. */
    static String opening(Module library) {
        return "--add-opens java.base/java.lang=" + (library.isNamed() ? library.getName() : "ALL-UNNAMED");
    }

    /** Whether {@code java.lang} is open to us. */
    static boolean available() {
        return Object.class.getModule().isOpen("java.lang", DedicatedCarriers.class.getModule());
    }

    private static @Nullable MethodHandle schedulerGetter() {
        if (!available()) {
            return null;
        }
        try {
            return MethodHandles.privateLookupIn(VIRTUAL_THREAD, MethodHandles.lookup())
                    .findGetter(VIRTUAL_THREAD, "scheduler", Executor.class)
                    .asType(MethodType.methodType(Executor.class, Thread.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /**
     * The scheduler of the calling virtual thread: a rider, perhaps of another thread. Null for any other thread, and
     * where it is not known.
     */
    public static @Nullable Executor schedulerOf(Thread thread) {
        MethodHandle getter = SCHEDULER;
        if (getter == null || !VIRTUAL_THREAD.isInstance(thread)) {
            return null;
        }
        try {
            return (Executor) getter.invokeExact(thread);
        } catch (Error e) { // the end of the stack, for example
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("could not read the scheduler of " + thread, e);
        }
    }

    @Override
    public boolean dedicated() {
        return true;
    }

    @Override
    public Thread newThread(String name, Rider rider, Runnable body) {
        try {
            Thread.Builder.OfVirtual fresh = (Thread.Builder.OfVirtual) builder.newInstance(rider);
            return fresh.name(name).inheritInheritableThreadLocals(false).unstarted(body);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error lacking) { // of memory, say
                throw lacking;
            }
            throw new IllegalStateException("could not make a virtual thread with its own scheduler", e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("could not make a virtual thread with its own scheduler", e);
        }
    }

    @Override
    public void runStranger(Runnable continuation) {
        jdkScheduler.execute(continuation);
    }

    @Override
    public void stirPool() {}

    @Override
    public Carrier newCarrier(String name) {
        Carrier carrier = new Carrier(name);
        threads.serve(carrier);
        return carrier;
    }

    @Override
    public int serving() {
        return threads.serving();
    }

    @Override
    public void join() {
        threads.join();
    }

    /** The scheduler of virtual threads that have none of their own: a field on 21, a method later. */
    private static Executor jdkScheduler() throws ReflectiveOperationException {
        Class<?> type = Class.forName("java.lang.VirtualThread");
        try {
            Method method = type.getDeclaredMethod("defaultScheduler");
            method.setAccessible(true);
            return (Executor) method.invoke(null);
        } catch (NoSuchMethodException e) {
            Field field = type.getDeclaredField("DEFAULT_SCHEDULER");
            field.setAccessible(true);
            return (Executor) field.get(null);
        }
    }
}
