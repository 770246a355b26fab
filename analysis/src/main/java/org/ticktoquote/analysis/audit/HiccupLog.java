package org.ticktoquote.analysis.audit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.ticktoquote.core.hiccup.HiccupRecord;
import org.ticktoquote.core.journal.JournalException;
import org.ticktoquote.core.journal.JournalReader;

/**
 * Long hiccups of one process, from the readable part of its journal.
 *
 * @param hiccups from the intended to the actual wake, in time order
 * @param completeFromNs largest threshold in use; the journal has every hiccup of at least this length
 * @param damage description for users; empty if the journal is complete
 * @param foreign whether the file belongs to another process or run
 */
record HiccupLog(List<TimeInterval> hiccups, long completeFromNs, String damage, boolean foreign) {

    /** Reads the hiccups of {@code atLeastNs} or longer. */
    static HiccupLog read(Path file, UUID run, long atLeastNs) {
        List<TimeInterval> hiccups = new ArrayList<>();
        long threshold = 0;
        if (!Files.exists(file)) {
            return new HiccupLog(hiccups, threshold, "is missing", false);
        }
        try (JournalReader reader = JournalReader.open(file, HiccupRecord.SCHEMA, run)) {
            HiccupRecord hiccup = new HiccupRecord(reader.buffer(), 0);
            while (reader.next()) {
                hiccup.wrap(reader);
                threshold = Math.max(threshold, hiccup.thresholdNs());
                if (hiccup.lengthNs() >= atLeastNs) {
                    hiccups.add(new TimeInterval(hiccup.intendedNs(), hiccup.actualNs()));
                }
            }
            return new HiccupLog(hiccups, threshold, ending(reader), false);
        } catch (JournalException e) {
            return new HiccupLog(
                    hiccups, threshold, String.valueOf(e.getMessage()).replace(file + ": ", ""), e.foreign());
        }
    }

    private static String ending(JournalReader reader) {
        if (reader.missing() > 0) {
            return "was truncated: " + reader.missing() + " committed records are missing";
        }
        return reader.closed() ? "" : "was not closed by its writer";
    }
}
