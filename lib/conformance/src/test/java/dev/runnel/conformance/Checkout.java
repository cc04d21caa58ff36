package dev.runnel.conformance;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the documentation and the sources, for tests that read them. */
public final class Checkout {

    /** The folder above this module that has the documentation. */
    public static final Path ROOT = root();

    private Checkout() {}

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/go-statements.md"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
