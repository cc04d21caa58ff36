package dev.runnel.net;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Objects;

/** Addresses as Go writes them: {@code host:port}, {@code [::1]:port}, {@code :port}; and those of Unix sockets. */
final class Address {

    private static final int LAST_PORT = 65_535;

    /** A Unix socket that was bound to no file, as Go shows it. */
    private static final String UNNAMED = "@";

    private final String text;
    private final String host;
    private final int port;

    private Address(String text, String host, int port) {
        this.text = text;
        this.host = host;
        this.port = port;
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    static Address of(String text) {
        int colon = Objects.requireNonNull(text, "address").lastIndexOf(':');
        if (colon < 0) {
            throw bad(text, "missing port in address");
        }
        String host = text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.startsWith("[")) {
            throw bad(text, "missing ']' in address");
        } else if (host.endsWith("]")) {
            throw bad(text, "unexpected ']' in address");
        } else if (host.indexOf(':') >= 0) {
            throw bad(text, "too many colons in address");
        }
        return new Address(text, host, port(text, text.substring(colon + 1)));
    }

    private static int port(String text, String digits) {
        try {
            int port = Integer.parseInt(digits);
            if (port >= 0 && port <= LAST_PORT) {
                return port;
            }
        } catch (NumberFormatException e) {
            throw bad(text, "invalid port: a number from 0 to " + LAST_PORT + " is wanted");
        }
        throw bad(text, "invalid port: a number from 0 to " + LAST_PORT + " is wanted");
    }

    /**
     * An address that was given as such.
     *
     * @throws IllegalArgumentException if it is a name only
     */
    static InetSocketAddress known(InetSocketAddress address) {
        if (Objects.requireNonNull(address, "address").isUnresolved()) {
            throw bad(
                    address.getHostString() + ":" + address.getPort(),
                    "not resolved: give it as a text, or look the name up");
        }
        return address;
    }

    /**
     * Where a Unix socket is.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    static UnixDomainSocketAddress known(Path path) {
        if (Objects.requireNonNull(path, "path").toString().isEmpty()) {
            throw bad("", "the path of a file is wanted");
        }
        try {
            return UnixDomainSocketAddress.of(path);
        } catch (IllegalArgumentException e) {
            throw bad(path.toString(), "a path of the default file system is wanted, not of " + path.getFileSystem());
        }
    }

    private static IllegalArgumentException bad(String text, String what) {
        return new IllegalArgumentException("address '" + text + "': " + what);
    }

    /** Where to listen: without a host, at every address of the machine. */
    InetSocketAddress local(String op) throws NetException {
        return host.isEmpty() ? new InetSocketAddress(port) : resolved(op)[0];
    }

    /**
     * Where to dial: all that the name stands for; without a host, this machine. The address "any" is this machine,
     * too: that of IPv6 even where this machine can be reached by IPv4 only. Asks the system, which may block the
     * thread.
     */
    InetSocketAddress[] resolved(String op) throws NetException {
        InetAddress[] found;
        try {
            found = host.isEmpty()
                    ? new InetAddress[] {InetAddress.getLoopbackAddress()}
                    : InetAddress.getAllByName(host);
            if (found.length == 1 && found[0] instanceof Inet6Address six && six.isAnyLocalAddress()) {
                found = new InetAddress[] {six, InetAddress.getByAddress(new byte[4])};
            }
        } catch (UnknownHostException e) {
            throw NetException.of(op, Network.TCP.where(text), new IOException("lookup " + host + ": no such host", e));
        }
        InetSocketAddress[] all = new InetSocketAddress[found.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = new InetSocketAddress(found[i], port);
        }
        return all;
    }

    /** An address as text, without the name that was asked for. */
    static String show(SocketAddress address) {
        if (address instanceof InetSocketAddress inet && inet.getAddress() != null) {
            String number = inet.getAddress() instanceof Inet6Address six
                    ? "[" + Ipv6Text.of(six) + "]"
                    : inet.getAddress().getHostAddress();
            return number + ":" + inet.getPort();
        }
        String text = address.toString();
        return text.isEmpty() ? UNNAMED : text;
    }

    @Override
    public String toString() {
        return text;
    }
}
