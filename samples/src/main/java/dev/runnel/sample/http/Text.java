package dev.runnel.sample.http;

/** Which characters may stand where. */
final class Text {

    private static final boolean[] TOKEN = new boolean[128];

    static {
        String others = "!#$%&'*+-.^_`|~";
        for (char c = 0; c < 128; c++) {
            TOKEN[c] = Character.isLetterOrDigit(c) || others.indexOf(c) >= 0;
        }
    }

    private Text() {}

    /** Whether this is a name: of a method, or of a header. */
    static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 128 || !TOKEN[c]) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** Whether these are visible characters of ASCII only. */
    static boolean isVisible(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c >= 127) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** Whether there are no control characters other than tabs: no CR, no NUL. */
    static boolean isFieldText(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < ' ' && c != '\t') || c == 127) {
                return false;
            }
        }
        return true;
    }

    /** The text without blanks and tabs at its ends. */
    static String trim(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isBlank(text.charAt(from))) {
            from++;
        }
        while (from < to && isBlank(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
