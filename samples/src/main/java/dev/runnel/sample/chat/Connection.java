package dev.runnel.sample.chat;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;

import dev.runnel.GoHandle;
import dev.runnel.channel.Cancellation.Stop;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import dev.runnel.context.Context;
import dev.runnel.sample.net.LineReader;
import io.vavr.control.Option;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * A client, from the first word to the last.
 *
 * @param socket closed at the end
 * @param events to the room
 * @param backlog how many lines the client may be behind
 */
record Connection(Socket socket, SendChan<Room.Event> events, int backlog) {

    /** How long a line may be, in bytes. */
    static final int LONGEST_LINE = 1000;

    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}-]{1,20}");

    /** Talks until the client has gone, or the context ends. */
    void run(Context context) {
        try (socket;
                Stop noMoreLines = Context.afterFunc(context, this::endOfLines)) {
            LineReader lines = new LineReader(socket.getInputStream(), LONGEST_LINE);
            for (Member member : enter(lines)) {
                talk(member, lines);
            }
        } catch (IOException e) {
            // the client is gone
        }
    }

    private void endOfLines() {
        try {
            socket.shutdownInput();
        } catch (IOException e) {
            // it is closed already
        }
    }

    /** Asks for a name until there is one that will do. */
    private Option<Member> enter(LineReader lines) throws IOException {
        write("* your name?");
        while (true) {
            switch (lines.next()) {
                case LineReader.Text line
                when NAME.matcher(line.text().strip()).matches() -> {
                    Member member = new Member(line.text().strip(), backlog, socket);
                    Chan<Boolean> welcome = chan(1);
                    events.send(new Room.Join(member, welcome));
                    if (welcome.recv().contains(true)) {
                        return Option.some(member);
                    }
                    write("* that name is taken");
                }
                case LineReader.End end -> {
                    return Option.none();
                }
                default -> write("* a name has 1 to 20 letters, digits and hyphens");
            }
        }
    }

    private void talk(Member member, LineReader lines) throws IOException {
        GoHandle writer = go("writer", () -> writeAll(member.lines()));
        try {
            while (true) {
                switch (lines.next()) {
                    case LineReader.Text line -> events.send(new Room.Say(member, line.text()));
                    case LineReader.TooLong line ->
                        events.send(new Room.Tell(member, "a line may have " + LONGEST_LINE + " bytes"));
                    case LineReader.End end -> {
                        return;
                    }
                }
            }
        } finally {
            events.send(new Room.Leave(member));
            select().recv(writer.done(), () -> {}).after(GRACE, () -> {}).run();
            member.cutOff(); // a writer that is not done yet fails now
            writer.join();
        }
    }

    private void writeAll(RecvChan<String> lines) {
        try {
            for (String line : lines) {
                write(line);
            }
        } catch (IOException e) {
            endOfLines();
        }
    }

    private void write(String line) throws IOException {
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
