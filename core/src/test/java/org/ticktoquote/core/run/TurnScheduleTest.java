package org.ticktoquote.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.command.ProblemException;

class TurnScheduleTest {
    private static final int SEEDS = 200;
    private static final int SLICES = 9;
    private static final long MS = 1_000_000;

    @Test
    void turnsOfBothSidesAlternateAndHaveEqualLength() {
        for (long seed = -SEEDS; seed < SEEDS; seed++) {
            TurnSchedule one = new TurnSchedule(seed, true);
            TurnSchedule other = one.other();
            long endNs = 0;
            for (long slice = 0; slice < SLICES; slice++) {
                assertThat(one.leads(slice)).isNotEqualTo(other.leads(slice));
                TurnSchedule leader = one.leads(slice) ? one : other;
                assertThat(leader.turnNs(slice)).isEqualTo(endNs);
                assertThat(leader.other().turnNs(slice)).isEqualTo(endNs + one.lengthNs(slice));
                endNs += 2 * one.lengthNs(slice);
                assertThat(one.durationNs(one.startNs(slice) + 1)).isEqualTo(endNs);
            }
        }
    }

    @Test
    void twoSlicesFormAnAbbaOrBaabBlock() {
        Set<Boolean> begins = new HashSet<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            TurnSchedule one = new TurnSchedule(seed, true);
            for (long slice = 0; slice < SLICES; slice += 2) {
                assertThat(one.leads(slice + 1)).isNotEqualTo(one.leads(slice));
                begins.add(one.leads(slice));
            }
        }
        assertThat(begins).containsExactlyInAnyOrder(true, false);
    }

    @Test
    void sendsATickInTheTurnOfItsSliceAndKeepsIntervals() {
        SplittableRandom random = new SplittableRandom(7);
        for (long seed = 0; seed < SEEDS; seed++) {
            TurnSchedule side = new TurnSchedule(seed, seed % 3 == 0);
            long offsetNs = random.nextLong(60_000 * MS);
            long slice = side.slice(offsetNs);
            assertThat(side.startNs(slice)).isLessThanOrEqualTo(offsetNs);
            assertThat(side.startNs(slice + 1)).isGreaterThan(offsetNs);
            assertThat(side.sentNs(offsetNs) - side.turnNs(slice)).isEqualTo(offsetNs - side.startNs(slice));
            assertThat(side.sentNs(offsetNs)).isNotEqualTo(side.other().sentNs(offsetNs));
        }
    }

    /** Otherwise the two sides would be compared by different ticks. */
    @Test
    void theSameTicksSettleOnBothSides() {
        for (long seed = 0; seed < SEEDS; seed++) {
            TurnSchedule one = new TurnSchedule(seed, true);
            for (long offsetNs = 0; offsetNs < 20_000 * MS; offsetNs += 70 * MS) {
                boolean settles = offsetNs - one.startNs(one.slice(offsetNs)) < TurnSchedule.SETTLE_NS;
                assertThat(one.settles(one.sentNs(offsetNs))).isEqualTo(settles);
                assertThat(one.settles(one.other().sentNs(offsetNs))).isEqualTo(settles);
            }
        }
    }

    @Test
    void theFirstSliceDiffersFromSeedToSeed() {
        Set<Long> lengths = new HashSet<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            lengths.add(new TurnSchedule(seed, true).lengthNs(0));
        }
        assertThat(lengths)
                .hasSize(SEEDS)
                .allSatisfy(ns -> assertThat(ns).isBetween(1_000 * MS, TurnSchedule.SLICE_NS));
    }

    @Test
    void readsTheFactsOfARun() {
        assertThat(TurnSchedule.of(Map.of(RunManifest.DUET_FIRST_FACT, "true"))).isNull();
        assertThat(TurnSchedule.of(Map.of(RunManifest.DUET_FIRST_FACT, "false", RunManifest.DUET_TURNS_FACT, "-3")))
                .isEqualTo(new TurnSchedule(-3, false));
        assertThatThrownBy(() -> TurnSchedule.of(Map.of(RunManifest.DUET_TURNS_FACT, "x")))
                .isInstanceOf(ProblemException.class)
                .hasMessage("run.json: host: duet.turns: 'x', expected a seed");
    }
}
