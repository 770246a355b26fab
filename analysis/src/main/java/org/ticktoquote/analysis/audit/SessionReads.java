package org.ticktoquote.analysis.audit;

import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;
import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * Statistics of one session's socket reads, collected while its journal is read for the matching.
 *
 * <p>The end of the measured part is known only after the matching. Times of snapshots that arrive after the last tick was
 * sent are therefore kept. Not thread-safe.
 */
public final class SessionReads {
    private final long fromNs;
    private final long certainToNs;
    private final UnreadWaits waits;
    private final ReadCount certain = new ReadCount();
    private final LongArrayList laterNs = new LongArrayList();
    private final IntArrayList laterMessages = new IntArrayList();

    /** @param certain interval that is certainly within the measured part */
    SessionReads(TimeInterval certain, UnreadWaits waits) {
        this.fromNs = certain.fromNs();
        this.certainToNs = certain.toNs();
        this.waits = waits;
    }

    /** Adds the next record of the journal. */
    public void add(SnapshotRecord record) {
        long receivedNs = record.receivedNs();
        waits.read(receivedNs);
        if (record.kind() != SnapshotRecord.SNAPSHOT || receivedNs < fromNs) {
            return;
        }
        int messages = record.messagesInRead();
        if (receivedNs <= certainToNs) {
            certain.add(messages);
        } else {
            laterNs.addLong(receivedNs);
            laterMessages.addInt(messages);
        }
    }

    /** Returns the read sizes of a measured part that ends at {@code toNs}. */
    ReadSizes sizes(long toNs) {
        ReadCount all = new ReadCount(certain);
        for (int i = 0; i < laterNs.size(); i++) {
            if (laterNs.getLong(i) <= toNs) {
                all.add(laterMessages.getInt(i));
            }
        }
        return all.sizes();
    }

    UnreadWaits waits() {
        return waits;
    }

    private static final class ReadCount {
        private static final int MANY = 10;

        private long snapshots;
        private long withOther;
        private long withMany;
        private int most;

        ReadCount() {}

        ReadCount(ReadCount other) {
            this.snapshots = other.snapshots;
            this.withOther = other.withOther;
            this.withMany = other.withMany;
            this.most = other.most;
        }

        void add(int messages) {
            snapshots++;
            withOther += messages > 1 ? 1 : 0;
            withMany += messages >= MANY ? 1 : 0;
            most = Math.max(most, messages);
        }

        ReadSizes sizes() {
            return new ReadSizes(snapshots, withOther, withMany, most);
        }
    }
}
