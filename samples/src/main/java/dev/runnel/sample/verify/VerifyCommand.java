package dev.runnel.sample.verify;

import dev.runnel.Go;
import dev.runnel.context.Context;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;
import dev.runnel.sample.UsageException;
import io.vavr.collection.List;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * {@code verify LIST [--workers N]}: compares files with the digests that sha256sum has written to LIST, and stops at
 * the first that is not as listed.
 */
public final class VerifyCommand implements Command {

    private static final int WORKERS = 4;
    private static final int MOST_WORKERS = 1024;

    @Override
    public int run(Arguments arguments, Terminal terminal) throws IOException {
        int workers = arguments.option("--workers", WORKERS, 1, MOST_WORKERS);
        String list = arguments.word("LIST");
        arguments.end();
        List<Entry> entries = read(list);
        Go.run(() -> {
            Parallel.forEach(Context.background(), entries, workers, Entry::check);
            terminal.say(entries.length() + " files are as listed");
        });
        return 0;
    }

    private static List<Entry> read(String list) throws IOException {
        try {
            return List.ofAll(Files.readAllLines(Path.of(list)))
                    .map(line -> Entry.parse(line)
                            .getOrElseThrow(() ->
                                    new UsageException("LIST: '" + line + "' is not a line as sha256sum prints it")));
        } catch (NoSuchFileException e) {
            throw new IOException("'" + list + "': no such file", e);
        } catch (CharacterCodingException e) {
            throw new IOException("'" + list + "': not UTF-8", e);
        } catch (IOException e) {
            throw new IOException("'" + list + "': " + e.getMessage(), e);
        }
    }
}
