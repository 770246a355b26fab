package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.Refusals.assertRefused;
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
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.run.Matching;

/** Keys that must match in addition to the price, with known answers. */
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

    /** Layout of a state: bid quantity, ask quantity, venue time. The first state is at 2, the second at 8. */
    private static long[] values(long bid, long ask, long timeNs, long otherBid, long otherAsk, long otherTimeNs) {
        return new long[] {-1, -1, bid, ask, timeNs, -1, -1, -1, otherBid, otherAsk, otherTimeNs, -1};
    }

    private static boolean matches(MatchKeys keys, SnapshotRecord snapshot, long bid, long ask, long timeNs) {
        return keys.matches(snapshot, values(-1, -1, -1, bid, ask, timeNs), 8);
    }

    private static boolean areIndistinguishable(MatchKeys keys, long[] values) {
        assertThat(keys.areIndistinguishable(values, 2, 8)).isEqualTo(keys.areIndistinguishable(values, 8, 2));
        return keys.areIndistinguishable(values, 2, 8);
    }

    @Test
    void matchesByPriceAloneWithoutKeys() {
        MatchKeys none = keys("decimal");
        assertThat(none.none()).isTrue();
        assertThat(matches(none, snapshot(SnapshotRecord.NO_ID, 1, 2), 3, 4, TIME_NS))
                .isTrue();
        assertThat(areIndistinguishable(none, values(1, 2, 3, 4, 5, 6))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"size", "venue-time-ns", "venue-time-us", "venue-time-ms"})
    void isNotEmptyWithAKey(String key) {
        assertThat(keys("decimal", key).none()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"5, 7, true", "6, 7, false", "5, 6, false", "5, 8, false"})
    void sizeRequiresTheQuantitiesOfBothSides(long bid, long ask, boolean same) {
        MatchKeys size = keys("decimal", SIZE);
        assertThat(matches(size, snapshot(SnapshotRecord.NO_ID, 5, 7), bid, ask, TIME_NS))
                .isEqualTo(same);
        assertThat(areIndistinguishable(size, values(5, 7, 1, bid, ask, 2))).isEqualTo(same);
    }

    @ParameterizedTest
    @CsvSource({
        "venue-time-ns, 1793971800123456789",
        "venue-time-us, 1793971800123456",
        "venue-time-ms, 1793971800123",
    })
    void comparesVenueTimeInItsUnit(String key, long shown) {
        for (String transform : List.of("decimal", "hex", "T:decimal")) {
            MatchKeys time = keys(transform, key);
            assertThat(matches(time, snapshot(shown, 1, 2), 3, 4, TIME_NS)).isTrue();
            assertThat(matches(time, snapshot(shown + 1, 1, 2), 3, 4, TIME_NS)).isFalse();
            assertThat(matches(time, snapshot(shown - 1, 1, 2), 3, 4, TIME_NS)).isFalse();
            assertThat(matches(time, snapshot(SnapshotRecord.NO_ID, 1, 2), 3, 4, TIME_NS))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"venue-time-ns, 1", "venue-time-us, 1000", "venue-time-ms, 1000000"})
    void truncatesTimeOfDayToItsUnit(String key, long unitNs) {
        long cutNs = OF_DAY_NS / unitNs * unitNs;
        for (String transform : List.of(UTC_TIME, "T:" + UTC_TIME)) {
            MatchKeys time = keys(transform, key);
            assertThat(matches(time, snapshot(cutNs, 1, 2), 3, 4, TIME_NS)).isTrue();
            assertThat(matches(time, snapshot(cutNs + unitNs, 1, 2), 3, 4, TIME_NS))
                    .isFalse();
            assertThat(matches(time, snapshot(cutNs - unitNs, 1, 2), 3, 4, TIME_NS))
                    .isFalse();
            assertThat(matches(time, snapshot(cutNs + 1, 1, 2), 3, 4, TIME_NS)).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"210, true", "211, false", "-789, true", "-790, false"})
    void statesWithinOneUnitAreIndistinguishable(long apartNs, boolean indistinguishable) {
        for (String transform : List.of("decimal", UTC_TIME)) {
            MatchKeys time = keys(transform, VENUE_TIME_US);
            assertThat(areIndistinguishable(time, values(1, 2, TIME_NS, 3, 4, TIME_NS + apartNs)))
                    .isEqualTo(indistinguishable);
        }
    }

    /** Time stamps are compared by time of day, which repeats daily, unlike plain numbers. */
    @Test
    void timeOfDayRepeatsTheNextDay() {
        long[] values = values(1, 2, TIME_NS, 1, 2, TIME_NS + Duration.ofDays(1).toNanos());
        assertThat(areIndistinguishable(keys(UTC_TIME, VENUE_TIME_MS), values)).isTrue();
        assertThat(areIndistinguishable(keys("decimal", VENUE_TIME_MS), values)).isFalse();
    }

    @Test
    void requiresAllKeys() {
        MatchKeys both = keys("decimal", SIZE, VENUE_TIME_NS);
        assertThat(matches(both, snapshot(TIME_NS, 5, 7), 5, 7, TIME_NS)).isTrue();
        assertThat(matches(both, snapshot(TIME_NS, 5, 7), 5, 8, TIME_NS)).isFalse();
        assertThat(matches(both, snapshot(TIME_NS, 5, 7), 5, 7, TIME_NS + 1)).isFalse();
    }

    @Test
    void refusesUnknownKey() {
        assertRefused(() -> keys("decimal", "colour"), "colour");
    }
}
