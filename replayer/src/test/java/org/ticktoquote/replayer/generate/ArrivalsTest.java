package org.ticktoquote.replayer.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
    private static final long SEED = 11;
    private static final MarketActivity EURO = new MarketActivity(1, 0, 0);

    /** Ticks in each second of a stretch. */
    private static int[] counts(MarketActivity activity, double rateFactor, int from, int seconds) {
        Arrivals arrivals = new Arrivals(activity, rateFactor, from - 20, new RandomStream(SEED));
        int[] counts = new int[seconds];
        double before = Double.NEGATIVE_INFINITY;
        for (double second = arrivals.next(); second < from + seconds; second = arrivals.next()) {
            assertThat(second).as("seed %d", SEED).isGreaterThanOrEqualTo(before);
            before = second;
            if (second >= from) {
                counts[(int) Math.floor(second - from)]++;
            }
        }
        return counts;
    }

    private static double mean(int[] counts) {
        return Arrays.stream(counts).average().orElseThrow();
    }

    private static double dispersion(int[] counts) {
        double mean = mean(counts);
        return Arrays.stream(counts)
                        .mapToDouble(c -> (c - mean) * (c - mean))
                        .average()
                        .orElseThrow()
                / mean;
    }

    @Test
    void comeAtTheRateOfTheActivity() {
        int[] quiet = counts(EURO, 1, -20_000, 19_000);
        assertThat(mean(quiet)).as("seed %d", SEED).isCloseTo(0.86, within(0.05));
        assertThat(mean(counts(EURO, 3, -20_000, 19_000))).isCloseTo(2.58, within(0.15));
    }

    @Test
    void clusterAlsoInAQuietMarket() {
        assertThat(dispersion(counts(EURO, 1, -20_000, 19_000)))
                .as("seed %d", SEED)
                .isBetween(2.5, 6.0);
    }

    @Test
    void areNearlySilentWhileTheNewsIsRead() {
        int heard = 0;
        for (int seed = 0; seed < 50; seed++) {
            Arrivals arrivals = new Arrivals(EURO, 1, -20, new RandomStream(seed));
            for (double second = arrivals.next(); second < 1.2; second = arrivals.next()) {
                heard += second >= 0.5 ? 1 : 0;
            }
        }
        assertThat(heard)
                .as("ticks in 50 silences of 0.7 s; the burst would have 5000")
                .isLessThan(50);
    }

    @Test
    void burstAndDecay() {
        int[] counts = counts(EURO, 1, 0, 1_200);
        assertThat(mean(Arrays.copyOfRange(counts, 2, 12))).isBetween(80.0, 170.0);
        assertThat(mean(Arrays.copyOfRange(counts, 60, 120))).isBetween(9.0, 20.0);
        assertThat(mean(Arrays.copyOfRange(counts, 900, 1_200))).isBetween(2.0, 6.0);
    }
}
