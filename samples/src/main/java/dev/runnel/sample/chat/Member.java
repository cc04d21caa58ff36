package dev.runnel.sample.chat;

import static dev.runnel.Go.chan;

import dev.runnel.channel.Chan;
import java.io.IOException;
import java.net.Socket;

/**
 * Someone in the room.
 *
 * @param name his name
 * @param lines what he has still to hear; closed by the room when he is no longer there
 * @param socket closed if he does not listen
 */
record Member(String name, Chan<String> lines, Socket socket) {

    Member(String name, int backlog, Socket socket) {
        this(name, chan(backlog), socket);
    }

    /** Cuts him off, and with him his reader and his writer. */
    void cutOff() {
        try {
            socket.close();
        } catch (IOException e) {
            // it is closed for us
        }
    }
}
