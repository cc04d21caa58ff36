package dev.runnel.sample.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.sample.Child;
import dev.runnel.sample.net.Client;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import org.junit.jupiter.api.Test;

class ServiceProcessTest {

    @Test
    void terminatedProcess_drainsFirst() throws Exception {
        Process process =
                Child.program("service", "0").redirectErrorStream(true).start();
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
                Client client = new Client(address(out.readLine()))) {
            assertEquals("OK", client.ask("SET a 1"));

            process.toHandle().destroy(); // leaves its output open

            assertEquals("BYE", client.answer());
            assertNull(client.answer());
            assertEquals("stopped: the process was told to end", out.readLine());
            assertNull(out.readLine());
            process.waitFor();
        } finally {
            Child.end(process);
        }
    }

    @Test
    void shutdownCommand_endsTheProcess() throws Exception {
        Process process =
                Child.program("service", "0").redirectErrorStream(true).start();
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
                Client client = new Client(address(out.readLine()))) {
            assertEquals("BYE", client.ask("SHUTDOWN"));
            assertEquals("stopped: a client said SHUTDOWN", out.readLine());
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
