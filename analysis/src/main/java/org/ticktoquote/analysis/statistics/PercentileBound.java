package org.ticktoquote.analysis.statistics;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What runs say of a percentile: its value over all their ticks and a 95 % interval of it.
 *
 * <p>The number of ticks beyond is taken as Poisson of clusters: k ticks count as k / D, where D = deff x phi is the mean size
 * of an episode (weighted by ticks) times what runs differ beyond that; Garwood's exact bounds of k / D, times D, are the
 * ranks. Ends of buckets are taken outwards. deff is that of the level at the percentile. Where that has fewer than 10
 * independent ticks, because near the median late ticks meet by chance, it is that of the level beyond it which shows most.
 *
 * @param beyond share of ticks beyond the percentile
 * @param valueNs null where its rank falls among the lost, or there are no ticks
 * @param lowNs lower end of the interval; null where it is refused, or its rank lies below every tick
 * @param highNs upper end; null where it is refused, or its rank lies above every tick or among the lost. Each end alone is
 *     one of 97.5 %
 * @param runs behind it
 * @param ticks of all of them
 * @param effective independent ticks beyond, at least
 * @param phi variance between runs over what episodes explain
 * @param refusal why an end is missing; empty where there are both
 */
public record PercentileBound(
        double beyond,
        @Nullable Long valueNs,
        @Nullable Long lowNs,
        @Nullable Long highNs,
        int runs,
        long ticks,
        double effective,
        double phi,
        String refusal) {
    private static final double ALPHA = 0.05;
    private static final double ROUNDING = 1e-9;

    /**
     * Of runs of the same input.
     *
     * @param share of ticks beyond: 0.01 for p99; at most 0.5
     */
    public static PercentileBound of(List<ClientStatistics> runs, double share) {
        PooledValues pooled = new PooledValues(runs);
        long ticks = pooled.ticks();
        double k = ticks * share;
        OptionalLong value = pooled.at(Math.max(1, (long) Math.ceil(ticks - k - ROUNDING * ticks)));
        Level level = level(runs, share);
        if (value.isEmpty()) {
            String why = ticks == 0 ? "there are no ticks" : "its rank falls among the lost ticks";
            return refused(share, null, runs.size(), ticks, level.effective(), 1, why);
        }
        long valueNs = value.getAsLong();
        RunSpread spread = RunSpread.of(beyond(runs, valueNs, k), level.deff());
        if (level.effective() < Support.LEAST) {
            return refused(
                    share,
                    valueNs,
                    runs.size(),
                    ticks,
                    level.effective(),
                    spread.phi(),
                    "fewer than 10 independent episodes lie beyond it");
        }
        double cluster = level.deff() * spread.factor() * spread.factor();
        long least = (long) Math.floor(cluster * Quantiles.garwoodLow(k / cluster, ALPHA));
        long most = (long) Math.ceil(cluster * Quantiles.garwoodHigh(k / cluster, ALPHA));
        OptionalLong low = pooled.at(ticks - most);
        OptionalLong high = least < 1 ? OptionalLong.empty() : pooled.at(ticks - least + 1);
        return new PercentileBound(
                share,
                valueNs,
                low.isEmpty() ? null : (Long) ValueCounts.lowerEnd(low.getAsLong()),
                high.isEmpty() ? null : (Long) high.getAsLong(),
                runs.size(),
                ticks,
                level.effective(),
                spread.phi(),
                missing(low.isEmpty(), high.isEmpty()));
    }

    private static String missing(boolean low, boolean high) {
        if (low && high) {
            return "its bounds lie beyond all ticks";
        }
        if (low) {
            return "its lower bound lies below every tick";
        }
        return high ? "its upper bound lies above every tick, or among the lost ones" : "";
    }

    /** Of each run the ticks beyond a value, and of those in its bucket as large a share as makes k of all. */
    private static List<Double> beyond(List<ClientStatistics> runs, long valueNs, double k) {
        long above = runs.stream()
                .mapToLong(run -> run.values().above(valueNs) + run.lost())
                .sum();
        long in = runs.stream().mapToLong(run -> run.values().in(valueNs)).sum();
        double share = Math.max(0, k - above) / Math.max(1, in);
        return runs.stream()
                .map(run -> run.values().above(valueNs)
                        + run.lost()
                        + share * run.values().in(valueNs))
                .toList();
    }

    private static PercentileBound refused(
            double share, @Nullable Long valueNs, int runs, long ticks, double effective, double phi, String why) {
        return new PercentileBound(share, valueNs, null, null, runs, ticks, effective, phi, why);
    }

    /** The level of all runs together at the share, or the one beyond that shows most. */
    private static Level level(List<ClientStatistics> runs, double share) {
        Level own = together(runs, share);
        Level best = own;
        if (own.effective() < Support.LEAST && !runs.isEmpty()) {
            List<Level> further = runs.get(0).ranks().stream()
                    .filter(each -> !each.amongLost())
                    .toList();
            for (Level each : further) {
                double smaller = (double) each.late() / runs.get(0).ticks();
                Level level = together(runs, Math.min(share, smaller));
                best = level.effective() > best.effective() ? level : best;
            }
        }
        return best;
    }

    private static Level together(List<ClientStatistics> runs, double share) {
        long late = 0;
        long episodes = 0;
        long squares = 0;
        for (ClientStatistics run : runs) {
            Level level = run.rank(share).orElse(new Level(0, 0, 0, 0, 0, 0, 0));
            late += level.late();
            episodes += level.episodes();
            squares += level.squares();
        }
        return new Level(0, late, episodes, squares, 0, 0, 0);
    }

    /** Whether a verdict or a claim may rest on it. */
    public boolean supported() {
        return effective >= Support.LEAST;
    }

    /** What the interval speaks of. */
    public String scope() {
        return runs == 1 ? "this run only" : runs + " runs";
    }

    /** The ticks of several runs together, by rising value; lost ones rank above every number. */
    private static final class PooledValues {
        private final TreeMap<Long, Long> counts = new TreeMap<>();
        private final long ticks;

        PooledValues(List<ClientStatistics> runs) {
            for (ClientStatistics run : runs) {
                for (int i = 0; i < run.values().valuesNs().size(); i++) {
                    counts.merge(
                            run.values().valuesNs().get(i),
                            run.values().counts().get(i),
                            Long::sum);
                }
            }
            this.ticks = runs.stream().mapToLong(ClientStatistics::ticks).sum();
        }

        long ticks() {
            return ticks;
        }

        /** The value at a rank from 1; none where there is no such rank, or a lost tick has it. */
        OptionalLong at(long rank) {
            long below = 0;
            for (Map.Entry<Long, Long> bucket : counts.entrySet()) {
                below += bucket.getValue();
                if (rank >= 1 && rank <= below) {
                    return OptionalLong.of(bucket.getKey());
                }
            }
            return OptionalLong.empty();
        }
    }
}
