package org.ticktoquote.analysis.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.learning.LearnedPrices.Finding;
import org.ticktoquote.analysis.matching.ManifestFixture;
import org.ticktoquote.analysis.matching.SessionGroup;
import org.ticktoquote.analysis.model.PriceTransform;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.SessionPlan;

/**
 * Learned prices and the evidence required. Mostly with one composite of 100 by 104 steps, so that each snapshot votes for
 * one distance.
 */
final class PriceLearnerTest {
    private static final long STEP = 10_000;

    private final PriceLearner learner = new PriceLearner(
            ManifestFixture.of(
                    1,
                    List.of(new SessionPlan(0, "a", 0, List.of(0))),
                    Matching.byPrice(Matching.LEARNED),
                    List.of(0L)),
            SessionGroup.all(1));
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[TickRecord.LENGTH]);

    private TickRecord tick(long bid, long ask) {
        TickRecord.putTimes(buffer, 0, 1, 1, 1, 0);
        TickRecord.putSource(buffer, 0, 1, 0, 0, TickRecord.BID | TickRecord.ASK);
        TickRecord.putTop(buffer, 0, bid * STEP, ask * STEP, 1, 1);
        return new TickRecord(buffer, 0);
    }

    private void market(long bid, long ask) {
        TickRecord tick = tick(bid, ask);
        learner.tick(tick, learner.model().dueTiers(tick));
    }

    private void event(int kind, int instrument, long bid, long ask) {
        SnapshotRecord.putArrival(buffer, 0, 1, 1, 0);
        SnapshotRecord.putEvent(buffer, 0, kind, 0, instrument, 1, 0);
        SnapshotRecord.putTop(buffer, 0, 0, bid, ask, 1, 1);
        learner.event(0, new SnapshotRecord(buffer, 0));
    }

    /** Adds the given number of snapshots of one price. */
    private void quotes(int count, long bid, long ask) {
        for (int i = 0; i < count; i++) {
            event(SnapshotRecord.SNAPSHOT, 0, bid * STEP, ask * STEP);
        }
    }

    private LearnedPrices learned() {
        List<LearnedPrices> learned = PriceLearner.learned(List.of(learner));
        assertThat(learned).hasSize(1);
        return learned.get(0);
    }

    private static LearnedPrices lessOneAndTwoMore(int samples, int explained, Finding finding) {
        return new LearnedPrices(0, 0, new PriceTransform(-STEP, 2 * STEP, STEP), samples, explained, finding);
    }

    @Test
    void learnsNothingWithoutSnapshots() {
        market(100, 104);
        assertThat(learned()).isEqualTo(new LearnedPrices(0, 0, new PriceTransform(0, 0, 1), 0, 0, Finding.TOO_LITTLE));
    }

    @Test
    void learnsNothingBeforeTheFirstTick() {
        quotes(30, 99, 106);
        assertThat(learned().samples()).isZero();
        assertThat(learned().accepted()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"19, TOO_LITTLE", "20, ACCEPTED"})
    void twentySamplesAreEnough(int samples, Finding finding) {
        market(100, 104);
        quotes(samples, 99, 106);
        assertThat(learned()).isEqualTo(lessOneAndTwoMore(samples, samples, finding));
    }

    @Test
    void learnsFromTheWarmUp() {
        TickRecord tick = tick(100, 104);
        learner.warmUpTick(tick, learner.model().dueTiers(tick));
        learner.warmedUp(true);
        quotes(20, 99, 106);
        assertThat(learned()).isEqualTo(lessOneAndTwoMore(20, 20, Finding.ACCEPTED));
    }

    /** Other offsets are rivals when they have more than 0.95 of the weight and trail by fewer than three votes. */
    @ParameterizedTest
    @CsvSource({
        "20, 18, ACCEPTED",
        "20, 19, ACCEPTED",
        "40, 38, ACCEPTED",
        "40, 39, TOO_LITTLE",
        "100, 96, ACCEPTED",
        "100, 97, ACCEPTED",
        "100, 98, TOO_LITTLE",
        "30, 30, TOO_LITTLE",
    })
    void offsetsWithACloseRivalHaveTooLittleEvidence(int best, int rival, Finding finding) {
        market(100, 104);
        quotes(best, 99, 106);
        quotes(rival, 97, 106);
        if (best == rival) {
            assertThat(learned().finding()).isEqualTo(finding);
        } else {
            assertThat(learned()).isEqualTo(lessOneAndTwoMore(best + rival, best, finding));
        }
    }

    /** In a quiet market both explain most snapshots, but only one explains all. */
    @Test
    void offsetsThatExplainEverySnapshotHaveNoRivalThatExplainsFewer() {
        market(100, 104);
        quotes(1, 99, 106);
        market(101, 104);
        for (int i = 0; i < 99; i++) {
            quotes(1, 100, 106);
        }
        assertThat(learned()).isEqualTo(lessOneAndTwoMore(100, 100, Finding.ACCEPTED));
    }

    /** The other samples all differ, as for an application that lags far behind. */
    @ParameterizedTest
    @CsvSource({"2, 18, ACCEPTED", "2, 19, REFUSED", "3, 27, ACCEPTED", "3, 28, REFUSED"})
    void acceptsOffsetsThatExplainATenthOfTheSamples(int explained, int others, Finding finding) {
        market(100, 104);
        quotes(explained, 99, 106);
        for (int i = 0; i < others; i++) {
            quotes(1, 200 + i, 300);
        }
        assertThat(learned()).isEqualTo(lessOneAndTwoMore(explained + others, explained, finding));
    }

    /** 40 unchanged composites would displace every remembered one. */
    @Test
    void tickThatDoesNotChangeTheCompositeDisplacesNothing() {
        for (int i = 0; i < 40; i++) {
            market(100 + i, 104 + i + i % 3);
            for (int same = 0; same < 40; same++) {
                market(100 + i, 104 + i + i % 3);
            }
            if (i > 0) {
                int before = i - 1;
                quotes(1, 99 + before, 106 + before + before % 3);
            }
        }
        assertThat(learned()).isEqualTo(lessOneAndTwoMore(39, 39, Finding.ACCEPTED));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, SnapshotRecord.NO_INSTRUMENT})
    void ignoresUnknownInstruments(int instrument) {
        market(100, 104);
        event(SnapshotRecord.SNAPSHOT, instrument, 1, 2);
        quotes(20, 99, 106);
        assertThat(learned()).isEqualTo(lessOneAndTwoMore(20, 20, Finding.ACCEPTED));
    }

    @Test
    void ignoresSnapshotsWithoutBothPrices() {
        market(100, 104);
        event(SnapshotRecord.SNAPSHOT, 0, Price.NONE, 7);
        event(SnapshotRecord.SNAPSHOT, 0, 7, Price.NONE);
        event(SnapshotRecord.MALFORMED, 0, 7, 7);
        quotes(20, 99, 106);
        assertThat(learned()).isEqualTo(lessOneAndTwoMore(20, 20, Finding.ACCEPTED));
    }
}
