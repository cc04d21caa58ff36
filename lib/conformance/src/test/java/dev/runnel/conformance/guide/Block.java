package dev.runnel.conformance.guide;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A piece of code in a document.
 *
 * @param file the document
 * @param line the line of its fence
 * @param row the heading that it stands under
 * @param language what the fence says: {@code java} or {@code go}
 * @param code what is between the fences
 * @param printed what it prints according to the document; null if that is not said
 * @param notRun why it is not run, according to the document; null if it is
 */
record Block(
        Path file,
        int line,
        String row,
        String language,
        String code,
        @Nullable String printed,
        @Nullable String notRun) {

    boolean isIn(String wanted) {
        return language.equals(wanted);
    }

    /** Where it is, for a reader. */
    String place() {
        return file.getFileName() + ":" + line + " (" + row + ")";
    }

    /** The same block with code around it that the document leaves out. */
    Block withCode(String whole) {
        return new Block(file, line, row, language, whole, printed, notRun);
    }
}
