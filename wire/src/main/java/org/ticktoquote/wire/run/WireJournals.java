package org.ticktoquote.wire.run;

import java.nio.file.Path;
import org.ticktoquote.core.journal.JournalSchema;
import org.ticktoquote.core.journal.JournalWriter;

/**
 * Opens the journals of a run that is made from captures.
 *
 * @param parts folder for temporary journals
 */
record WireJournals(WirePlan plan, WireClock clock, Path parts) {
    /** Records per segment beyond the expected ones. */
    private static final long SPARE = 1024;

    JournalWriter open(Path path, JournalSchema schema, long expected) {
        return JournalWriter.at(path, schema)
                .run(plan.identity)
                .clocks(clock, () -> clock.toUtc(clock.nanoTime()))
                .recordsPerSegment(expected + SPARE)
                .inChunks()
                .open();
    }
}
