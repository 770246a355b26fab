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

/** A journal that may be missing, cut or damaged: gives what can be read and remembers what was wrong. */
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

    /** A journal of a run, by its identity; never throws for the file's sake. */
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

    /** Moves to the next record; false when there is none that can be read. */
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

    /** What the results say must not depend on where the run stands; a segment behind the first keeps its name. */
    private String withoutPath(JournalException e) {
        String directory = file.resolveSibling("").toString();
        return String.valueOf(e.getMessage()).replace(file + ": ", "").replace(directory + File.separator, "");
    }

    private static String ending(JournalReader source) {
        if (source.missing() > 0) {
            return "was cut: " + source.missing() + " committed records are not in the file";
        }
        return source.closed() ? "" : "was not closed by its writer";
    }

    /** The reader behind; call only after {@link #next()} returned true. */
    JournalReader reader() {
        if (reader == null) {
            throw new IllegalStateException(file + " is not open");
        }
        return reader;
    }

    /** Gives up reading for a reason found in the records themselves. */
    void damaged(String what) {
        damage = what;
    }

    /** Read it when everything was read. */
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
