package dev.runnel.sample.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;

/** A client that sends any bytes, and understands answers. */
public final class RawClient implements AutoCloseable {

    private final Socket socket;
    private final InputStream in;

    /** Connects to a host and port. */
    public RawClient(String address) throws IOException {
        this(address, InetAddress.getLoopbackAddress());
    }

    /** As {@link #RawClient(String)}, from a local address. */
    public RawClient(String address, InetAddress from) throws IOException {
        int colon = address.lastIndexOf(':');
        socket = new Socket(
                InetAddress.getByName(address.substring(0, colon)),
                Integer.parseInt(address.substring(colon + 1)),
                from,
                0);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Sends this, as it is. */
    public void send(String text) throws IOException {
        send(text.getBytes(UTF_8));
    }

    /** Sends this, as it is. */
    public void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Sends a request, and gives the answer. */
    public Reply ask(String method, String path, String body) throws IOException {
        send(request(method, path, body));
        return reply(method.equals("HEAD"));
    }

    /** A request in full. */
    public static String request(String method, String path, String body) {
        String length = body.isEmpty() ? "" : "Content-Length: " + body.getBytes(UTF_8).length + "\r\n";
        return method + " " + path + " HTTP/1.1\r\nHost: test\r\n" + length + "\r\n" + body;
    }

    /** The next answer. */
    public Reply reply() throws IOException {
        return reply(false);
    }

    /** The next answer; one to HEAD has no body. */
    public Reply reply(boolean isHead) throws IOException {
        return Reply.read(in, isHead);
    }

    /** Whether the server has ended the conversation. */
    public boolean isAtEnd() throws IOException {
        return in.read() < 0;
    }

    /** The socket below. */
    public Socket socket() {
        return socket;
    }

    /** Gives the connection up: the server is told that it was reset. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /**
     * An answer.
     *
     * @param status its number
     * @param headers its header lines
     * @param body its body, as UTF-8
     */
    public record Reply(int status, Headers headers, String body) {

        static Reply read(InputStream in, boolean isHead) throws IOException {
            String first = line(in);
            if (!first.startsWith("HTTP/1.1 ")) {
                throw new IOException("no answer: " + first);
            }
            int status = Integer.parseInt(first.substring(9, 12));
            Headers headers = new Headers();
            for (String line = line(in); !line.isEmpty(); line = line(in)) {
                int colon = line.indexOf(": ");
                headers.add(line.substring(0, colon), line.substring(colon + 2));
            }
            String length = headers.get("Content-Length");
            int size = isHead || length.isEmpty() ? 0 : Integer.parseInt(length);
            byte[] body = in.readNBytes(size);
            if (body.length < size) {
                throw new EOFException("in the middle of a body");
            }
            return new Reply(status, headers, new String(body, UTF_8));
        }

        private static String line(InputStream in) throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int b = in.read(); b != '\n'; b = in.read()) {
                if (b < 0) {
                    throw new EOFException("in the middle of an answer: '" + line.toString(ISO_8859_1) + "'");
                }
                line.write(b);
            }
            String text = line.toString(ISO_8859_1);
            if (!text.endsWith("\r")) {
                throw new IOException("a line without CR: " + text);
            }
            return text.substring(0, text.length() - 1);
        }
    }
}
