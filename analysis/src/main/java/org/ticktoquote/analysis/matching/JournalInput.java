package org.ticktoquote.analysis.matching;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.journal.JournalException;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.JournalSchema;

/** Journal that can be missing, truncated or damaged. Reads the readable part and keeps the reason for an early end. */
public final class JournalInput implements AutoCloseable {
    private static final ClockPair NO_CLOCK = new ClockPair(0, 0, 0);

    private final Path file;
    private @Nullable JournalReader reader;
    private String damage = "";
    private boolean foreign;
    private long records;
    private ClockPair start = NO_CLOCK;

    private JournalInput(Path file) {
        this.file = file;
    }

    /** Opens a journal of the run; a missing, damaged or foreign file does not throw. */
    public static JournalInput open(Path file, JournalSchema schema, UUID run) {
        JournalInput input = new JournalInput(file);
        if (!Files.exists(file)) {
            input.damage = "is missing";
            return input;
        }
        try {
            JournalReader reader = JournalReader.open(file, schema, run);
            input.reader = reader;
            input.start = reader.startClock();
        } catch (JournalException e) {
            input.damaged(e);
        }
        return input;
    }

    /** Moves to the next record; returns false if no further record is readable. */
    boolean next() {
        JournalReader source = reader;
        if (source == null || !damage.isEmpty()) {
            return false;
        }
        try {
            if (source.next()) {
                records++;
                return true;
            }
            damage = ending(source);
        } catch (JournalException e) {
            damaged(e);
        }
        return false;
    }

    private void damaged(JournalException e) {
        damage = withoutPath(e);
        foreign = e.foreign();
    }

    /** Removes the directory so that results do not depend on where the run is stored. The names of later segments stay. */
    private String withoutPath(JournalException e) {
        String directory = file.resolveSibling("").toString();
        return String.valueOf(e.getMessage()).replace(file + ": ", "").replace(directory + File.separator, "");
    }

    private static String ending(JournalReader source) {
        if (source.missing() > 0) {
            return "was truncated: " + source.missing() + " committed records are missing";
        }
        return source.closed() ? "" : "was not closed by its writer";
    }

    /** Returns the reader; valid only after {@link #next()} returned true. */
    JournalReader reader() {
        if (reader == null) {
            throw new IllegalStateException(file + " is not open");
        }
        return reader;
    }

    /** Stops reading because of an error found in the records. */
    void damaged(String what) {
        damage = what;
    }

    /** Returns the state of the journal; call it after reading ended. */
    public JournalState state() {
        ClockPair end = reader == null || !damage.isEmpty() ? NO_CLOCK : reader.endClock();
        return new JournalState(file, records, damage, foreign, start, end);
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.close();
        }
    }
}
