package dev.runnel.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;

/** One value: who sent it, and which of the sender's values it is. */
record Item(int sender, int number) {

    /** Nothing is lost or doubled, and each receiver got the values of each sender in their order. */
    static void checkAll(List<List<Item>> got, int senders, int each) {
        boolean[][] seen = new boolean[senders][each];
        int total = 0;
        for (List<Item> one : got) {
            int[] last = new int[senders];
            Arrays.fill(last, -1);
            for (Item item : one) {
                assertTrue(item.number() > last[item.sender()], "out of order");
                last[item.sender()] = item.number();
                assertTrue(!seen[item.sender()][item.number()], "doubled");
                seen[item.sender()][item.number()] = true;
                total++;
            }
        }
        assertEquals(senders * each, total);
    }
}
