package org.ticktoquote.analysis.audit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.journal.JournalException;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * How many messages came with one read, over the snapshots of one session: those that share a read share its time stamp,
 * and waited for one another or for the client.
 *
 * @param snapshots in the measured part
 * @param withOther of them came in a read with at least one other message
 * @param withMany of them came in a read of at least ten
 * @param mostInRead messages
 */
record ReadSizes(long snapshots, long withOther, long withMany, int mostInRead) {
    private static final int MANY = 10;

    /** As far as the journal can be read: what is wrong with it is reported elsewhere. */
    static ReadSizes of(Path quotes, UUID run, ClockTranslation clock, Span measured, UnreadWaits waits) {
        long snapshots = 0;
        long withOther = 0;
        long withMany = 0;
        int most = 0;
        if (!Files.exists(quotes)) {
            return new ReadSizes(0, 0, 0, 0);
        }
        try (JournalReader reader = JournalReader.open(quotes, SnapshotRecord.SCHEMA, run)) {
            SnapshotRecord record = new SnapshotRecord(reader.buffer(), 0, clock);
            while (reader.next()) {
                record.wrap(reader);
                long receivedNs = record.receivedNs();
                waits.read(receivedNs);
                boolean counts = record.kind() == SnapshotRecord.SNAPSHOT
                        && receivedNs >= measured.fromNs()
                        && receivedNs <= measured.toNs();
                if (counts) {
                    int messages = record.messagesInRead();
                    snapshots++;
                    withOther += messages > 1 ? 1 : 0;
                    withMany += messages >= MANY ? 1 : 0;
                    most = Math.max(most, messages);
                }
            }
        } catch (JournalException damaged) {
            return new ReadSizes(snapshots, withOther, withMany, most);
        }
        return new ReadSizes(snapshots, withOther, withMany, most);
    }
}
