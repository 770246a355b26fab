package org.ticktoquote.analysis.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.ConnectionCounters;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.journal.SnapshotRecord;

/** Reads that carried one message and more, and bytes that waited to be read. */
class SessionReadsTest {
    private static final TimeInterval MEASURED = new TimeInterval(100, 200);

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[SnapshotRecord.LENGTH]);

    private static SessionReads reads(long certainToNs, AuditSample... samples) {
        UnreadWaits waits = UnreadWaits.of(0, List.of(samples), ClockTranslation.NONE, MEASURED);
        return new SessionReads(new TimeInterval(MEASURED.fromNs(), certainToNs), waits);
    }

    private void add(SessionReads reads, int kind, long receivedNs, int messages) {
        SnapshotRecord.putArrival(buffer, 0, receivedNs, messages, 0);
        SnapshotRecord.putEvent(buffer, 0, kind, 0, 0, 1, 0);
        reads.add(new SnapshotRecord(buffer, 0));
    }

    private static List<Long> sizes(SessionReads reads, long toNs) {
        SessionReads.ReadSizes sizes = reads.sizes(toNs);
        return List.of(sizes.snapshots(), sizes.withOther(), sizes.withMany(), (long) sizes.mostInRead());
    }

    private void snapshot(SessionReads reads, long receivedNs, int messages) {
        add(reads, SnapshotRecord.SNAPSHOT, receivedNs, messages);
    }

    private static AuditSample unread(long atNs, long askedNs, long bytes) {
        return new AuditSample(
                new ClockPair(atNs, atNs, 0),
                false,
                "",
                Map.of(AuditSample.CONNECTIONS_ASKED_NS, askedNs),
                List.of(new ConnectionCounters(0, 1, 0, 0, 0, 1, bytes)),
                "");
    }

    @Test
    void countsSnapshotsByMessagesPerRead() {
        LongStream.of(100, 125, 200).forEach(certainToNs -> {
            SessionReads reads = reads(certainToNs);
            snapshot(reads, 99, 50);
            snapshot(reads, 100, 1);
            snapshot(reads, 110, 2);
            snapshot(reads, 120, 9);
            snapshot(reads, 130, 10);
            add(reads, SnapshotRecord.SEQUENCE_GAP, 140, 60);
            snapshot(reads, 200, 17);
            snapshot(reads, 201, 50);
            assertThat(sizes(reads, 200)).as("certain up to %d", certainToNs).containsExactly(5L, 4L, 2L, 17L);
        });
    }

    @Test
    void endOfTheMeasuredPartCanBeSetLater() {
        SessionReads reads = reads(115);
        snapshot(reads, 110, 2);
        snapshot(reads, 120, 9);
        snapshot(reads, 130, 10);
        assertThat(sizes(reads, 115)).containsExactly(1L, 1L, 0L, 2L);
        assertThat(sizes(reads, 120)).containsExactly(2L, 2L, 0L, 9L);
        assertThat(sizes(reads, 130)).containsExactly(3L, 3L, 1L, 10L);
    }

    @Test
    void bytesWaitFromTheirReportToTheNextRead() {
        int bytes = UnreadWaits.MIN_BYTES;
        SessionReads reads = reads(
                200,
                unread(90, 95, bytes),
                unread(110, 112, bytes + 1),
                unread(150, 152, bytes + 2),
                unread(190, 191, 1));
        snapshot(reads, 105, 1);
        snapshot(reads, 120, 1);
        add(reads, SnapshotRecord.DISCONNECTED, 180, 0);
        snapshot(reads, 260, 1);
        assertThat(reads.waits().longest(111)).isEqualTo(new UnreadWaits.Unread(0, 0, 0));
        assertThat(reads.waits().longest(151)).isEqualTo(new UnreadWaits.Unread(112, 120, bytes + 1));
        assertThat(reads.waits().longest(200)).isEqualTo(new UnreadWaits.Unread(152, 180, bytes + 2));
    }
}
