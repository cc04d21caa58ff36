package dev.runnel.net;

import java.net.Inet6Address;

/** How an IPv6 address is written: in the short form of RFC 5952, as Go does; the JDK writes all eight groups. */
final class Ipv6Text {

    private static final int GROUPS = 8;

    private Ipv6Text() {}

    /** The number, and the zone behind a percent sign if it has one. */
    static String of(Inet6Address address) {
        byte[] bytes = address.getAddress();
        int[] groups = new int[GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            groups[i] = (bytes[2 * i] & 0xff) << Byte.SIZE | (bytes[2 * i + 1] & 0xff);
        }
        String full = address.getHostAddress();
        int zone = full.indexOf('%');
        return shortened(groups) + (zone < 0 ? "" : full.substring(zone));
    }

    /** The first of the longest runs of zeros is left out, if it is of two groups or more. */
    private static String shortened(int[] groups) {
        int from = 0;
        int longest = 1;
        for (int i = 0; i < GROUPS; i++) {
            int zeros = zerosAt(groups, i);
            if (zeros > longest) {
                from = i;
                longest = zeros;
            }
        }
        return longest == 1
                ? joined(groups, 0, GROUPS)
                : joined(groups, 0, from) + "::" + joined(groups, from + longest, GROUPS);
    }

    private static int zerosAt(int[] groups, int from) {
        int end = from;
        while (end < GROUPS && groups[end] == 0) {
            end++;
        }
        return end - from;
    }

    private static String joined(int[] groups, int from, int end) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < end; i++) {
            text.append(i == from ? "" : ":").append(Integer.toHexString(groups[i]));
        }
        return text.toString();
    }
}
