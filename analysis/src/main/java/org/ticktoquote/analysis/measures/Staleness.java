package org.ticktoquote.analysis.measures;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.StaleIntervalBuffer;
import org.ticktoquote.analysis.distribution.TimeDistribution;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.matching.StaleTime;

/**
 * Measures for how long sessions had stale prices, and how old these prices were.
 *
 * <p>The time of a session and pair begins at the run's {@code t0}. It ends with the last intended tick or the end of the
 * last stale price, whichever is later. Excluded time is subtracted. Keeps one distribution per session and per pair, and
 * exact sums per session and pair. Not thread-safe.
 */
public final class Staleness implements StaleTime {
    /** Ages for which the time beyond is counted exactly, in nanoseconds. */
    public static final List<Long> THRESHOLDS_NS =
            List.of(1_000_000L, 5_000_000L, 10_000_000L, 50_000_000L, 100_000_000L, 500_000_000L, 1_000_000_000L);

    private final long t0Ns;
    private final List<TimeDistribution> sessions;
    private final List<TimeDistribution> pairs;
    /** The sessions' distributions, then the pairs'. */
    private final StaleIntervalBuffer stretches;

    private final @Nullable StaleSums[][] cells;

    /** @param t0Ns intended time of the first tick */
    public Staleness(MatchPlan plan, long t0Ns) {
        this.t0Ns = t0Ns;
        this.sessions = Stream.generate(TimeDistribution::new)
                .limit(plan.sessions().size())
                .toList();
        this.pairs =
                Stream.generate(TimeDistribution::new).limit(plan.instruments()).toList();
        this.stretches = new StaleIntervalBuffer(
                Stream.concat(sessions.stream(), pairs.stream()).toArray(TimeDistribution[]::new));
        this.cells = new StaleSums[plan.sessions().size()][plan.instruments()];
        for (int session = 0; session < cells.length; session++) {
            for (int instrument : plan.sessions().get(session).instruments()) {
                cells[session][instrument] = new StaleSums();
            }
        }
    }

    public void add(Staleness other) {
        stretches.flush();
        other.stretches.flush();
        for (int i = 0; i < pairs.size(); i++) {
            pairs.get(i).add(other.pairs.get(i));
        }
        for (int session = 0; session < cells.length; session++) {
            sessions.get(session).add(other.sessions.get(session));
            for (int instrument = 0; instrument < cells[session].length; instrument++) {
                @Nullable StaleSums more = other.cells[session][instrument];
                if (more != null) {
                    spent(session, instrument).add(more);
                }
            }
        }
    }

    @Override
    public void staleInterval(int session, int instrument, long sinceNs, long fromNs, long toNs, boolean answered) {
        StaleSums spent = spent(session, instrument);
        long from = fromNs - sinceNs;
        long to = toNs - sinceNs;
        spent.addInterval(from, to, answered);
        spent.lastNs = Math.max(spent.lastNs, toNs);
        stretches.add(session, sessions.size() + instrument, from, to);
    }

    @Override
    public void excluded(int session, int instrument, long fromNs, long toNs) {
        StaleSums spent = spent(session, instrument);
        spent.excludedFromNs = Math.max(t0Ns, fromNs);
        spent.excludedToNs = Math.max(spent.excludedFromNs, toNs);
        spent.excludedNs += spent.excludedToNs - spent.excludedFromNs;
    }

    /** Returns the sums of a planned session and pair. */
    public StaleSums spent(int session, int instrument) {
        @Nullable StaleSums spent = cells[session][instrument];
        if (spent == null) {
            throw new IllegalArgumentException("session " + session + " has no pair " + instrument);
        }
        return spent;
    }

    /** Returns the total time of a session and pair, given the run's last intended tick. */
    public long totalNs(int session, int instrument, long lastIntendedNs) {
        StaleSums spent = spent(session, instrument);
        long endNs = Math.max(lastIntendedNs, spent.lastNs);
        long behindEndNs = Math.max(0, spent.excludedToNs - Math.max(endNs, spent.excludedFromNs));
        return t0Ns == 0 ? 0 : Math.max(0, endNs - t0Ns - spent.excludedNs + behindEndNs);
    }

    /** Returns the distribution over all sessions and pairs. */
    public TimeDistribution all() {
        stretches.flush();
        TimeDistribution all = new TimeDistribution();
        sessions.forEach(all::add);
        return all;
    }

    /** Returns the distributions by position in the plan. */
    public List<TimeDistribution> sessions() {
        stretches.flush();
        return sessions;
    }

    /** Returns the distributions by instrument id. */
    public List<TimeDistribution> pairs() {
        stretches.flush();
        return pairs;
    }
}
