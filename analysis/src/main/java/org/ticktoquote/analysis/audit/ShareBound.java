package org.ticktoquote.analysis.audit;

import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.summary.ShareFigures;

/**
 * Upper bounds of the harness's contribution to each percentile of the response. Apart from lag and stalls, the harness
 * contributes at most the service time of the null responder. The bounds hold for any joint distribution of A and N below.
 *
 * <p>The response without lag and stalls, W, is the sum of the application's part A and the harness's part N. Percentiles
 * do not add, but P(A > a) >= P(W > a + n) - P(N > n) for all a and n. If N exceeds n with a share of at most e, percentile
 * p of A is therefore at least percentile p - e of W, minus n. Of the known levels e, the one with the largest lower bound
 * is used.
 *
 * @param rest the response without lag and stalls
 * @param service of the null responder
 */
record ShareBound(Distribution rest, ShareFigures service) {
    private static final long BILLION = 1_000_000_000L;

    /** Value that N exceeds with a share of at most {@code beyond} parts per billion. */
    private record Level(long beyond, @Nullable Long valueNs) {}

    /** Returns the bounds, which never exceed the response. */
    ShareFigures of(ShareFigures response) {
        NavigableMap<Long, Long> lowest = rest.lowestByRank();
        return new ShareFigures(
                bound(lowest, response.p50(), 500_000_000),
                bound(lowest, response.p90(), 900_000_000),
                bound(lowest, response.p99(), 990_000_000),
                bound(lowest, response.p999(), 999_000_000),
                bound(lowest, response.p9999(), 999_900_000),
                bound(lowest, response.max(), BILLION));
    }

    private @Nullable Long bound(NavigableMap<Long, Long> lowest, @Nullable Long responseNs, long percentile) {
        if (responseNs == null) {
            return null;
        }
        long ownNs = Long.MIN_VALUE;
        for (Level level : levels()) {
            Long value = level.valueNs();
            if (value != null && level.beyond() < percentile) {
                Map.@Nullable Entry<Long, Long> left = lowest.ceilingEntry(rank(percentile - level.beyond()));
                ownNs = left == null ? ownNs : Math.max(ownNs, left.getValue() - value);
            }
        }
        return ownNs == Long.MIN_VALUE ? null : Long.valueOf(responseNs - Math.min(responseNs, Math.max(0, ownNs)));
    }

    private Level[] levels() {
        return new Level[] {
            new Level(0, service.max()),
            new Level(100_000, service.p9999()),
            new Level(1_000_000, service.p999()),
            new Level(10_000_000, service.p99()),
            new Level(100_000_000, service.p90()),
            new Level(500_000_000, service.p50())
        };
    }

    private long rank(long parts) {
        return Math.max(1, -Math.floorDiv(-Math.multiplyExact(parts, rest.count()), BILLION));
    }
}
