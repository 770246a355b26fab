package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.core.run.Matching.BY_PRICE;
import static org.ticktoquote.core.run.Matching.DECLARED;
import static org.ticktoquote.core.run.Matching.SIZE;
import static org.ticktoquote.core.run.Matching.TOTAL;
import static org.ticktoquote.core.run.Matching.UTC_TIME;
import static org.ticktoquote.core.run.Matching.VENUE_TIME_MS;
import static org.ticktoquote.core.run.Matching.VENUE_TIME_NS;
import static org.ticktoquote.core.run.Matching.VENUE_TIME_US;

import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.run.Matching;

/** What must agree beside the price, by known answers. */
final class MatchKeysTest {
    /** 2026-11-06T13:30:00.123456789Z. */
    private static final long TIME_NS = 1_793_971_800_123_456_789L;

    private static final long OF_DAY_NS = Duration.ofHours(13).plusMinutes(30).toNanos() + 123_456_789;

    private static MatchKeys keys(String transform, String... keys) {
        return MatchKeys.of(
                new Matching(BY_PRICE, 299, transform, List.of(keys), DECLARED, TOTAL, Matching.Limits.DEFAULT));
    }

    private static SnapshotRecord snapshot(long tag, long bidQuantity, long askQuantity) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[SnapshotRecord.LENGTH]);
        SnapshotRecord.putTop(buffer, 0, tag, 1, 2, bidQuantity, askQuantity);
        return new SnapshotRecord(buffer, 0);
    }

    /** As a state holds them: bid quantity, ask quantity, venue time; the first one at 2, the second one at 8. */
    private static long[] values(long bid, long ask, long timeNs, long otherBid, long otherAsk, long otherTimeNs) {
        return new long[] {-1, -1, bid, ask, timeNs, -1, -1, -1, otherBid, otherAsk, otherTimeNs, -1};
    }

    private static boolean agree(MatchKeys keys, SnapshotRecord snapshot, long bid, long ask, long timeNs) {
        return keys.agree(snapshot, values(-1, -1, -1, bid, ask, timeNs), 8);
    }

    private static boolean same(MatchKeys keys, long[] values) {
        assertThat(keys.same(values, 2, 8)).isEqualTo(keys.same(values, 8, 2));
        return keys.same(values, 2, 8);
    }

    @Test
    void withoutKeysThePriceIsAllThereIs() {
        MatchKeys none = keys("decimal");
        assertThat(none.none()).isTrue();
        assertThat(agree(none, snapshot(SnapshotRecord.NO_ID, 1, 2), 3, 4, TIME_NS))
                .isTrue();
        assertThat(same(none, values(1, 2, 3, 4, 5, 6))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"size", "venue-time-ns", "venue-time-us", "venue-time-ms"})
    void withAKeyItIsNot(String key) {
        assertThat(keys("decimal", key).none()).isFalse();
    }

    @Test
    void sizeDemandsTheQuantitiesOfBothSides() {
        MatchKeys size = keys("decimal", SIZE);
        SnapshotRecord snapshot = snapshot(SnapshotRecord.NO_ID, 5, 7);
        assertThat(agree(size, snapshot, 5, 7, TIME_NS)).isTrue();
        assertThat(agree(size, snapshot, 6, 7, TIME_NS)).isFalse();
        assertThat(agree(size, snapshot, 5, 6, TIME_NS)).isFalse();
        assertThat(same(size, values(5, 7, 1, 5, 7, 2))).isTrue();
        assertThat(same(size, values(5, 7, 1, 6, 7, 1))).isFalse();
        assertThat(same(size, values(5, 7, 1, 5, 8, 1))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "venue-time-ns, 1793971800123456789",
        "venue-time-us, 1793971800123456",
        "venue-time-ms, 1793971800123",
    })
    void aVenueTimeIsCountedInItsUnit(String key, long shown) {
        for (String transform : List.of("decimal", "hex", "T:decimal")) {
            MatchKeys time = keys(transform, key);
            assertThat(agree(time, snapshot(shown, 1, 2), 3, 4, TIME_NS)).isTrue();
            assertThat(agree(time, snapshot(shown + 1, 1, 2), 3, 4, TIME_NS)).isFalse();
            assertThat(agree(time, snapshot(shown - 1, 1, 2), 3, 4, TIME_NS)).isFalse();
            assertThat(agree(time, snapshot(SnapshotRecord.NO_ID, 1, 2), 3, 4, TIME_NS))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"venue-time-ns, 1", "venue-time-us, 1000", "venue-time-ms, 1000000"})
    void aTimeOfDayIsCutToItsUnit(String key, long unitNs) {
        MatchKeys time = keys(UTC_TIME, key);
        long cutNs = OF_DAY_NS / unitNs * unitNs;
        assertThat(agree(time, snapshot(cutNs, 1, 2), 3, 4, TIME_NS)).isTrue();
        assertThat(agree(time, snapshot(cutNs + unitNs, 1, 2), 3, 4, TIME_NS)).isFalse();
        assertThat(agree(time, snapshot(cutNs - unitNs, 1, 2), 3, 4, TIME_NS)).isFalse();
        assertThat(agree(time, snapshot(cutNs + 1, 1, 2), 3, 4, TIME_NS)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"decimal", "utc-time"})
    void statesOfOneUnitCannotBeToldApart(String transform) {
        MatchKeys time = keys(transform, VENUE_TIME_US);
        assertThat(same(time, values(1, 2, TIME_NS, 3, 4, TIME_NS + 210))).isTrue();
        assertThat(same(time, values(1, 2, TIME_NS, 1, 2, TIME_NS + 211))).isFalse();
        assertThat(same(time, values(1, 2, TIME_NS, 1, 2, TIME_NS - 789))).isTrue();
        assertThat(same(time, values(1, 2, TIME_NS, 1, 2, TIME_NS - 790))).isFalse();
    }

    /** A time stamp is read as its time of day: a day later it says the same, in plain numbers it does not. */
    @Test
    void aTimeOfDayComesBackTheNextDay() {
        long[] values = values(1, 2, TIME_NS, 1, 2, TIME_NS + Duration.ofDays(1).toNanos());
        assertThat(same(keys(UTC_TIME, VENUE_TIME_MS), values)).isTrue();
        assertThat(same(keys("decimal", VENUE_TIME_MS), values)).isFalse();
    }

    @Test
    void keysAreDemandedTogether() {
        MatchKeys both = keys("decimal", SIZE, VENUE_TIME_NS);
        assertThat(agree(both, snapshot(TIME_NS, 5, 7), 5, 7, TIME_NS)).isTrue();
        assertThat(agree(both, snapshot(TIME_NS, 5, 7), 5, 8, TIME_NS)).isFalse();
        assertThat(agree(both, snapshot(TIME_NS, 5, 7), 5, 7, TIME_NS + 1)).isFalse();
    }

    @Test
    void anUnknownKeyIsRefused() {
        assertThatThrownBy(() -> keys("decimal", "colour"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("colour");
    }
}
