package dev.runnel.sample.http;

import java.io.IOException;
import java.util.regex.Pattern;

/**
 * Reads what stands before a body, and the trailer after one. Refuses what two readers could understand differently.
 */
record HeadReader(Input input, Limits limits) {

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._~%!$&'()*+,;=:\\[\\]-]*");

    Head read() throws IOException, Refusal {
        String line = input.line(limits.line(), Status.URI_TOO_LONG);
        if (line.isEmpty()) { // some clients send one line too many after a body
            line = input.line(limits.line(), Status.URI_TOO_LONG);
        }
        RequestLine request = RequestLine.parse(line);
        Headers headers = headers();
        checkHost(request.isHttp10(), headers);
        int question = request.target().indexOf('?');
        return new Head(
                request.method(),
                question < 0 ? request.target() : request.target().substring(0, question),
                question < 0 ? "" : request.target().substring(question + 1),
                request.isHttp10(),
                headers);
    }

    /** All lines up to an empty one. */
    Headers headers() throws IOException, Refusal {
        Headers headers = new Headers();
        int left = limits.head();
        while (true) {
            String line = input.line(Math.min(limits.line(), left), Status.HEADERS_TOO_LARGE);
            if (line.isEmpty()) {
                return headers;
            }
            if (headers.size() == limits.headers()) {
                throw new Refusal(Status.HEADERS_TOO_LARGE, "there may be " + limits.headers() + " header lines");
            }
            left = Math.max(0, left - line.length() - 2);
            add(headers, line);
        }
    }

    private static void add(Headers headers, String line) throws Refusal {
        if (Text.isBlank(line.charAt(0))) {
            throw Refusal.bad("a header is on one line");
        }
        int colon = line.indexOf(':');
        if (colon < 0) {
            throw Refusal.bad("a header is: name, colon, value");
        }
        String name = line.substring(0, colon);
        if (!Text.isToken(name)) {
            throw Refusal.bad("that is no name of a header"); // a blank before the colon, say
        }
        String value = Text.trim(line.substring(colon + 1));
        if (!Text.isFieldText(value)) {
            throw Refusal.bad("a header has no control characters");
        }
        headers.add(name, value);
    }

    private static void checkHost(boolean isHttp10, Headers headers) throws Refusal {
        int hosts = headers.count("Host");
        if (hosts > 1 || (hosts == 0 && !isHttp10)) {
            throw Refusal.bad("there must be one Host");
        }
        if (!HOST.matcher(headers.get("Host")).matches()) {
            throw Refusal.bad("that is no Host");
        }
    }
}
