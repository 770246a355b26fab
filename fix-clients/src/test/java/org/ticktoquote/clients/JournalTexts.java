package org.ticktoquote.clients;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Contents of one session's journal, in order.
 *
 * @param instruments of its snapshots
 */
record JournalTexts(
        List<Integer> kinds, List<Integer> instruments, List<Long> tickIds, List<Long> possDups, boolean closed) {
    static JournalTexts of(Path run, int session) {
        List<Integer> kinds = new ArrayList<>();
        List<Integer> instruments = new ArrayList<>();
        List<Long> tickIds = new ArrayList<>();
        List<Long> possDups = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(new RunDirectory(run).quotes(session), SnapshotRecord.SCHEMA)) {
            SnapshotRecord snapshot = new SnapshotRecord(new UnsafeBuffer(0, 0), 0);
            while (reader.next()) {
                snapshot.wrap(reader);
                kinds.add(snapshot.kind());
                if (snapshot.kind() == SnapshotRecord.SNAPSHOT) {
                    tickIds.add(snapshot.tickId());
                    instruments.add(snapshot.instrumentId());
                    if (snapshot.possDup()) {
                        possDups.add(snapshot.tickId());
                    }
                }
            }
            return new JournalTexts(kinds, instruments, tickIds, possDups, reader.closed());
        }
    }

    long count(int kind) {
        return kinds.stream().filter(each -> each == kind).count();
    }
}
