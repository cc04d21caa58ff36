package dev.runnel.sample.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;

/** A client of the service. */
final class Client implements AutoCloseable {

    private final Socket socket;
    private final BufferedReader answers;

    Client(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        socket = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
    }

    /** The next line; null if the service has ended the conversation. */
    String answer() throws IOException {
        return answers.readLine();
    }

    String ask(String request) throws IOException {
        send(request + "\n");
        return answer();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
