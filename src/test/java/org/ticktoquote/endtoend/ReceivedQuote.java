package org.ticktoquote.endtoend;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** A quote as journaled by a client. */
record ReceivedQuote(long tickId, int instrument, long sequence, long receivedNs, long bid, long ask) {
    /** Returns the quotes of a session, in order. */
    static List<ReceivedQuote> of(RunDirectory run, int session) {
        List<ReceivedQuote> quotes = new ArrayList<>();
        RunManifest manifest = RunManifest.read(run.manifest());
        try (JournalReader reader =
                JournalReader.open(run.quotes(session), SnapshotRecord.SCHEMA, manifest.identity())) {
            SnapshotRecord event = new SnapshotRecord(reader.buffer(), 0);
            while (reader.next()) {
                event.wrap(reader);
                if (event.kind() == SnapshotRecord.SNAPSHOT) {
                    quotes.add(new ReceivedQuote(
                            event.tickId(),
                            event.instrumentId(),
                            event.messageSequence(),
                            event.receivedNs(),
                            event.bid(),
                            event.ask()));
                }
            }
        }
        return quotes;
    }
}
