package dev.runnel.sample.http;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The first line of a request: {@code GET /path?query HTTP/1.1}.
 *
 * @param method what is wanted
 * @param target what it is wanted of
 * @param isHttp10 whether it is HTTP/1.0, not 1.1
 */
record RequestLine(Method method, String target, boolean isHttp10) {

    private static final Pattern VERSION = Pattern.compile("HTTP/\\d\\.\\d");

    static RequestLine parse(String line) throws Refusal {
        int first = line.indexOf(' ');
        int last = line.lastIndexOf(' ');
        if (first < 0 || first == last) {
            throw Refusal.bad("a request line is: method target version");
        }
        String name = line.substring(0, first);
        String target = line.substring(first + 1, last);
        boolean isHttp10 = isHttp10(line.substring(last + 1));
        if (!Text.isToken(name)) {
            throw Refusal.bad("that is no method");
        }
        Method method = Method.of(name)
                .getOrElseThrow(() -> new Refusal(Status.NOT_IMPLEMENTED, "there is no method " + name + " here"));
        return new RequestLine(method, origin(method, target), isHttp10);
    }

    private static boolean isHttp10(String version) throws Refusal {
        if (version.equals("HTTP/1.1")) {
            return false;
        }
        if (!VERSION.matcher(version).matches()) {
            throw Refusal.bad("a version is HTTP/n.n");
        }
        if (!version.startsWith("HTTP/1.")) {
            throw new Refusal(Status.VERSION_NOT_SUPPORTED, "only HTTP/1.1 and HTTP/1.0 are spoken here");
        }
        return version.equals("HTTP/1.0");
    }

    /** The target from its path on; a client that speaks to a proxy sends a whole URL. */
    private static String origin(Method method, String target) throws Refusal {
        if (!Text.isVisible(target) || target.indexOf('#') >= 0) {
            throw Refusal.bad("a target has visible characters of ASCII only, and no fragment");
        }
        if (target.startsWith("/") || (target.equals("*") && method == Method.OPTIONS)) {
            return target;
        }
        if (method == Method.CONNECT) {
            throw new Refusal(Status.NOT_IMPLEMENTED, "this is no proxy");
        }
        if (!target.toLowerCase(Locale.ROOT).startsWith("http://")) {
            throw Refusal.bad("a target begins with a slash");
        }
        int path = target.indexOf('/', "http://".length());
        return path < 0 ? "/" : target.substring(path);
    }
}
