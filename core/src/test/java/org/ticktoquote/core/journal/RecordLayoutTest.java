package org.ticktoquote.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The bytes on disk: a change here makes every older journal unreadable and needs a new schema version. */
class RecordLayoutTest {
    private static final int AT = 8;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[AT + 72]);

    @Test
    void tickHasItsDocumentedBytes() {
        TickRecord.putTimes(buffer, AT, 0x0101, 0x0202, 0x0303, TickRecord.SEND_FAILED);
        TickRecord.putSource(buffer, AT, 0x0404, 0xffee, 0xdd, TickRecord.BID | TickRecord.ASK);
        TickRecord.putTop(buffer, AT, 0x0505, Long.MIN_VALUE, 0x0707, 0x0808);

        assertThat(hex())
                .isEqualTo("0101000000000000" + "0202000000000000" + "0303000000000000" + "0404000000000000"
                        + "0505000000000000" + "0000000000000080" + "0707000000000000" + "0808000000000000"
                        + "eeff" + "dd" + "03" + "0100" + "0000");

        assertThat(TickRecord.SCHEMA).returns(1, JournalSchema::id);
        assertThat(SnapshotRecord.SCHEMA).returns(2, JournalSchema::id);
    }

    @Test
    void storesAWaitInUnitsOf10UsAfterTheFlags() {
        TickRecord tick = new TickRecord(buffer, AT);
        TickRecord.putTimes(buffer, AT, 1, 2, 3, TickRecord.SEND_WAITED, 0x010203 * 10_000L + 9_999);
        assertThat(hex()).endsWith("08" + "030201");
        assertThat(tick.waitedNs()).isEqualTo(0x010203 * 10_000L);
        assertThat(tick.sendWaited()).isTrue();
        assertThat(tick.sendFailed()).isFalse();

        TickRecord.putTimes(buffer, AT, 1, 2, 3, TickRecord.SEND_FAILED, Long.MAX_VALUE);
        assertThat(tick.waitedNs()).isEqualTo(0xffffff * 10_000L);
        assertThat(tick.sendFailed()).isTrue();
        assertThat(tick.sendWaited()).isFalse();
    }

    @Test
    void tickReadsBackWhatWasPut() {
        TickRecord.putTimes(buffer, AT, 1, 2, 3, TickRecord.SEND_FAILED);
        TickRecord.putSource(buffer, AT, 4, 65_535, 255, TickRecord.ASK);
        TickRecord.putTop(buffer, AT, 5, 6, 7, 8);
        TickRecord tick = new TickRecord(buffer, AT);

        assertThat(new long[] {tick.tickId(), tick.intendedNs(), tick.sentNs(), tick.venueTimeNs()})
                .containsExactly(1, 2, 3, 4);
        assertThat(new long[] {tick.bid(), tick.ask(), tick.bidQuantity(), tick.askQuantity()})
                .containsExactly(5, 6, 7, 8);
        assertThat(new long[] {tick.instrumentId(), tick.venueId(), tick.sides()})
                .containsExactly(65_535, 255, TickRecord.ASK);
        assertThat(tick.sendFailed()).isTrue();
    }

    @Test
    void warmUpIdsStartAboveTheBase() {
        assertThat(TickRecord.isWarmUp(TickRecord.WARM_UP_BASE)).isFalse();
        assertThat(TickRecord.isWarmUp(TickRecord.WARM_UP_BASE + 1)).isTrue();
        assertThat(TickRecord.isWarmUp(1_764_230_400_123L)).isFalse();
    }

    @Test
    void snapshotHasItsDocumentedBytes() {
        SnapshotRecord.putArrival(buffer, AT, 0x0101, 0xfffe, 0x0002);
        SnapshotRecord.putTop(buffer, AT, 0x0202, 0x0303, 0x0404, 0x0505, 0x0606);
        SnapshotRecord.putEvent(buffer, AT, SnapshotRecord.SEQUENCE_GAP, SnapshotRecord.POSS_DUP, 0xffee, 0x07, 0x08);

        assertThat(hex())
                .isEqualTo("0101000000000000" + "0202000000000000" + "0303000000000000" + "0404000000000000"
                        + "0505000000000000" + "0606000000000000" + "0700000000000000" + "0800000000000000"
                        + "eeff" + "03" + "04" + "feff" + "0200");
    }

    @Test
    void snapshotReadsBackWhatWasPut() {
        SnapshotRecord.putArrival(buffer, AT, 1, 65_535, 65_534);
        SnapshotRecord.putTop(buffer, AT, 2, 3, 4, 5, 6);
        SnapshotRecord.putEvent(buffer, AT, 8, SnapshotRecord.POSS_DUP, SnapshotRecord.NO_INSTRUMENT, 7, 9);
        SnapshotRecord snapshot = new SnapshotRecord(buffer, AT);

        assertThat(new long[] {snapshot.receivedNs(), snapshot.messagesInRead(), snapshot.positionInRead()})
                .containsExactly(1, 65_535, 65_534);
        assertThat(new long[] {snapshot.tickId(), snapshot.bid(), snapshot.ask()})
                .containsExactly(2, 3, 4);
        assertThat(new long[] {snapshot.bidQuantity(), snapshot.askQuantity()}).containsExactly(5, 6);
        assertThat(new long[] {snapshot.kind(), snapshot.instrumentId()})
                .containsExactly(SnapshotRecord.ORDERED_DOWN, SnapshotRecord.NO_INSTRUMENT);
        assertThat(snapshot.possDup()).isTrue();
        assertThat(new long[] {snapshot.messageSequence(), snapshot.expectedSequence()})
                .containsExactly(7, 9);
    }

    private String hex() {
        byte[] record = new byte[72];
        buffer.getBytes(AT, record);
        return HexFormat.of().formatHex(record);
    }
}
