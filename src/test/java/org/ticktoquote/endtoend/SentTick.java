package org.ticktoquote.endtoend;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** A measured tick as journaled by the replayer. */
record SentTick(long id, int instrument, long bid, long ask, long intendedNs, long sentNs) {
    /** Returns the ticks of a run, in order. */
    static List<SentTick> of(RunDirectory run) {
        List<SentTick> ticks = new ArrayList<>();
        RunManifest manifest = RunManifest.read(run.manifest());
        try (JournalReader reader = JournalReader.open(run.ticks(), TickRecord.SCHEMA, manifest.identity())) {
            TickRecord tick = new TickRecord(reader.buffer(), 0);
            while (reader.next()) {
                tick.wrap(reader);
                ticks.add(new SentTick(
                        tick.tickId(), tick.instrumentId(), tick.bid(), tick.ask(), tick.intendedNs(), tick.sentNs()));
            }
        }
        return ticks;
    }
}
