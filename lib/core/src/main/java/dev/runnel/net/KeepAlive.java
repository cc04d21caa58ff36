package dev.runnel.net;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** Has the system ask a silent peer whether it is alive, as often as Go does, where it can be told how often. */
final class KeepAlive {

    /** How long nothing may come before the first question, and from one to the next, in seconds. */
    private static final int SECONDS = 15;

    /** Questions without an answer before the connection is given up. */
    private static final int QUESTIONS = 9;

    private KeepAlive() {}

    static void on(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        for (SocketOption<?> option : channel.supportedOptions()) {
            switch (option.name()) { // by their names, as not each system has them
                case "TCP_KEEPIDLE", "TCP_KEEPINTERVAL" -> set(channel, option, SECONDS);
                case "TCP_KEEPCOUNT" -> set(channel, option, QUESTIONS);
                default -> {}
            }
        }
    }

    @SuppressWarnings("unchecked") // these three are integers
    private static void set(SocketChannel channel, SocketOption<?> option, int value) throws IOException {
        channel.setOption((SocketOption<Integer>) option, value);
    }
}
