package org.ticktoquote.analysis.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.audit.AuditFigures.ShareBound;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.summary.ShareFigures;

final class ShareBoundTest {
    private static final double[] SHARES = {0.5, 0.9, 0.99, 0.999, 0.9999, 1};

    private static Distribution distribution(long[] values) {
        Distribution distribution = new Distribution("a", "a", 0);
        Arrays.stream(values).forEach(distribution::record);
        return distribution;
    }

    /** By the rank rule, exactly. */
    private static Long percentile(long[] values, double share) {
        long[] rising = values.clone();
        Arrays.sort(rising);
        return rising[(int) Math.max(1, Math.ceil(share * rising.length - 1e-9)) - 1];
    }

    private static ShareFigures figures(long[] values) {
        Long[] all = Arrays.stream(SHARES)
                .mapToObj(share -> percentile(values, share))
                .toArray(Long[]::new);
        return new ShareFigures(all[0], all[1], all[2], all[3], all[4], all[5]);
    }

    private static Long[] listed(ShareFigures figures) {
        return new Long[] {figures.p50(), figures.p90(), figures.p99(), figures.p999(), figures.p9999(), figures.max()};
    }

    /** The harness is slow for 5 % of the answers, all of fast ticks. A difference of percentiles shows only 0.02 ms. */
    @Test
    void holdsIfTheHarnessIsSlowForFastTicks() {
        long[] own = new long[1_000];
        long[] harness = new long[1_000];
        long[] response = new long[1_000];
        for (int i = 0; i < own.length; i++) {
            own[i] = i < 920 ? 1_000 : 1_000 + i;
            harness[i] = i < 50 ? 5_000_000 : 20_000;
            response[i] = own[i] + harness[i];
        }
        Long truly = percentile(response, 0.99) - percentile(own, 0.99);
        ShareFigures bound = new ShareBound(distribution(response), figures(harness)).of(figures(response));
        assertThat(truly).isGreaterThan(4_990_000);
        assertThat(bound.p99()).isGreaterThanOrEqualTo(truly);
        assertThat(bound.p50()).isBetween(19_000L, 5_000_000L);
    }

    @Test
    void holdsForAnyCombinationOfApplicationAndHarnessTimes() {
        Random random = new Random(11);
        for (int round = 0; round < 600; round++) {
            int n = 1 + random.nextInt(400);
            long[] own = new long[n];
            long[] harness = new long[n];
            long[] lag = new long[n];
            for (int i = 0; i < n; i++) {
                own[i] = (long) Math.exp(random.nextDouble() * 12);
                harness[i] = (long) Math.exp(random.nextDouble() * 12);
                lag[i] = random.nextInt(10) == 0 ? random.nextInt(1 << random.nextInt(20)) : 0;
            }
            join(own, harness, random.nextInt(3));
            long[] rest = new long[n];
            long[] response = new long[n];
            for (int i = 0; i < n; i++) {
                rest[i] = own[i] + harness[i];
                response[i] = rest[i] + lag[i];
            }
            Long[] bounds = listed(new ShareBound(distribution(rest), figures(harness)).of(figures(response)));
            for (int i = 0; i < SHARES.length; i++) {
                long truly = percentile(response, SHARES[i]) - percentile(own, SHARES[i]);
                assertThat(bounds[i]).as("round %d, share %s", round, SHARES[i]).isGreaterThanOrEqualTo(truly);
                assertThat(bounds[i]).isLessThanOrEqualTo(percentile(response, SHARES[i]));
            }
        }
    }

    private static void join(long[] own, long[] harness, int how) {
        if (how > 0) {
            Arrays.sort(own);
            Arrays.sort(harness);
        }
        for (int i = 0; how == 2 && i < harness.length / 2; i++) {
            long other = harness[i];
            harness[i] = harness[harness.length - 1 - i];
            harness[harness.length - 1 - i] = other;
        }
    }

    @Test
    void isUnknownIfTheResponseIsUnknown() {
        Distribution rest = distribution(new long[] {1, 2});
        rest.censor();
        ShareFigures known = figures(new long[] {1});
        assertThat(new ShareBound(rest, known).of(ShareFigures.NONE)).isEqualTo(ShareFigures.NONE);
    }
}
