package org.ticktoquote.core.journal;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Run and name of a journal, stored in the header of every segment so that a file of another journal is detected.
 *
 * @param run identity of the run, or {@link #NO_RUN} if the journal belongs to none
 * @param name file name without {@code .journal}, such as {@code quotes-02}
 */
public record JournalOrigin(UUID run, String name) {
    /** Run identity of processes started by hand. */
    public static final UUID NO_RUN = new UUID(0, 0);

    static final int MAX_NAME_LENGTH = 64;
    private static final String SUFFIX = ".journal";

    /** Returns the origin of a run's journal at a path. A long name is truncated. */
    static JournalOrigin of(UUID run, Path journal) {
        String file = String.valueOf(journal.getFileName());
        String name = file.endsWith(SUFFIX) ? file.substring(0, file.length() - SUFFIX.length()) : file;
        String plain = name.replaceAll("[^ -~]", "?");
        return new JournalOrigin(run, plain.substring(0, Math.min(MAX_NAME_LENGTH, plain.length())));
    }

    byte[] nameBytes() {
        return name.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public String toString() {
        return name + " of run " + run;
    }
}
