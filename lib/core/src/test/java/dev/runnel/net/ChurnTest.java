package dev.runnel.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.sync.WaitGroup;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Many connections, one after the other. */
class ChurnTest {

    private static final int GOROUTINES = 8;
    private static final int CONNECTIONS = 300;

    /**
     * The descriptors allowed: two for each connection, sixteen that leave, and one for each end that is being closed;
     * far fewer than were closed in all.
     */
    private static final long MOST = 100;

    @Test
    void descriptors_areNotHeldByConnectionsThatWereClosed() {
        assumeTrue(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean);
        UnixOperatingSystemMXBean system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Runtimes.runOnAll(() -> {
            try (Listener listener = Net.listen("127.0.0.1:0")) {
                Go.go(() -> Sockets.serveEcho(listener));
                connect(listener);
                long before = system.getOpenFileDescriptorCount();
                AtomicLong most = new AtomicLong();
                WaitGroup all = new WaitGroup();
                for (int i = 0; i < GOROUTINES; i++) {
                    all.go(() -> {
                        for (int c = 0; c < CONNECTIONS; c++) {
                            connect(listener);
                            most.accumulateAndGet(system.getOpenFileDescriptorCount() - before, Math::max);
                        }
                    });
                }
                all.await();
                assertTrue(most.get() <= MOST, () -> most + " descriptors more than before");
            }
        });
    }

    /** Those have no connection yet, or do not listen, but have a descriptor. */
    @Test
    void descriptors_areNotHeldByDialsAndListensThatFailed() throws Exception {
        assumeTrue(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean);
        UnixOperatingSystemMXBean system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        try (Listener listener = Net.listen("127.0.0.1:0")) {
            long before = system.getOpenFileDescriptorCount();
            for (int i = 0; i < CONNECTIONS; i++) {
                assertThrows(NetException.Timeout.class, () -> Net.dial(listener.addressText(), Duration.ZERO));
            }
            for (int i = 0; i < CONNECTIONS; i++) {
                assertThrows(NetException.class, () -> Net.listen(listener.addressText())); // in use
            }
            long more = system.getOpenFileDescriptorCount() - before;
            assertTrue(more <= MOST, () -> more + " descriptors more than before");
        }
    }

    /** A dial with no room to close what it would open opens nothing. */
    @Test
    void descriptors_areNotHeldByDialsWithoutRoomOnTheStack() {
        assumeTrue(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean);
        UnixOperatingSystemMXBean system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        dialNobody();
        long before = system.getOpenFileDescriptorCount();
        for (int round = 0; round < 5; round++) {
            assertThrows(StackOverflowError.class, () -> dialOnTheWayUp(new AtomicInteger()));
        }
        long more = system.getOpenFileDescriptorCount() - before;
        assertTrue(more <= MOST, () -> more + " descriptors more than before");
    }

    private static void dialOnTheWayUp(AtomicInteger dials) {
        try {
            dialOnTheWayUp(dials);
        } finally {
            if (dials.get() < CONNECTIONS) {
                dialNobody();
                dials.incrementAndGet();
            }
        }
    }

    /** Dialling this address fails at once. */
    private static void dialNobody() {
        try {
            Net.dial(new InetSocketAddress("255.255.255.255", 1)).close();
        } catch (NetException e) {
            return;
        }
        throw new AssertionError("somebody has answered");
    }

    private static void connect(Listener listener) throws NetException {
        try (Conn conn = Net.dial(listener.addressText())) {
            conn.write(new byte[] {1});
            assertEquals(1, conn.read(new byte[1]));
        }
    }

    /** The system may give the dialling side the very port that is dialled, and connect it to itself. */
    @Test
    void dial_isRefusedWhereNobodyListens_alwaysSo() {
        Runtimes.run(RuntimeConfig.fromProperties(), () -> {
            String nobody;
            try (Listener listener = Net.listen("127.0.0.1:0")) {
                nobody = listener.addressText();
            }
            for (int i = 0; i < 15_000; i++) {
                assertThrows(NetException.Refused.class, () -> Net.dial(nobody));
            }
        });
    }

    @Test
    void keepAlive_asksAsOftenAsGo() throws Exception {
        try (SocketChannel channel = SocketChannel.open()) {
            KeepAlive.on(channel);
            for (SocketOption<?> option : channel.supportedOptions()) {
                if (option.name().equals("TCP_KEEPIDLE") || option.name().equals("TCP_KEEPINTERVAL")) {
                    assertEquals(15, channel.getOption(option));
                }
            }
        }
    }
}
