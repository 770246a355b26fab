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
    private final ReadSizes certain = new ReadSizes();
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
        ReadSizes all = new ReadSizes();
        all.add(certain);
        for (int i = 0; i < laterNs.size(); i++) {
            if (laterNs.getLong(i) <= toNs) {
                all.add(laterMessages.getInt(i));
            }
        }
        return all;
    }

    UnreadWaits waits() {
        return waits;
    }

    /**
     * Number of messages per read, over the snapshots of one session. Messages of one read share a time stamp. They waited
     * for each other or for the client.
     */
    static final class ReadSizes {
        private static final int MANY = 10;
        private long snapshots;
        private long withOther;
        private long withMany;
        private int most;

        private void add(int messages) {
            snapshots++;
            withOther += messages > 1 ? 1 : 0;
            withMany += messages >= MANY ? 1 : 0;
            most = Math.max(most, messages);
        }

        private void add(ReadSizes other) {
            snapshots += other.snapshots;
            withOther += other.withOther;
            withMany += other.withMany;
            most = Math.max(most, other.most);
        }

        /** Returns the number of snapshots in the measured part. */
        long snapshots() {
            return snapshots;
        }

        /** Returns the snapshots that came in a read with at least one other message. */
        long withOther() {
            return withOther;
        }

        /** Returns the snapshots that came in a read of at least {@value #MANY} messages. */
        long withMany() {
            return withMany;
        }

        /** Returns the largest number of messages in one read. */
        int mostInRead() {
            return most;
        }
    }
}
