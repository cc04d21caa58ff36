package shop;

import dev.runnel.channel.SendChan;

/** Pieces of one article. Each reservation is written to the books, which may take a while. */
public final class Inventory {

    private final SendChan<String> books;
    private int pieces;

    public Inventory(int pieces, SendChan<String> books) {
        this.pieces = pieces;
        this.books = books;
    }

    /** Reserves a piece, if there is one. Wrong: between the look and the taking, others run. */
    public boolean reserve(String customer) {
        if (pieces == 0) {
            return false;
        }
        books.send("one for " + customer);
        pieces--;
        return true;
    }

    public int pieces() {
        return pieces;
    }
}
