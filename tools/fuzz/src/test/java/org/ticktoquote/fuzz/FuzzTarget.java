package org.ticktoquote.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Something of the product that reads bytes which anybody may have written.
 *
 * <p>What a target promises: an input is read, or refused by {@link org.ticktoquote.core.command.ProblemException} or {@link
 * org.ticktoquote.core.journal.JournalException}. Nothing else is thrown, and memory and time are bounded ({@link Trial}).
 */
public interface FuzzTarget {
    /**
     * Reads an input; returns when it was taken, and throws what the product throws when it was not. A target that can
     * compute the outcome by a second way throws {@link AssertionError} where they differ.
     *
     * @param folder an empty one, for files
     */
    void read(byte[] input, Path folder) throws IOException;

    /** Inputs that are taken, by name: where the fuzzer begins. */
    Map<String, byte[]> seeds() throws IOException;

    /**
     * The input, and the same with the checksums that it needs in order to be read further than to the first of them:
     * nobody guesses a checksum.
     */
    default List<byte[]> variants(byte[] input) {
        return List.of(input);
    }
}
