package dev.runnel.observe;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** As much of JSON as traces need; no exponents. */
final class Json {

    private static final int DEEPEST = 64;

    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?");

    private final String text;
    private final Matcher number;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
        number = NUMBER.matcher(text);
    }

    /**
     * The value that a text stands for: a map, a list, a string, a long, a double, a boolean or null.
     *
     * @throws IllegalArgumentException if it stands for none, saying where
     */
    static @Nullable Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.skipSpace();
        if (json.at != text.length()) {
            throw json.bad("the end");
        }
        return value;
    }

    static void quote(StringBuilder out, String s) {
        out.append('"');
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\n' -> out.append("\\n");
                default -> {
                    if (c < ' ' || Character.isSurrogate(c)) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    @SuppressWarnings("unchecked")
    static Map<String, @Nullable Object> object(@Nullable Object value, String what) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, @Nullable Object>) map;
        }
        throw new IllegalArgumentException(what + ": an object was expected, not " + brief(value));
    }

    @SuppressWarnings("unchecked")
    static List<@Nullable Object> array(@Nullable Object value, String what) {
        if (value instanceof List<?> list) {
            return (List<@Nullable Object>) list;
        }
        throw new IllegalArgumentException(what + ": an array was expected, not " + brief(value));
    }

    static String string(@Nullable Object value, String what) {
        if (value instanceof String s) {
            return s;
        }
        throw new IllegalArgumentException(what + ": a string was expected, not " + brief(value));
    }

    static long number(@Nullable Object value, String what) {
        if (value instanceof Long n) {
            return n;
        }
        throw new IllegalArgumentException(what + ": a whole number was expected, not " + brief(value));
    }

    /** A whole number that is neither less nor more than allowed. */
    static long number(@Nullable Object value, String what, long least, long most) {
        long n = number(value, what);
        if (n < least || n > most) {
            throw new IllegalArgumentException(what + ": '" + n + "' is not allowed; allowed: "
                    + (most == Long.MAX_VALUE ? least + " and more" : least + " to " + most));
        }
        return n;
    }

    static boolean truth(@Nullable Object value, String what) {
        if (value instanceof Boolean b) {
            return b;
        }
        throw new IllegalArgumentException(what + ": true or false was expected, not " + brief(value));
    }

    private static String brief(@Nullable Object value) {
        String all = String.valueOf(value);
        return all.length() > 60 ? all.substring(0, 60) + "…" : all;
    }

    private @Nullable Object value() {
        skipSpace();
        if (at == text.length()) {
            throw bad("a value");
        }
        char c = text.charAt(at);
        return switch (c) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> object() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        open();
        if (!closes('}')) {
            do {
                String key = string();
                expect(':');
                object.put(key, value());
            } while (goesOn('}'));
        }
        depth--;
        return object;
    }

    private List<@Nullable Object> array() {
        List<@Nullable Object> array = new ArrayList<>();
        open();
        if (!closes(']')) {
            do {
                array.add(value());
            } while (goesOn(']'));
        }
        depth--;
        return array;
    }

    private void open() {
        at++;
        if (++depth > DEEPEST) {
            throw bad("no deeper nesting");
        }
    }

    private boolean closes(char end) {
        skipSpace();
        if (at < text.length() && text.charAt(at) == end) {
            at++;
            return true;
        }
        return false;
    }

    private boolean goesOn(char end) {
        if (closes(end)) {
            return false;
        }
        expect(',');
        return true;
    }

    private void expect(char c) {
        skipSpace();
        if (at == text.length() || text.charAt(at) != c) {
            throw bad("'" + c + "'");
        }
        at++;
    }

    private @Nullable Object word(String word, @Nullable Object meaning) {
        if (!text.startsWith(word, at)) {
            throw bad("a value");
        }
        at += word.length();
        return meaning;
    }

    private Number number() {
        if (number.region(at, text.length()).lookingAt()) {
            try {
                Number value = number.start(2) < 0
                        ? (Number) Long.valueOf(number.group())
                        : (Number) Double.valueOf(number.group());
                at = number.end();
                return value;
            } catch (NumberFormatException e) {
                // too large
            }
        }
        throw bad("a whole number or another value");
    }

    private String string() {
        expect('"');
        StringBuilder s = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return s.toString();
            }
            s.append(c == '\\' ? escaped() : c);
        }
        throw bad("'\"'");
    }

    private char escaped() {
        char c = at < text.length() ? text.charAt(at++) : ' ';
        switch (c) {
            case '"', '\\', '/' -> {
                return c;
            }
            case 'n' -> {
                return '\n';
            }
            case 't' -> {
                return '\t';
            }
            case 'r' -> {
                return '\r';
            }
            case 'b' -> {
                return '\b';
            }
            case 'f' -> {
                return '\f';
            }
            case 'u' -> {
                try {
                    char unit = (char) HexFormat.fromHexDigits(text, at, at + 4);
                    at += 4;
                    return unit;
                } catch (NumberFormatException | IndexOutOfBoundsException e) {
                    throw bad("four hexadecimal digits");
                }
            }
            default -> throw bad("an escaped character");
        }
    }

    private void skipSpace() {
        while (at < text.length() && " \n\r\t".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private IllegalArgumentException bad(String expected) {
        return new IllegalArgumentException(
                "at character " + at + " of " + text.length() + ": " + expected + " was expected");
    }
}
