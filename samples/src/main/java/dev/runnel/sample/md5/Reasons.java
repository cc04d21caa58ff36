package dev.runnel.sample.md5;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why a file could not be read, in the system's words. */
final class Reasons {

    private Reasons() {}

    static String of(IOException e) {
        return switch (e) {
            case NoSuchFileException none -> "No such file or directory";
            case AccessDeniedException denied -> "Permission denied";
            case NotDirectoryException other -> "Not a directory";
            case FileSystemException known when known.getReason() != null -> known.getReason();
            default -> e.getMessage() == null ? e.toString() : e.getMessage();
        };
    }
}
