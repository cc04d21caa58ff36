package dev.runnel.conformance;

import static dev.runnel.Go.afterFunc;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The tests of {@code AfterFunc} in Go's {@code time} package. */
class TimeAfterFuncTest {

    /** Each starts the next and waits on, in a goroutine of its own. */
    @GoTest(value = "time TestAfterFunc", covers = "T6")
    void functions_startOneAnother_andRunSideBySide() {
        AtomicInteger left = new AtomicInteger(10);
        Chan<Boolean> done = chan();
        Chan<Boolean> end = chan();
        Body[] f = new Body[1];
        f[0] = () -> {
            if (left.decrementAndGet() >= 0) {
                afterFunc(Duration.ZERO, f[0]);
                end.recv();
            } else {
                done.send(true);
            }
        };
        afterFunc(Duration.ZERO, f[0]);
        assertTrue(done.recv().isDefined());
        end.close();
    }

    @GoTest(
            value = "time TestAfterFuncStarvation",
            covers = {"T6", "P13", "P20", "P43", "P59"},
            schedules = 0)
    void function_runs_thoughTwoKeepEachOtherRunnable() {
        for (int i = 0; i < 20; i++) {
            AtomicBoolean stop = new AtomicBoolean();
            Chan<Boolean> c = chan(1);
            GoHandle sender = go(() -> {
                while (!stop.get()) {
                    c.send(true);
                }
                c.close();
            });
            GoHandle receiver = go(() -> c.forEach(v -> {}));
            afterFunc(Duration.ofNanos(1000), () -> stop.set(true));
            sender.join();
            receiver.join();
        }
    }
}
