package dev.runnel.sample.load;

import dev.runnel.sample.http.RawClient;
import java.io.IOException;

/** An answer that is worth stopping in the middle of. */
final class Large {

    static final String PATH = "/keys/large";
    static final int SIZE = 1_000_000;

    private Large() {}

    static void put(String address) throws IOException {
        try (RawClient client = new RawClient(address)) {
            int status = client.ask("PUT", PATH, "x".repeat(SIZE)).status();
            if (status != 204) {
                throw new AssertionError(status);
            }
        }
    }
}
