package dev.runnel.sample.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.sample.Child;
import dev.runnel.sample.http.RawClient;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import org.junit.jupiter.api.Test;

class ServiceProcessTest {

    @Test
    void terminatedProcess_drainsFirst() throws Exception {
        Process process =
                Child.program("service", "0").redirectErrorStream(true).start();
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
                RawClient client = new RawClient(address(out.readLine()))) {
            assertEquals(204, client.ask("PUT", "/keys/a", "1").status());

            process.toHandle().destroy(); // leaves its output open

            assertTrue(client.isAtEnd());
            assertEquals("stopped: the process was told to end", out.readLine());
            assertNull(out.readLine());
            process.waitFor();
        } finally {
            Child.end(process);
        }
    }

    @Test
    void requestUnderWay_isNamedWhenTheTimeIsOver() throws Exception {
        Process process = Child.program("service", "0", "--drain", "1")
                .redirectErrorStream(true)
                .start();
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
                RawClient client = new RawClient(address(out.readLine()))) {
            client.send("PUT /keys/a HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
            assertEquals(100, client.reply().status());

            process.toHandle().destroy();

            assertEquals("cut off: 127.0.0.1:" + client.socket().getLocalPort() + " reading a request", out.readLine());
            assertEquals("stopped: the process was told to end", out.readLine());
        } finally {
            Child.end(process);
        }
    }

    @Test
    void shutdownRequest_endsTheProcess() throws Exception {
        Process process =
                Child.program("service", "0").redirectErrorStream(true).start();
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
                RawClient client = new RawClient(address(out.readLine()))) {
            assertEquals(202, client.ask("POST", "/shutdown", "").status());
            assertEquals("stopped: a client asked for it", out.readLine());
            assertEquals(0, process.waitFor());
        } finally {
            Child.end(process);
        }
    }

    private static String address(String line) {
        assertTrue(line.startsWith("listening on "), line);
        return line.substring("listening on ".length());
    }
}
