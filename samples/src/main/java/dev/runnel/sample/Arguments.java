package dev.runnel.sample;

import io.vavr.collection.List;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * The words after a program's name. Options are to be taken first, then the other words in their order, then
 * {@link #end()} is to be called.
 */
public final class Arguments {

    private final String usage;
    private List<String> words;

    /**
     * @param usage how the program is used, in one line
     * @param words what the user typed
     */
    public Arguments(String usage, List<String> words) {
        this.usage = usage;
        this.words = words;
    }

    /** The number after {@code name} ({@code --name 3} or {@code --name=3}), wherever it stands. */
    public int option(String name, int otherwise, int least, int most) {
        int at = words.indexWhere(word -> word.equals(name) || word.startsWith(name + "="));
        if (at < 0) {
            return otherwise;
        }
        String word = words.get(at);
        words = words.removeAt(at);
        if (word.equals(name)) {
            if (at == words.length()) {
                throw new UsageException(name + " needs a number; usage: " + usage);
            }
            word = words.get(at);
            words = words.removeAt(at);
        } else {
            word = word.substring(name.length() + 1);
        }
        return parse(name, word, least, most);
    }

    /** The next word, which must be there. */
    public String word(String name) {
        return next().getOrElseThrow(() -> new UsageException(name + " is missing; usage: " + usage));
    }

    /** The next word, which must be a whole number from {@code least} to {@code most}. */
    public int number(String name, int least, int most) {
        return parse(name, word(name), least, most);
    }

    /** As {@link #number(String, int, int)}, with a value for when there are no more words. */
    public int number(String name, int otherwise, int least, int most) {
        return next().map(word -> parse(name, word, least, most)).getOrElse(otherwise);
    }

    /** What the next word stands for; it must be a key of {@code meanings}. */
    public <T> T oneOf(String name, Map<String, T> meanings) {
        String word = word(name);
        return meanings.get(word)
                .getOrElseThrow(() -> new UsageException(name + ": '" + word + "' is not allowed; allowed: "
                        + meanings.keySet().mkString(", ")));
    }

    /** There must be no more words. */
    public void end() {
        if (words.nonEmpty()) {
            throw new UsageException("'" + words.head() + "' is one too many; usage: " + usage);
        }
    }

    private Option<String> next() {
        Option<String> next = words.headOption();
        if (next.isDefined()) {
            words = words.tail();
        }
        next.filter(word -> word.startsWith("--")).forEach(word -> {
            throw new UsageException("there is no option '" + word + "'; usage: " + usage);
        });
        return next;
    }

    private static int parse(String name, String word, int least, int most) {
        try {
            int number = Integer.parseInt(word);
            if (least <= number && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new UsageException(
                name + ": '" + word + "' is not allowed; allowed: a whole number from " + least + " to " + most);
    }
}
