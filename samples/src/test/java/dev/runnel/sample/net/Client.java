package dev.runnel.sample.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;

/** A client of a server that speaks in lines. */
public final class Client implements AutoCloseable {

    private final Socket socket;
    private final BufferedReader answers;

    /** Connects to a host and port. */
    public Client(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        socket = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    }

    /** Sends this, as it is. */
    public void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
    }

    /** The next line; null if the server has ended the conversation. */
    public String answer() throws IOException {
        return answers.readLine();
    }

    /** Sends a line, and gives the next one that comes. */
    public String ask(String request) throws IOException {
        send(request + "\n");
        return answer();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
