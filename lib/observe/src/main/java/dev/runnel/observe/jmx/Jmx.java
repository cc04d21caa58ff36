package dev.runnel.observe.jmx;

import dev.runnel.GoRuntime;
import dev.runnel.scheduler.ObservedRuntime;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Registers runtimes with the platform's MBean server, as {@code dev.runnel:type=Runtime,name=...}. Each is there until
 * its runtime or its registration is closed. With the property {@value #PROPERTY} all runtimes are registered, under
 * their own names.
 */
public final class Jmx {

    /** The property: {@code true} to register all runtimes; {@code false} unless given. */
    public static final String PROPERTY = "runnel.jmx";

    private static final Pattern PLAIN = Pattern.compile("[\\w.-]+");

    private static final IdentityHashMap<ObservedRuntime, List<Registration>> OPEN = new IdentityHashMap<>();

    private Jmx() {}

    /** A runtime that is registered, until this is closed. */
    public static final class Registration implements AutoCloseable {

        private final ObservedRuntime runtime;
        private final ObjectName name;
        private boolean registered; // under the monitor
        private boolean ended; // likewise

        private Registration(ObservedRuntime runtime, ObjectName name) {
            this.runtime = runtime;
            this.name = name;
        }

        /** The name of the MBean. */
        public ObjectName name() {
            return name;
        }

        /** Unregisters it, if it is still registered. */
        @Override
        public void close() {
            forget(this);
            end();
        }

        /** Registers it, unless it has ended already. */
        synchronized void begin() throws JMException {
            if (!ended) {
                server().registerMBean(new ShownBean(runtime), name);
                registered = true;
            }
        }

        /** Unregisters only what this has registered: otherwise the name may be another's. */
        private synchronized void end() {
            ended = true;
            if (!registered) {
                return;
            }
            registered = false;
            try {
                server().unregisterMBean(name);
            } catch (InstanceNotFoundException e) {
                return; // somebody else was faster
            } catch (JMException e) {
                throw new IllegalStateException(name + " cannot be unregistered", e);
            }
        }
    }

    /**
     * Registers a runtime under the name that Runnel has for it.
     *
     * @throws IllegalStateException as {@link #register(ObservedRuntime, String)} says
     */
    public static Registration register(GoRuntime runtime) {
        return register(Objects.requireNonNull(runtime, "runtime").observed());
    }

    /** As {@link #register(ObservedRuntime, String)}. */
    public static Registration register(GoRuntime runtime, String name) {
        return register(Objects.requireNonNull(runtime, "runtime").observed(), name);
    }

    /** As {@link #register(GoRuntime)}; also for the default runtime. */
    public static Registration register(ObservedRuntime runtime) {
        return register(runtime, Objects.requireNonNull(runtime, "runtime").name());
    }

    /**
     * Registers a runtime.
     *
     * @param name the property {@code name} of the MBean; quoted if there is anything in it but letters, digits,
     *     {@code _}, {@code .} and {@code -}
     * @throws IllegalArgumentException if the name is blank
     * @throws IllegalStateException if the name is taken, or the runtime is closed
     */
    public static Registration register(ObservedRuntime runtime, String name) {
        Objects.requireNonNull(runtime, "runtime");
        Registration made = listed(runtime, name);
        try {
            made.begin();
        } catch (InstanceAlreadyExistsException e) {
            forget(made);
            throw new IllegalStateException(
                    "name: '" + name + "' is not allowed; allowed: what is not registered yet", e);
        } catch (JMException e) {
            forget(made);
            throw new IllegalStateException(made.name() + " cannot be registered", e);
        }
        if (!runtime.isOpen()) { // after all that: a close of the runtime finds the registration, or is found here
            made.close();
            throw new IllegalStateException(runtime.name() + " is closed");
        }
        return made;
    }

    /** A registration that has not begun, and that a close of the runtime finds. */
    static Registration listed(ObservedRuntime runtime, String name) {
        Registration made = new Registration(runtime, objectName(name));
        synchronized (OPEN) {
            OPEN.computeIfAbsent(runtime, r -> new ArrayList<>()).add(made);
        }
        return made;
    }

    private static ObjectName objectName(String name) {
        if (Objects.requireNonNull(name, "name").isBlank()) {
            throw new IllegalArgumentException("name: '" + name + "' is not allowed; allowed: what is not blank");
        }
        String value = PLAIN.matcher(name).matches() ? name : ObjectName.quote(name);
        try {
            return new ObjectName("dev.runnel:type=Runtime,name=" + value);
        } catch (JMException e) {
            throw new IllegalArgumentException("name: '" + name + "' is not allowed: " + e.getMessage(), e);
        }
    }

    private static MBeanServer server() {
        return ManagementFactory.getPlatformMBeanServer();
    }

    private static void forget(Registration registration) {
        synchronized (OPEN) {
            List<Registration> all = OPEN.get(registration.runtime);
            if (all != null && all.remove(registration) && all.isEmpty()) {
                OPEN.remove(registration.runtime);
            }
        }
    }

    /** The runtime has closed. */
    static void closed(ObservedRuntime runtime) {
        List<Registration> all;
        synchronized (OPEN) {
            all = OPEN.remove(runtime);
        }
        if (all != null) {
            all.forEach(Registration::end);
        }
    }
}
