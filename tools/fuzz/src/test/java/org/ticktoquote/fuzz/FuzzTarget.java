package org.ticktoquote.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A part of the product that reads untrusted bytes.
 *
 * <p>An input is read, or refused by {@link org.ticktoquote.core.command.ProblemException} or {@link
 * org.ticktoquote.core.journal.JournalException}. Nothing else is thrown, and memory and time are bounded ({@link Trial}).
 */
public interface FuzzTarget {
    /**
     * Reads an input; returns if it was accepted, and throws the product's exception if it was not. A target that can
     * compute the result in a second way throws {@link AssertionError} if they differ.
     *
     * @param folder an empty folder for files
     */
    void read(byte[] input, Path folder) throws IOException;

    /** Returns accepted inputs by name, as start of the fuzzing. */
    Map<String, byte[]> seeds() throws IOException;

    /**
     * Returns the input, and the input with correct checksums, so that it is read beyond the first checksum:
     * the fuzzer cannot guess checksums.
     */
    default List<byte[]> variants(byte[] input) {
        return List.of(input);
    }
}
