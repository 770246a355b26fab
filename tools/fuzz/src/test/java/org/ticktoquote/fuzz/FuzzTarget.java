package org.ticktoquote.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A part of the product that reads untrusted bytes.
 *
 * <p>An input is read, or refused by {@link org.ticktoquote.core.command.ProblemException} or
 * {@link org.ticktoquote.core.journal.JournalException}. Nothing else is thrown. {@link Trial} limits the allocation;
 * {@link JazzerRun} and {@link FuzzCorpusTest} limit the time.
 */
public interface FuzzTarget {
    /**
     * Reads an input; returns if it was accepted, and throws the product's exception if it was not. A target that can
     * compute the result in a second way throws {@link AssertionError} if they differ.
     *
     * @param folder an empty folder for files
     */
    void read(byte[] input, Path folder) throws IOException;

    /** Returns accepted inputs by name, from which fuzzing starts. */
    Map<String, byte[]> seeds() throws IOException;

    /**
     * Returns the variants of an input to read; by default only the input itself. Targets with checksums or framing add
     * variants with correct ones, which the fuzzer cannot guess.
     */
    default List<byte[]> variants(byte[] input) {
        return List.of(input);
    }
}
