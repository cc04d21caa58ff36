package dev.runnel.conformance.guide;

import dev.runnel.conformance.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A document with code in it, in this form: a {@code text} fence has what the blocks before it print, back to the last
 * such fence or heading; a comment {@code <!-- not run: why -->} before a block says that the block is not run.
 */
final class Document {

    private static final Pattern HEADING = Pattern.compile("#+ (.*)");
    private static final Pattern FENCE = Pattern.compile("```(\\w*)");
    private static final Pattern NOT_RUN = Pattern.compile("<!-- not run: (.+) -->");

    private final Path file;
    private final List<Block> blocks = new ArrayList<>();

    /** The blocks that no {@code text} has followed yet. */
    private final List<Block> open = new ArrayList<>();

    private String row = "";
    private @Nullable String notRun;

    private Document(Path file) {
        this.file = file;
    }

    /** The blocks of a document, by its path in the checkout. */
    static List<Block> blocks(String path) {
        Path file = Checkout.ROOT.resolve(path);
        try {
            return blocks(file, Files.readAllLines(file));
        } catch (IOException e) {
            throw new AssertionError("cannot read " + file, e);
        }
    }

    static List<Block> blocks(Path file, List<String> lines) {
        return new Document(file).read(lines);
    }

    private List<Block> read(List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            Matcher heading = HEADING.matcher(lines.get(i));
            Matcher fence = FENCE.matcher(lines.get(i));
            Matcher reason = NOT_RUN.matcher(lines.get(i));
            if (heading.matches()) {
                flush(null);
                row = heading.group(1);
            } else if (reason.matches()) {
                notRun = reason.group(1);
            } else if (fence.matches()) {
                int end = i + 1;
                while (!lines.get(end).equals("```")) {
                    end++;
                }
                add(fence.group(1), i + 1, String.join("\n", lines.subList(i + 1, end)));
                i = end;
            }
        }
        flush(null);
        return blocks;
    }

    private void add(String language, int line, String code) {
        switch (language) {
            case "text" -> flush(code);
            case "java", "go" -> open.add(new Block(file, line, row, language, code, null, notRun));
            default -> {} // not ours
        }
        notRun = null;
    }

    private void flush(@Nullable String printed) {
        for (Block b : open) {
            blocks.add(new Block(b.file(), b.line(), b.row(), b.language(), b.code(), printed, b.notRun()));
        }
        open.clear();
    }
}
