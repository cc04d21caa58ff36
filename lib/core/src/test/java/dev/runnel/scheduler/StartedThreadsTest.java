package dev.runnel.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.JdkPool;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Threads that user code or the JDK starts inside goroutines, above all virtual ones, and other runtimes: they are
 * foreign to the runtime, run elsewhere, and may use its channels.
 */
class StartedThreadsTest {

    /** Where the calling virtual thread is mounted. */
    private static String carrier() {
        String text = Thread.currentThread().toString();
        return text.substring(text.indexOf('@') + 1);
    }

    private static void assertNotOnAP(String carrier) {
        assertFalse(carrier.startsWith("runnel-"), carrier);
        assertTrue(carrier.startsWith("ForkJoinPool-"), carrier);
    }

    // ---------------------------------------------------------------- virtual threads

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void goroutine_runsOnAPExactlyIfTheseAreDedicated(int procs) {
        Runtimes.run(procs, () -> {
            assertEquals(JdkPool.isLeftAlone(), carrier().startsWith("runnel-P-"), carrier());
            Go.go(() -> assertEquals(JdkPool.isLeftAlone(), carrier().startsWith("runnel-P-"), carrier()))
                    .join();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void executorPerTask_thousandTasks(int procs) {
        Runtimes.run(procs, () -> {
            Set<String> carriers = ConcurrentHashMap.newKeySet();
            CountDownLatch allBegun = new CountDownLatch(1000);
            int sum = 0;
            try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Integer>> results = new ArrayList<>();
                for (int i = 0; i < 1000; i++) {
                    int task = i;
                    results.add(executor.submit(() -> {
                        carriers.add(carrier());
                        allBegun.countDown();
                        allBegun.await();
                        carriers.add(carrier());
                        Thread.yield();
                        Thread.sleep(1);
                        carriers.add(carrier());
                        assertTrue(Go.current().isEmpty());
                        return task;
                    }));
                }
                for (Future<Integer> result : results) {
                    sum += result.get();
                }
            }
            assertEquals(1000 * 999 / 2, sum);
            carriers.forEach(StartedThreadsTest::assertNotOnAP);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void virtualThread_usesChannels(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Integer> there = chan();
            Chan<Integer> back = chan();
            AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
            Thread echo = Thread.startVirtualThread(() -> {
                try {
                    for (int value : there) {
                        assertNotOnAP(carrier());
                        Go.select().send(back, value + 1, () -> {}).run();
                    }
                    assertNotOnAP(carrier());
                } catch (Throwable e) {
                    failure.set(e);
                }
            });
            int value = 0;
            for (int i = 0; i < 500; i++) {
                there.send(value);
                value = back.recv().get();
            }
            there.close();
            echo.join();
            assertEquals(null, failure.get());
            assertEquals(500, value);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void virtualThread_outlivesTheGoroutineThatStartedIt(int procs) {
        Runtimes.run(procs, () -> {
            Chan<String> carriers = chan();
            Chan<Integer> begin = chan();
            go(() -> Thread.startVirtualThread(() -> {
                        begin.recv();
                        Thread.startVirtualThread(() -> carriers.send(carrier())); // so does its child
                        carriers.send(carrier());
                    }))
                    .join();
            begin.close();
            assertNotOnAP(carriers.recv().get());
            assertNotOnAP(carriers.recv().get());
        });
    }

    /** A thread that is started on the M of a goroutine takes over nothing that vanishes when the runtime ends. */
    @Test
    void virtualThread_outlivesTheRuntime() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        Chan<String> carriers = chan(2);
        AtomicReference<@Nullable Thread> started = new AtomicReference<>();
        Runtimes.run(
                1,
                () -> started.set(Thread.startVirtualThread(() -> {
                    carriers.send(carrier());
                    try {
                        over.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    Thread.yield();
                    carriers.send(carrier());
                })));
        over.countDown();
        java.util.Objects.requireNonNull(started.get()).join();
        assertNotOnAP(carriers.recv().get());
        assertNotOnAP(carriers.recv().get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void virtualThreads_startGoroutinesOnTheDefaultRuntime(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Integer> results = chan();
            AtomicInteger sum = new AtomicInteger();
            for (int i = 1; i <= 20; i++) {
                int value = i;
                Thread.startVirtualThread(() -> go(() -> results.send(value)));
            }
            for (int i = 1; i <= 20; i++) {
                sum.addAndGet(results.recv().get());
            }
            assertEquals(210, sum.get());
        });
    }

    // ---------------------------------------------------------------- pools

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void parallelStreams_inGoroutines(int procs) {
        Runtimes.run(
                procs,
                () -> Goroutines.all(4, me -> {
                    for (int i = 0; i < 20; i++) {
                        assertEquals(
                                499_500, IntStream.range(0, 1000).parallel().sum());
                    }
                }));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void parallelStream_sendsToAGoroutine(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Integer> values = chan(8);
            AtomicInteger sum = new AtomicInteger();
            GoHandle adder = go(() -> values.forEach(sum::addAndGet));
            IntStream.range(0, 1000).parallel().forEach(values::send);
            values.close();
            adder.join();
            assertEquals(499_500, sum.get());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void supplyAsync_isAwaitedByGoroutines(int procs) {
        Runtimes.run(procs, () -> {
            AtomicInteger sum = new AtomicInteger();
            Goroutines.all(20, me -> {
                CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> me);
                CompletableFuture<Integer> two = one.thenApplyAsync(x -> x + 1);
                sum.addAndGet(one.thenCombineAsync(two, Integer::sum).get());
            });
            assertEquals(IntStream.range(0, 20).map(i -> 2 * i + 1).sum(), sum.get());
        });
    }

    // ---------------------------------------------------------------- HTTP

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void httpClient_fromGoroutines(int procs) {
        Runtimes.run(procs, () -> {
            Set<String> carriers = ConcurrentHashMap.newKeySet();
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
            try (ExecutorService handlers = Executors.newVirtualThreadPerTaskExecutor();
                    ExecutorService callbacks = Executors.newVirtualThreadPerTaskExecutor();
                    HttpClient client =
                            HttpClient.newBuilder().executor(callbacks).build()) {
                server.setExecutor(handlers);
                Chan<String> questions = chan();
                Chan<String> answers = chan();
                go(() -> {
                    for (String question : questions) {
                        answers.send(question + "!");
                    }
                });
                server.createContext("/", exchange -> {
                    carriers.add(carrier());
                    try (exchange) {
                        questions.send("hello");
                        byte[] body = answers.recv().get().getBytes(java.nio.charset.StandardCharsets.UTF_8);
                        exchange.sendResponseHeaders(200, body.length);
                        exchange.getResponseBody().write(body);
                    }
                });
                server.start();
                URI uri = URI.create("http://" + server.getAddress().getHostString() + ":"
                        + server.getAddress().getPort() + "/");
                HttpRequest request = HttpRequest.newBuilder(uri).build();
                AtomicInteger answered = new AtomicInteger();
                Goroutines.all(6, me -> {
                    for (int i = 0; i < 5; i++) {
                        HttpResponse<String> response = me % 2 == 0
                                ? client.send(request, HttpResponse.BodyHandlers.ofString())
                                : client.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                                        .get();
                        assertEquals("hello!", response.body());
                        answered.incrementAndGet();
                    }
                });
                assertEquals(30, answered.get());
                questions.close();
            } finally {
                server.stop(0);
            }
            carriers.forEach(StartedThreadsTest::assertNotOnAP);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void httpClient_completesToAChannel(int procs) {
        Runtimes.run(procs, () -> {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
            try (HttpClient client = HttpClient.newHttpClient()) {
                server.createContext("/", exchange -> {
                    try (exchange) {
                        exchange.sendResponseHeaders(204, -1);
                    }
                });
                server.start();
                URI uri = URI.create("http://" + server.getAddress().getHostString() + ":"
                        + server.getAddress().getPort() + "/");
                Chan<Integer> statuses = chan(10); // with room, as an answer that comes at once is sent from here
                for (int i = 0; i < 10; i++) {
                    var unused = client.sendAsync(
                                    HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                            .thenAccept(response -> statuses.send(response.statusCode()));
                }
                for (int i = 0; i < 10; i++) {
                    assertEquals(204, statuses.recv().get());
                }
            } finally {
                server.stop(0);
            }
        });
    }

    // ---------------------------------------------------------------- other runtimes

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void run_insideGoroutines(int procs) {
        RuntimeConfig config = Runtimes.withProcs(procs).withDeadlockDetection(false);
        Runtimes.run(config, () -> {
            AtomicInteger sum = new AtomicInteger();
            Chan<Integer> outer = chan();
            GoHandle adder = go(() -> outer.forEach(sum::addAndGet));
            Goroutines.all(
                    4,
                    me -> Runtimes.run(config, () -> {
                        assertEquals(1, Go.current().get().id());
                        Goroutines.all(
                                3,
                                inner -> Runtimes.run(config.withProcs(1), () -> {
                                    GoHandle sends = go(() -> outer.send(10 * me + inner));
                                    sends.join();
                                }));
                    }));
            outer.close();
            adder.join();
            assertEquals(4 * 3 + 3 * 60, sum.get());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void runtimes_shareAChannel(int procs) {
        try (GoRuntime one = new GoRuntime(Runtimes.withProcs(procs));
                GoRuntime two = new GoRuntime(Runtimes.withProcs(procs))) {
            Chan<Integer> there = chan();
            Chan<Integer> back = chan();
            GoHandle echo = two.go(() -> {
                for (int value : there) {
                    back.send(value + 1);
                }
            });
            AtomicInteger last = new AtomicInteger();
            GoHandle asks = one.go(() -> {
                for (int i = 0; i < 500; i++) {
                    there.send(last.get());
                    last.set(back.recv().get());
                }
                there.close();
            });
            asks.join();
            echo.join();
            assertEquals(500, last.get());
        }
    }
}
