package dev.runnel.sample.chat;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.sample.Goroutines;
import dev.runnel.sample.Ran;
import dev.runnel.sample.net.Client;
import io.vavr.collection.List;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class ChatTest {

    /** What a test does with a server that runs. */
    private interface Talk {
        void with(ChatServer server) throws Exception;
    }

    private static void serve(int linesBehind, Talk talk) throws IOException {
        ChatServer server = new ChatServer(0, linesBehind);
        Go.run(() -> {
            GoHandle serving = go("server", server::run);
            talk.with(server);
            server.stop("the test is over");
            serving.join();
            assertThrows(ConnectException.class, () -> new Client(server.address()).close());
            Goroutines.awaitNoOthers();
        });
    }

    private static Client enter(ChatServer server, String name, String present) throws IOException {
        Client client = new Client(server.address());
        assertEquals("* your name?", client.answer());
        assertEquals("* welcome; here are: " + present, client.ask(name));
        return client;
    }

    @Test
    void everyone_hearsWhatTheOthersSay() throws IOException {
        serve(10, server -> {
            try (Client ann = enter(server, "ann", "ann");
                    Client ben = enter(server, "ben", "ann, ben")) {
                assertEquals("* ben has joined", ann.answer());
                ann.send("hello\n");
                assertEquals("ann: hello", ben.answer());
                ben.send("hello yourself\nand good-bye\n");
                assertEquals("ben: hello yourself", ann.answer());
                assertEquals("ben: and good-bye", ann.answer());
                ben.close();
                assertEquals("* ben has left", ann.answer());
            }
        });
    }

    @Test
    void names_mustBeFree_andNames() throws IOException {
        serve(10, server -> {
            try (Client first = enter(server, "ann", "ann");
                    Client second = new Client(server.address())) {
                assertEquals("* your name?", second.answer());
                for (String bad : List.of("", "two words", "x".repeat(21), "y".repeat(5000), "ann:")) {
                    assertEquals("* a name has 1 to 20 letters, digits and hyphens", second.ask(bad), bad);
                }
                assertEquals("* that name is taken", second.ask("ann"));
                assertEquals("* welcome; here are: ann, Zoë-2", second.ask("Zoë-2"));
                assertEquals("* Zoë-2 has joined", first.answer());
                second.close();
                assertEquals("* Zoë-2 has left", first.answer());
                try (Client third = enter(server, "Zoë-2", "ann, Zoë-2")) {
                    assertEquals("* Zoë-2 has joined", first.answer());
                    third.send("the name was free again\n");
                    assertEquals("Zoë-2: the name was free again", first.answer());
                }
            }
        });
    }

    @Test
    void longLine_isRefused_andTheNextIsSaid() throws IOException {
        serve(10, server -> {
            try (Client ann = enter(server, "ann", "ann");
                    Client ben = enter(server, "ben", "ann, ben")) {
                String longest = "x".repeat(Connection.LONGEST_LINE);
                assertEquals("* a line may have 1000 bytes", ben.ask(longest + "x"));
                ben.send(longest + "\n");
                assertEquals("* ben has joined", ann.answer());
                assertEquals("ben: " + longest, ann.answer());
            }
        });
    }

    @Test
    void whoDoesNotListen_isCutOff_andHoldsUpNobody() throws IOException {
        serve(4, server -> {
            try (Client deaf = enter(server, "deaf", "deaf");
                    Client ann = enter(server, "ann", "deaf, ann")) {
                Chan<Void> enough = chan();
                GoHandle speaker = go("speaker", () -> {
                    String line = "x".repeat(Connection.LONGEST_LINE) + "\n";
                    while (!enough.tryRecv().isClosed()) {
                        ann.send(line);
                    }
                });
                assertEquals("* deaf was too slow", ann.answer());
                enough.close();
                speaker.join();
                String tooLong = "x".repeat(Connection.LONGEST_LINE + 1);
                assertEquals("* a line may have 1000 bytes", ann.ask(tooLong)); // the lines before it are dealt with
                try (Client ben = enter(server, "ben", "ann, ben")) {
                    assertEquals("* ben has joined", ann.answer());
                    assertEndsEarly(deaf);
                }
            }
        });
    }

    private static void assertEndsEarly(Client deaf) {
        try {
            String line = deaf.answer();
            while (line != null && !line.contains("was too slow")) {
                line = deaf.answer();
            }
            assertNull(line);
        } catch (IOException e) {
            // reset: that is the end, too
        }
    }

    @Test
    void end_isToldToAll_alsoToWhoHasNoNameYet() throws IOException {
        serve(10, server -> {
            try (Client ann = enter(server, "ann", "ann");
                    Client nameless = new Client(server.address())) {
                assertEquals("* your name?", nameless.answer());
                server.stop("enough");
                assertEquals("* the server is closing", ann.answer());
                assertNull(ann.answer());
                assertNull(nameless.answer());
            }
        });
    }

    @Test
    void whoIsNotThere_andWhoTalks_whenTheServerEnds_leaveNobody() throws IOException {
        serve(10, server -> {
            List<GoHandle> talking = List.range(0, 5)
                    .map(n -> go("client", () -> {
                        try (Client client = new Client(server.address())) {
                            client.send("client-" + n + "\n");
                            for (int i = 0; i < 1000; i++) {
                                client.send("line " + i + "\n");
                            }
                        } catch (IOException e) {
                            // too slow to listen, or the server has ended
                        }
                    }));
            talking.head().join();
            server.stop("enough");
            talking.forEach(GoHandle::join);
        });
    }

    @Test
    void portInUse_isOneClearLine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Ran ran = Ran.program("chat", Integer.toString(taken.getLocalPort()));

            assertTrue(ran.err().startsWith("chat: cannot listen on port " + taken.getLocalPort()), ran.err());
            assertEquals(2, ran.status());
        }
    }
}
