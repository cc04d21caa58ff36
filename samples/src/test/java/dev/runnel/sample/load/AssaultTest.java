package dev.runnel.sample.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.sample.http.Limits;
import dev.runnel.sample.http.RawClient;
import dev.runnel.sample.service.Serving;
import dev.runnel.sample.service.Settings;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class AssaultTest {

    private static final int HEALTHY = 4;
    private static final int TURNS = 60;

    @Test
    void hostileClients_doNotHarmOthers_andLeaveNothing() throws Exception {
        Duration brief = Duration.ofMillis(300);
        Settings settings =
                Settings.ofConnections(100).withLimits(Limits.STANDARD.withTimes(Duration.ofMinutes(10), brief, brief));
        Serving.serve(settings, service -> {
            Assault assault = new Assault();
            for (Actor actor : Assault.actors(service.address(), HEALTHY, 1)) {
                int turns = actor instanceof Healthy ? TURNS : 2;
                assault.start(actor, times -> times < turns, 0);
            }
            assault.start(new Resetter(service.address()), times -> times < 5, 0);
            Map<String, LongAdder> done = assault.join();

            assertEquals(HEALTHY * TURNS, done.get("healthy clients' turns").sum());
            try (RawClient client = new RawClient(service.address())) {
                while (!client.ask("GET", "/stats", "").body().contains("\n1 connections open\n")) {
                    Thread.onSpinWait();
                }
            }
        });
    }

    @Test
    void idleConnections_work_andLeaveNothing() throws Exception {
        int connections = 200;
        Serving.serve(Settings.ofConnections(connections + 1), service -> {
            try (RawClient client = new RawClient(service.address())) {
                try (Crowd crowd = new Crowd(service.address(), connections)) {
                    String stats = client.ask("GET", "/stats", "").body();
                    assertTrue(stats.contains("\n" + (connections + 1) + " connections open\n"), stats);
                    crowd.askAll();
                }
                while (!client.ask("GET", "/stats", "").body().contains("\n1 connections open\n")) {
                    Thread.onSpinWait();
                }
            }
        });
    }
}
