package org.ticktoquote.harness.site;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.run.RunDirectory;

/** What the clients received, from their journals on this host. */
public final class JournalQuoteTail implements QuoteTail {
    private final List<JournalReader> quotes = new ArrayList<>();
    private final SnapshotRecord snapshot;

    public JournalQuoteTail(RunDirectory directory, int sessions) {
        for (int i = 0; i < sessions; i++) {
            quotes.add(JournalReader.open(directory.quotes(i), SnapshotRecord.SCHEMA));
        }
        this.snapshot = new SnapshotRecord(quotes.get(0).buffer(), 0);
    }

    @Override
    public More more() {
        List<Received> first = new ArrayList<>();
        boolean any = false;
        while (quotes.get(0).next()) {
            any = true;
            snapshot.wrap(quotes.get(0));
            if (snapshot.kind() == SnapshotRecord.SNAPSHOT) {
                first.add(new Received(snapshot.tickId(), snapshot.instrumentId(), snapshot.receivedNs()));
            }
        }
        for (JournalReader other : quotes.subList(1, quotes.size())) {
            while (other.next()) {
                any = true;
            }
        }
        return new More(first, any);
    }

    @Override
    public void close() {
        quotes.forEach(JournalReader::close);
    }
}
