package dev.runnel.sample.service;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import dev.runnel.sample.net.LineReader;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A conversation with a client.
 *
 * @param socket closed at the end
 * @param calls to the store
 * @param stop to whom a client's SHUTDOWN goes
 * @param quit closed when the service stops
 */
record Connection(Socket socket, SendChan<Store.Call> calls, SendChan<String> stop, RecvChan<Void> quit) {

    /** How long a line may be, in bytes. */
    static final int LONGEST_LINE = 1024;

    private static final Duration GRACE = Duration.ofSeconds(5);

    /** Talks until the client has gone, or is to go. */
    void run() {
        Chan<Void> ended = chan();
        GoHandle watcher = go("watcher", () -> watch(ended));
        try (socket) {
            talk();
        } catch (IOException e) {
            // the client is gone
        } finally {
            ended.close();
            watcher.join();
        }
    }

    private void talk() throws IOException {
        socket.setTcpNoDelay(true);
        LineReader lines = new LineReader(socket.getInputStream(), LONGEST_LINE);
        Chan<String> answer = chan(1);
        boolean more = true;
        while (more) {
            switch (lines.next()) {
                case LineReader.Text line -> more = answer(line.text(), answer);
                case LineReader.TooLong line -> say(error("a line may have " + LONGEST_LINE + " bytes"));
                case LineReader.End end -> more = false;
            }
        }
        say("BYE");
    }

    /** Answers, and tells whether to go on. */
    private boolean answer(String line, Chan<String> answer) throws IOException {
        var parsed = Request.parse(line);
        if (parsed.isLeft()) {
            say(error(parsed.getLeft()));
            return true;
        }
        return switch (parsed.get()) {
            case Request.Query query -> {
                calls.send(new Store.Call(query, answer));
                say(answer.recv().get());
                yield true;
            }
            case Request.Quit quit -> false;
            case Request.Shutdown shutdown -> {
                stop.trySend("a client said SHUTDOWN");
                yield false;
            }
        };
    }

    /** When the service stops, lets the conversation come to its end: there is no more to read. */
    private void watch(RecvChan<Void> ended) {
        select().recv(ended, () -> {}).recv(quit, () -> hurry(ended)).run();
    }

    private void hurry(RecvChan<Void> ended) {
        try {
            socket.shutdownInput();
            select().recv(ended, () -> {}).after(GRACE, socket::close).run();
        } catch (IOException e) {
            // it is closed already
        }
    }

    private void say(String line) throws IOException {
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The answer to what cannot be done. */
    static String error(String text) {
        return "ERROR " + text;
    }
}
