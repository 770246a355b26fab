package org.ticktoquote.harness.hosts.local;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.ReceivedQuotes;

/** What the clients received, from their journals on this host. */
final class JournalQuoteTail implements AutoCloseable {
    private final List<JournalReader> quotes = new ArrayList<>();
    private final SnapshotRecord snapshot;

    JournalQuoteTail(RunDirectory directory, int sessions) {
        for (int i = 0; i < sessions; i++) {
            quotes.add(JournalReader.open(directory.quotes(i), SnapshotRecord.SCHEMA));
        }
        this.snapshot = new SnapshotRecord(quotes.get(0).buffer(), 0);
    }

    /** What is new since the last call, the first {@link ReceivedQuotes#MOST} snapshots of it. */
    ReceivedQuotes more() {
        List<ReceivedQuotes.Snapshot> first = new ArrayList<>();
        boolean any = false;
        while (first.size() < ReceivedQuotes.MOST && quotes.get(0).next()) {
            any = true;
            snapshot.wrap(quotes.get(0));
            if (snapshot.kind() == SnapshotRecord.SNAPSHOT) {
                first.add(
                        new ReceivedQuotes.Snapshot(snapshot.tickId(), snapshot.instrumentId(), snapshot.receivedNs()));
            }
        }
        for (JournalReader other : quotes.subList(1, quotes.size())) {
            while (other.next()) {
                any = true;
            }
        }
        return new ReceivedQuotes(first, any);
    }

    @Override
    public void close() {
        quotes.forEach(JournalReader::close);
    }
}
