package org.ticktoquote.core.journal;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Whose journal a file is: it stands in the header of every segment, so that no file can take another's place unnoticed.
 *
 * @param run the identity of the run; {@link #NO_RUN} of a journal that belongs to none
 * @param name what it is of the run: its file's name without {@code .journal}, as in {@code quotes-02}
 */
public record JournalOrigin(UUID run, String name) {
    /** Of processes that were started by hand. */
    public static final UUID NO_RUN = new UUID(0, 0);

    static final int LONGEST_NAME = 64;
    private static final String SUFFIX = ".journal";

    /** The origin that a run's journal at a path has; a name that is too long is cut. */
    static JournalOrigin of(UUID run, Path journal) {
        String file = String.valueOf(journal.getFileName());
        String name = file.endsWith(SUFFIX) ? file.substring(0, file.length() - SUFFIX.length()) : file;
        String plain = name.replaceAll("[^ -~]", "?");
        return new JournalOrigin(run, plain.substring(0, Math.min(LONGEST_NAME, plain.length())));
    }

    byte[] nameBytes() {
        return name.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public String toString() {
        return name + " of run " + run;
    }
}
