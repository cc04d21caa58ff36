package dev.runnel.sample.http;

/** How to tell where a body ends. */
sealed interface Framing {

    /** After so many bytes. */
    record Sized(int length) implements Framing {}

    /** In chunks, each with its size before it. */
    record Chunked() implements Framing {}

    /** There is none: a body of no bytes. */
    Framing NONE = new Sized(0);

    /**
     * What the header says. Two lengths, or a length beside chunks, are refused even if they agree: whoever forwards
     * requests might go by the other one, and take the rest for somebody else's request.
     */
    static Framing of(Head head, int most) throws Refusal {
        int lengths = head.headers().count("Content-Length");
        int encodings = head.headers().count("Transfer-Encoding");
        if (lengths + encodings == 0) {
            return NONE;
        }
        if (lengths + encodings > 1) {
            throw Refusal.bad("there must be one Content-Length or one Transfer-Encoding");
        }
        return lengths == 1
                ? sized(head.headers().get("Content-Length"), most)
                : chunked(head.isHttp10(), head.headers().get("Transfer-Encoding"));
    }

    private static Framing sized(String text, int most) throws Refusal {
        if (text.isEmpty() || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw Refusal.bad("a Content-Length is a number");
        }
        String digits = text.replaceFirst("^0+(?=.)", "");
        if (digits.length() > 9 || Integer.parseInt(digits) > most) {
            throw tooLarge(most);
        }
        return new Sized(Integer.parseInt(digits));
    }

    private static Framing chunked(boolean isHttp10, String encoding) throws Refusal {
        if (isHttp10) {
            throw Refusal.bad("there is no Transfer-Encoding in HTTP/1.0");
        }
        if (!encoding.equalsIgnoreCase("chunked")) {
            throw new Refusal(Status.NOT_IMPLEMENTED, "no Transfer-Encoding but chunked is known here");
        }
        return new Chunked();
    }

    /** The answer to more than is allowed. */
    static Refusal tooLarge(int most) {
        return new Refusal(Status.CONTENT_TOO_LARGE, "a body may have " + most + " bytes");
    }
}
