package org.ticktoquote.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.core.journal.TickRecord.ASK;
import static org.ticktoquote.core.journal.TickRecord.BID;
import static org.ticktoquote.core.journal.TickRecord.LENGTH;
import static org.ticktoquote.core.journal.TickRecord.NOT_SUBSCRIBED;
import static org.ticktoquote.core.journal.TickRecord.SUPERSEDED;
import static org.ticktoquote.core.run.ApplicationModel.BEST_OF_VENUES;
import static org.ticktoquote.core.run.ApplicationModel.SINGLE;
import static org.ticktoquote.core.run.ApplicationModel.UNKNOWN;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.ProofLevel;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Instrument;

/** Known answers, and random ticks compared with a model that evaluates the whole history for each tick. */
final class DueTicksTest {
    private static final Instrument INSTRUMENT = new Instrument(0, "EUR/USD", 100_000, 10_000);
    private static final int VENUES = 3;
    private static final long S = 1_000_000_000;

    private record Top(long timeNs, int venue, int sides, long bid, long ask) {}

    private static TickRecord record(Top top, int flags) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[LENGTH]);
        TickRecord.putSource(buffer, 0, top.timeNs, 0, top.venue, top.sides);
        TickRecord.putTop(buffer, 0, top.bid, top.ask, 1, 1);
        TickRecord.putTimes(buffer, 0, 1, 0, 0, flags);
        return new TickRecord(buffer, 0);
    }

    private static long due(DueTicks due, long timeNs, int venue, int sides, long bid, long ask) {
        return due.dueTiers(record(new Top(timeNs, venue, sides, bid, ask), 0));
    }

    private static ApplicationModel model(String composite, long staleAfterNs, Long... halfSpreads) {
        return new ApplicationModel(true, composite, true, staleAfterNs, List.of(halfSpreads), 0);
    }

    private static DueTicks dueTicks(ApplicationModel model) {
        return new DueTicks(model, List.of(INSTRUMENT), VENUES);
    }

    @Test
    void isDueForTheTiersWhosePriceChanges() {
        DueTicks due = dueTicks(model(BEST_OF_VENUES, 0, 0L, 5L));
        assertThat(due(due, 1, 0, 3, 1_100_000_000, 1_100_100_000)).isEqualTo(0b11);
        assertThat(due(due, 2, 0, 3, 1_100_000_000, 1_100_100_000)).isZero();
        // below the grid of 10,000: rounds to the same price
        assertThat(due(due, 3, 0, BID, 1_100_000_001, 0)).isZero();
        assertThat(due(due, 4, 1, 3, 1_099_000_000, 1_101_000_000)).isZero();
        assertThat(due(due, 5, 1, ASK, 0, 1_100_050_000)).isEqualTo(0b11);
    }

    @Test
    void rejectsCrossedTopsAndTicksFromThePast() {
        DueTicks due = dueTicks(model(SINGLE, 0, 0L));
        assertThat(due(due, 5, 0, 3, 1_200_000_000, 1_100_000_000)).isZero();
        assertThat(due(due, 5, 0, BID, 1_000_000_000, 0)).isEqualTo(1);
        assertThat(due(due, 4, 0, BID, 1_050_000_000, 0)).isZero();
        due.newFeedSession(4);
        assertThat(due(due, 4, 0, BID, 1_050_000_000, 0)).isEqualTo(1);
    }

    /** A prices 2 s before the window, and B better ones 1 s before. */
    private static DueTicks warmedUp() {
        DueTicks due = dueTicks(model(BEST_OF_VENUES, 5 * S, 0L));
        due(due, 18 * S, 0, 3, 1_100_000_000, 1_100_100_000);
        due(due, 19 * S, 1, 3, 1_100_010_000, 1_100_090_000);
        return due;
    }

    @Test
    void venueWithoutATickSinceTheWarmUpIsStaleLikeAnyOther() {
        DueTicks due = warmedUp();
        due.newFeedSession(20 * S);
        assertThat(due(due, 24 * S, 0, 3, 1_100_000_000, 1_100_100_000)).isZero();
        assertThat(due(due, 24 * S + 1, 0, 3, 1_100_000_000, 1_100_100_000)).isEqualTo(1);
        assertThat(due.expectedBid(0, 0)).isEqualTo(1_100_000_000);
    }

    @Test
    void venueIsNotStaleBeforeItsNextTickIfTheWarmUpEndedLongBefore() {
        DueTicks due = warmedUp();
        due.newFeedSession(29 * S);
        assertThat(due(due, 29 * S, 0, 3, 1_100_000_000, 1_100_100_000)).isZero();
        due(due, 29 * S, 1, 3, 1_100_010_000, 1_100_090_000);
        assertThat(due(due, 34 * S + 1, 0, 3, 1_100_000_000, 1_100_100_000)).isEqualTo(1);
    }

    @Test
    void unrequestedTickIsNotDueUntilItsVenueIsRequestedAgain() {
        DueTicks due = dueTicks(model(BEST_OF_VENUES, 0, 0L));
        due(due, 1, 0, 3, 1_100_000_000, 1_100_100_000);
        assertThat(due.dueTiers(record(new Top(2, 1, 3, 1_100_050_000, 1_100_060_000), NOT_SUBSCRIBED)))
                .isZero();
        assertThat(due.accepted(0)).isFalse();
        assertThat(due(due, 3, 0, BID, 1_100_010_000, 0)).isEqualTo(1);
        assertThat(due.expectedBid(0, 0)).isEqualTo(1_100_010_000);
        assertThat(due(due, 4, 1, ASK, 0, 1_100_070_000)).isEqualTo(1);
        assertThat(due.expectedBid(0, 0)).isEqualTo(1_100_050_000);
        assertThat(due.expectedAsk(0, 0)).isEqualTo(1_100_070_000);
    }

    @Test
    void supersededTickEntersThePriceWithTheNextTickOfAnyVenue() {
        DueTicks due = dueTicks(model(BEST_OF_VENUES, 0, 0L));
        due(due, 1, 0, 3, 1_100_000_000, 1_100_100_000);
        due(due, 1, 1, 3, 1_100_000_000, 1_100_100_000);
        assertThat(due.dueTiers(record(new Top(2, 1, BID, 1_100_050_000, 0), SUPERSEDED)))
                .isZero();
        assertThat(due.accepted(0)).isFalse();
        assertThat(due(due, 3, 0, BID, 1_100_010_000, 0)).isEqualTo(1);
        assertThat(due.expectedBid(0, 0)).isEqualTo(1_100_050_000);
    }

    @Test
    void everyTickIsDueWithoutADeclaredModel() {
        assertThat(dueTicks(UNKNOWN).dueTiers(record(new Top(1, 0, 0, 0, 0), NOT_SUBSCRIBED)))
                .isZero();
        DueTicks due = dueTicks(UNKNOWN);
        assertThat(due(due, 1, 0, 0, 0, 0)).isEqualTo(DueTicks.ALL);
    }

    @Test
    void refusesMoreTiersThanBits() {
        List<Long> tiers = Collections.nCopies(65, 0L);
        ApplicationModel model = new ApplicationModel(true, SINGLE, true, 0, tiers, 0);
        assertThatThrownBy(() -> dueTicks(model)).isInstanceOf(IllegalArgumentException.class);
    }

    static IntStream seeds() {
        return IntStream.range(0, ProofLevel.fullOr(300, 120));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void agreesWithABruteForceModelOfTheWholeHistory(int seed) {
        RandomGenerator random = new SplittableRandom(seed);
        String composite = random.nextBoolean() ? SINGLE : BEST_OF_VENUES;
        ApplicationModel model = new ApplicationModel(
                true,
                composite,
                random.nextBoolean(),
                random.nextInt(3) * 20L,
                List.of(0L, 1L, 7L),
                random.nextInt(5) - 2);
        DueTicks due = dueTicks(model);
        List<Top> history = new ArrayList<>();
        List<String> quoted = new ArrayList<>(Collections.nCopies(3, "none"));
        long now = 1_000;
        for (int i = 0; i < 60; i++) {
            now += random.nextInt(12) - 1;
            Top top = new Top(now, random.nextInt(VENUES), 1 + random.nextInt(3), price(random), ask(random));
            long actual = due.dueTiers(record(top, 0));
            assertThat(actual)
                    .as("seed %d, tick %d %s of %s", seed, i, top, model)
                    .isEqualTo(brute(model, history, top, quoted));
        }
    }

    private static long ask(RandomGenerator random) {
        long price = price(random);
        return price == Price.NONE ? price : price + 20_000;
    }

    private static long price(RandomGenerator random) {
        return random.nextInt(12) == 0 ? Price.NONE : 1_100_000_000L + random.nextInt(12) * 5_000L;
    }

    /** Implements the documentation of ApplicationModel, from scratch for every tick. */
    private static long brute(ApplicationModel model, List<Top> history, Top tick, List<String> quoted) {
        boolean old = history.stream().anyMatch(t -> t.venue == tick.venue && t.timeNs > tick.timeNs);
        if (old) {
            return 0;
        }
        history.add(tick);
        List<long[]> counting = new ArrayList<>();
        for (int venue = 0; venue < VENUES; venue++) {
            long[] top = top(history, venue);
            boolean twoSided = top[0] != Price.NONE && top[1] != Price.NONE;
            boolean crossed = twoSided && top[0] > top[1];
            if (venue == tick.venue && crossed && model.rejectCrossed()) {
                return 0;
            }
            boolean stale = model.staleAfterNs() > 0 && tick.timeNs - top[2] > model.staleAfterNs();
            boolean asked = venue == tick.venue || model.composite().equals(BEST_OF_VENUES);
            if (twoSided && asked && !stale && !(model.rejectCrossed() && crossed)) {
                counting.add(top);
            }
        }
        if (counting.isEmpty()) {
            return 0;
        }
        long bid = counting.stream().mapToLong(top -> top[0]).max().orElseThrow();
        long ask = counting.stream().mapToLong(top -> top[1]).min().orElseThrow();
        return bid > ask && model.rejectCrossed() ? 0 : changed(model, bid, ask, quoted);
    }

    private static long[] top(List<Top> history, int venue) {
        long[] top = {Price.NONE, Price.NONE, 0};
        for (Top t : history) {
            if (t.venue == venue) {
                top[0] = (t.sides & BID) != 0 ? t.bid : top[0];
                top[1] = (t.sides & ASK) != 0 ? t.ask : top[1];
                top[2] = t.timeNs;
            }
        }
        return top;
    }

    private static long changed(ApplicationModel model, long bid, long ask, List<String> quoted) {
        long mask = 0;
        BigDecimal tenth = BigDecimal.valueOf(INSTRUMENT.pip()).divide(BigDecimal.TEN);
        for (int tier = 0; tier < quoted.size(); tier++) {
            BigDecimal skew = tenth.multiply(BigDecimal.valueOf(model.skewTenthPips()));
            BigDecimal half = tenth.multiply(
                    BigDecimal.valueOf(model.halfSpreadTenthPips().get(tier)));
            String quote = grid(BigDecimal.valueOf(bid).add(skew).subtract(half), RoundingMode.FLOOR) + "/"
                    + grid(BigDecimal.valueOf(ask).add(skew).add(half), RoundingMode.CEILING);
            mask |= quote.equals(quoted.get(tier)) ? 0 : 1L << tier;
            quoted.set(tier, quote);
        }
        return mask;
    }

    private static BigInteger grid(BigDecimal price, RoundingMode mode) {
        return price.divide(BigDecimal.valueOf(INSTRUMENT.tickSize()), 0, mode).toBigInteger();
    }
}
