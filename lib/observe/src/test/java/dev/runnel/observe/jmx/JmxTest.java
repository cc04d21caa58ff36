package dev.runnel.observe.jmx;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.observe.Numbers;
import dev.runnel.observe.Trace;
import dev.runnel.observe.TraceChecker;
import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.scheduler.RuntimeConfig;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMX;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Runtimes in the platform's MBean server, as a console sees them. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class JmxTest {

    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    private static RuntimeConfig config(int procs) {
        return RuntimeConfig.fromProperties().withProcs(procs);
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - deadline < 0, "waited in vain");
            Thread.yield();
        }
    }

    /** Starts blocked goroutines, which the runtime's closing unwinds. */
    private static void block(GoRuntime runtime, int goroutines) {
        Chan<Integer> never = chan();
        for (int i = 0; i < goroutines; i++) {
            runtime.go("blocked " + i, () -> never.recv());
        }
        await(() -> runtime.snapshot().goroutines().waiting() == goroutines);
        String all = goroutines + (goroutines == 1 ? " goroutine" : " goroutines") + " at 1 place";
        await(() -> runtime.goroutines().grouped().startsWith(all)); // also those that are about to park
    }

    @Test
    void attributes_areOpenTypes_andRight() throws Exception {
        try (GoRuntime runtime = new GoRuntime(config(3));
                Jmx.Registration registered = Jmx.register(runtime, "orders")) {
            block(runtime, 7);
            ObjectName name = new ObjectName("dev.runnel:type=Runtime,name=orders");
            assertEquals(name, registered.name());
            await(() -> runtime.snapshot().idleProcs() == 3);
            assertEquals(runtime.observed().name(), SERVER.getAttribute(name, "Name"));
            assertEquals(runtime.isDedicated(), SERVER.getAttribute(name, "Dedicated"));
            Map<String, Object> expected = Map.of(
                    "Procs",
                    3,
                    "IdleProcs",
                    3,
                    "Goroutines",
                    7L,
                    "Waiting",
                    7L,
                    "Runnable",
                    0L,
                    "Running",
                    0L,
                    "Outside",
                    0L,
                    "Created",
                    7L,
                    "GlobalQueue",
                    0,
                    "Timers",
                    0);
            for (Map.Entry<String, Object> each : expected.entrySet()) {
                assertEquals(each.getValue(), SERVER.getAttribute(name, each.getKey()), each.getKey());
            }
            assertTrue((int) SERVER.getAttribute(name, "Machines") >= 7);
            CompositeData snapshot = assertInstanceOf(CompositeData.class, SERVER.getAttribute(name, "Snapshot"));
            CompositeData[] procs = (CompositeData[]) snapshot.get("procs");
            assertEquals(
                    List.of(0, 1, 2), Arrays.stream(procs).map(p -> p.get("id")).toList());
            assertEquals(7L, ((CompositeData) snapshot.get("goroutines")).get("waiting"));
            Arrays.stream(SERVER.getMBeanInfo(name).getAttributes())
                    .forEach(a -> assertTrue(
                            a instanceof OpenMBeanAttributeInfo
                                    || a.getDescriptor().getFieldValue("openType") != null,
                            a::toString));
            RuntimeMXBean proxy = JMX.newMXBeanProxy(SERVER, name, RuntimeMXBean.class);
            assertEquals(runtime.snapshot(), proxy.getSnapshot());
            assertEquals(runtime.stats().steals(), proxy.getSteals());
            assertEquals(runtime.stats().handOvers(), proxy.getHandOvers());
        }
    }

    @Test
    void attributes_areTheNumbersOfTheirNames() {
        RuntimeBean bean = new RuntimeBean(new Numbers());
        assertEquals("numbers", bean.getName());
        assertTrue(bean.isDedicated());
        assertEquals(3, bean.getProcs());
        assertEquals(1, bean.getIdleProcs());
        assertEquals(100, bean.getGoroutines());
        assertEquals(11, bean.getRunnable());
        assertEquals(12, bean.getRunning());
        assertEquals(13, bean.getWaiting());
        assertEquals(14, bean.getOutside());
        assertEquals(41, bean.getCreated());
        assertEquals(21, bean.getMachines());
        assertEquals(31, bean.getGlobalQueue());
        assertEquals(43, bean.getSteals());
        assertEquals(44, bean.getHandOvers());
        assertEquals(5, bean.getTimers());
    }

    @Test
    void operations_dumpAndRecord(@TempDir Path folder) throws Exception {
        try (GoRuntime runtime = new GoRuntime(config(2));
                Jmx.Registration registered = Jmx.register(runtime)) {
            block(runtime, 3);
            ObjectName name = registered.name();
            assertEquals(runtime.observed().name(), name.getKeyProperty("name"));
            assertEquals(runtime.dump(), SERVER.invoke(name, "dump", null, null));
            String grouped = (String) SERVER.invoke(name, "dumpGrouped", null, null);
            assertTrue(grouped.startsWith("3 goroutines at 1 place\n"), grouped);
            String json = (String) SERVER.invoke(name, "dumpJson", null, null);
            Map<?, ?> dump = new com.fasterxml.jackson.databind.ObjectMapper().readValue(json, Map.class);
            List<?> goroutines = (List<?>) dump.get("goroutines");
            assertEquals(3, goroutines.size());
            Map<?, ?> first = (Map<?, ?>) goroutines.get(0);
            assertEquals("chan receive", first.get("reason"));
            assertTrue(first.get("name").toString().startsWith("blocked "));
            assertEquals(0, first.get("creator"));
            assertTrue(first.get("stack").toString().contains("JmxTest"), first::toString);

            assertEquals(grouped, SERVER.invoke(name, "leaks", new Object[] {0L}, new String[] {long.class.getName()}));
            RuntimeMBeanException untold = assertThrows( // tests run in a JVM that keeps its threads
                    RuntimeMBeanException.class, () -> SERVER.invoke(name, "unreachable", null, null));
            assertTrue(untold.getCause().getMessage().contains("-Djdk.trackAllThreads=false"), untold::toString);
            SERVER.setAttribute(name, new Attribute("Procs", 4));
            assertEquals(4, runtime.procs());
            assertThrows(RuntimeMBeanException.class, () -> SERVER.setAttribute(name, new Attribute("Procs", 0)));
            SERVER.setAttribute(name, new Attribute("Procs", 2));
            assertEquals(2, SERVER.getAttribute(name, "Procs"));
            SERVER.setAttribute(
                    name, new Attribute("Procs", Runtime.getRuntime().availableProcessors() + 1));
            SERVER.invoke(name, "followProcessors", null, null);
            assertEquals(Runtime.getRuntime().availableProcessors(), runtime.procs());

            Path file = folder.resolve("trace.json");
            RuntimeMXBean bean = JMX.newMXBeanProxy(SERVER, name, RuntimeMXBean.class);
            assertThrows(IllegalStateException.class, () -> bean.writeRecording(file.toString()));
            assertFalse(bean.isRecording());
            bean.startRecording(64);
            assertTrue(bean.isRecording());
            runtime.go(() -> {}).join();
            bean.stopRecording();
            assertFalse(bean.isRecording());
            bean.writeRecording(file.toString());
            Trace trace = Trace.read(file);
            assertTrue(trace.events().size() >= 3, trace::toString);
            TraceChecker.require(trace);
            bean.startRecording(0);
            bean.stopRecording();
            RuntimeMBeanException bad = assertThrows(
                    RuntimeMBeanException.class,
                    () -> SERVER.invoke(name, "startRecording", new Object[] {3}, new String[] {int.class.getName()}));
            assertTrue(bad.getCause().getMessage().startsWith("events: '3' is not allowed"), bad::toString);
            assertEquals(
                    9,
                    Arrays.stream(SERVER.getMBeanInfo(name).getOperations())
                            .map(MBeanOperationInfo::getName)
                            .distinct()
                            .count());
        }
    }

    @Test
    void operations_haveTheNamesOfTheirParameters() throws Exception {
        try (GoRuntime runtime = new GoRuntime(config(1));
                Jmx.Registration registered = Jmx.register(runtime)) {
            Map<String, List<String>> names = Arrays.stream(
                            SERVER.getMBeanInfo(registered.name()).getOperations())
                    .filter(operation -> operation.getSignature().length > 0)
                    .collect(Collectors.toMap(
                            MBeanOperationInfo::getName,
                            operation -> Arrays.stream(operation.getSignature())
                                    .map(MBeanParameterInfo::getName)
                                    .toList()));
            assertEquals(
                    Map.of(
                            "leaks",
                            List.of("seconds"),
                            "startRecording",
                            List.of("events"),
                            "writeRecording",
                            List.of("file")),
                    names);
        }
    }

    @Test
    void noFile_isNamed() {
        try (GoRuntime runtime = new GoRuntime(config(1))) {
            RuntimeBean bean = new RuntimeBean(runtime.observed());
            assertEquals(
                    "file",
                    assertThrows(NullPointerException.class, () -> bean.writeRecording(null))
                            .getMessage());
        }
    }

    @Test
    void twoRuntimes_areTwo_andEachGoesWithItsOwn() {
        GoRuntime one = new GoRuntime(config(1));
        try (GoRuntime two = new GoRuntime(config(2))) {
            Jmx.Registration first = Jmx.register(one);
            Jmx.Registration second = Jmx.register(two);
            Jmx.Registration again = Jmx.register(one, "one again");
            assertEquals("\"one again\"", again.name().getKeyProperty("name"));
            block(one, 2);
            assertTrue(SERVER.isRegistered(first.name()) && SERVER.isRegistered(second.name()));
            one.close();
            assertFalse(SERVER.isRegistered(first.name()));
            assertFalse(SERVER.isRegistered(again.name()));
            assertTrue(SERVER.isRegistered(second.name()));
            first.close();
            second.close();
            assertFalse(SERVER.isRegistered(second.name()));
            second.close();
            Jmx.Registration anew = Jmx.register(two);
            second.close();
            assertTrue(SERVER.isRegistered(anew.name()));
        }
    }

    @Test
    void badNames_areRefused() {
        try (GoRuntime runtime = new GoRuntime(config(1));
                Jmx.Registration taken = Jmx.register(runtime, "taken")) {
            assertEquals(
                    "name: ' ' is not allowed; allowed: what is not blank",
                    assertThrows(IllegalArgumentException.class, () -> Jmx.register(runtime, " "))
                            .getMessage());
            assertEquals(
                    "name: 'taken' is not allowed; allowed: what is not registered yet",
                    assertThrows(IllegalStateException.class, () -> Jmx.register(runtime, "taken"))
                            .getMessage());
            assertTrue(SERVER.isRegistered(taken.name()));
            try (Jmx.Registration odd = Jmx.register(runtime, "a=b,*?\"c\"")) {
                assertTrue(SERVER.isRegistered(odd.name()));
                assertFalse(odd.name().isPattern());
                assertEquals("a=b,*?\"c\"", ObjectName.unquote(odd.name().getKeyProperty("name")));
            }
        }
    }

    @Test
    void closedRuntime_isRefused_andLeavesNothing() throws Exception {
        GoRuntime runtime = new GoRuntime(config(1));
        runtime.close();
        assertThrows(IllegalStateException.class, () -> Jmx.register(runtime, "late"));
        assertFalse(SERVER.isRegistered(new ObjectName("dev.runnel:type=Runtime,name=late")));
    }

    @Test
    void runtimeThatClosesWhileItIsRegistered_leavesNothing() throws Exception {
        GoRuntime runtime = new GoRuntime(config(1));
        try (Jmx.Registration late = Jmx.listed(runtime.observed(), "late")) {
            runtime.close();
            late.begin();
            assertFalse(SERVER.isRegistered(late.name()));
        }
    }

    @Test
    void runtimeThatClosesWhileItIsRegistered_leavesTheNameToAnother() {
        GoRuntime runtime = new GoRuntime(config(1));
        try (GoRuntime other = new GoRuntime(config(1));
                Jmx.Registration taken = Jmx.register(other, "taken");
                Jmx.Registration late = Jmx.listed(runtime.observed(), "taken")) {
            runtime.close();
            assertTrue(SERVER.isRegistered(taken.name()));
            late.close();
            assertTrue(SERVER.isRegistered(taken.name()));
        }
    }

    @Test
    void registrationThatHasFailed_leavesTheNameToWhoHasIt() {
        GoRuntime runtime = new GoRuntime(config(1));
        try (GoRuntime other = new GoRuntime(config(1));
                Jmx.Registration taken = Jmx.register(other, "taken");
                Jmx.Registration failed = Jmx.listed(runtime.observed(), "taken")) {
            assertThrows(InstanceAlreadyExistsException.class, failed::begin);
            runtime.close();
            assertTrue(SERVER.isRegistered(taken.name()));
        }
    }

    @Test
    void registrationThatIsClosed_leavesTheOthersOfItsRuntimeToItsEnd() {
        GoRuntime runtime = new GoRuntime(config(1));
        Jmx.Registration first = Jmx.register(runtime, "first");
        try (Jmx.Registration second = Jmx.register(runtime, "second")) {
            first.close();
            assertTrue(SERVER.isRegistered(second.name()));
            runtime.close();
            assertFalse(SERVER.isRegistered(second.name()));
        }
    }

    @Test
    void beanThatSomebodyElseHasUnregistered_isNoFailure() throws Exception {
        try (GoRuntime runtime = new GoRuntime(config(1));
                Jmx.Registration registered = Jmx.register(runtime, "unregistered")) {
            SERVER.unregisterMBean(registered.name());
        }
    }

    @Test
    void runtimeThatCloses_isNotKept() {
        assertIsNotKept(runtime -> {
            Jmx.Registration registered = Jmx.register(runtime, "over");
            JmxObserver observer = new JmxObserver();
            observer.closed(runtime);
            assertFalse(SERVER.isRegistered(registered.name()));
            observer.closed(runtime);
        });
    }

    @Test
    void runtimeWhoseRegistrationIsClosed_isNotKept() {
        assertIsNotKept(runtime -> Jmx.register(runtime, "closed").close());
    }

    @Test
    void runtimeWhoseNameIsTaken_isNotKept() {
        try (GoRuntime other = new GoRuntime(config(1));
                Jmx.Registration taken = Jmx.register(other, "taken")) {
            assertIsNotKept(runtime -> assertThrows(IllegalStateException.class, () -> Jmx.register(runtime, "taken")));
            assertTrue(SERVER.isRegistered(taken.name()));
        }
    }

    private static void assertIsNotKept(Consumer<ObservedRuntime> use) {
        WeakReference<ObservedRuntime> used = used(use);
        await(() -> {
            System.gc();
            return used.get() == null;
        });
    }

    /** In a frame of its own, which keeps nothing. */
    private static WeakReference<ObservedRuntime> used(Consumer<ObservedRuntime> use) {
        ObservedRuntime runtime = new Numbers();
        use.accept(runtime);
        return new WeakReference<>(runtime);
    }

    @Test
    void property_registersAllOfThem_andIsChecked() throws Exception {
        System.setProperty(Jmx.PROPERTY, "true");
        try {
            ObjectName name;
            try (GoRuntime runtime = new GoRuntime(config(1))) {
                name = new ObjectName(
                        "dev.runnel:type=Runtime,name=" + runtime.observed().name());
                assertTrue(SERVER.isRegistered(name));
            }
            assertFalse(SERVER.isRegistered(name));
            System.setProperty(Jmx.PROPERTY, "yes");
            assertEquals(
                    "runnel.jmx: 'yes' is not allowed; allowed: true or false",
                    assertThrows(IllegalArgumentException.class, () -> new GoRuntime(config(1)))
                            .getMessage());
        } finally {
            System.clearProperty(Jmx.PROPERTY);
        }
    }

    @Test
    void propertyThatAsksForMBeansWhereThereAreNone_isRefused() {
        JmxObserver observer = new JmxObserver(false);
        try (GoRuntime runtime = new GoRuntime(config(1))) {
            observer.opened(runtime.observed());
            System.setProperty(Jmx.PROPERTY, "true");
            try {
                assertEquals(
                        "runnel.jmx: 'true' is not allowed without the module java.management, which this JVM does not have; allowed: false",
                        assertThrows(IllegalArgumentException.class, () -> observer.opened(runtime.observed()))
                                .getMessage());
            } finally {
                System.clearProperty(Jmx.PROPERTY);
            }
            try (Jmx.Registration registered = Jmx.register(runtime)) {
                observer.closed(runtime.observed());
                assertTrue(SERVER.isRegistered(registered.name()), "it does not look");
            }
        }
    }
}
