package org.ticktoquote.analysis.outliers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.statistics.Exceedance;
import org.ticktoquote.analysis.statistics.ExceedanceCounter;
import org.ticktoquote.core.command.DurationText;

/**
 * Finds the late ticks of a run, groups them into episodes, and attributes their time to causes. The search reads all
 * results once. Earlier passes evaluate the waits of blocked threads, if there are any, and estimate the application's time
 * per tick. Memory is bounded by the number of episodes kept and the range of responses. Not thread-safe.
 */
public final class OutlierSearch {
    private static final int MAX_LINES = 8;
    private static final List<Long> WINDOWS_MS = List.of(1L, 10L, 100L);
    private static final double NS_PER_SECOND = 1e9;
    /** Orders episodes by lost ticks, then by time beyond the threshold. */
    private static final Comparator<OutlierEpisode> WORST =
            Comparator.comparingLong(OutlierEpisode::lost).thenComparingLong(OutlierEpisode::beyondNs);

    private final TickResults ticks;
    private final Thresholds thresholds;
    private final List<CauseEvidence> evidence;
    private final int kept;
    private final Map<String, CauseTally> tallies = LateCause.tallies();
    private final PriorityQueue<OutlierEpisode> worst = new PriorityQueue<>(WORST);
    /** Causes of answered late ticks by {@link CauseByValue#step} of the response. */
    private final TreeMap<Integer, CauseTimes> byStep = new TreeMap<>();

    private final TickCauses causes;
    private final ExceedanceCounter withoutHarness;
    private final BacklogQueue queue;
    private final long perTickNs;
    private @Nullable OpenEpisode open;
    private long position;
    private long lastLate;
    private long lastLateNs;
    private long late;
    private long lost;

    /**
     * Thresholds of late ticks, and the usual response.
     *
     * @param laterThanNs response of the last client
     * @param usualNs its median; 0 if unknown
     * @param p99Ns null if it falls among lost ticks, or without ticks
     * @param p999Ns null if it falls among lost ticks, or without ticks
     */
    record Thresholds(
            long laterThanNs,
            long usualNs,
            @Nullable Long p99Ns,
            @Nullable Long p999Ns) {
        private static double beyond(@Nullable Long percentileNs, long responseNs) {
            return percentileNs == null ? 0 : Math.max(0, responseNs - percentileNs);
        }
    }

    private OutlierSearch(TickResults ticks, Thresholds thresholds, List<CauseEvidence> evidence, int kept) {
        this.ticks = ticks;
        this.thresholds = thresholds;
        BlockingWaits waits = BlockingWaits.of(ticks, evidence);
        this.evidence = waits.evidence();
        this.kept = kept;
        this.causes = new TickCauses(waits, thresholds.usualNs);
        this.withoutHarness = ExceedanceCounter.beyond(CaseOutliers.values(thresholds.laterThanNs));
        this.perTickNs = ServiceTimeEstimate.perTickNs(ticks, thresholds.laterThanNs, thresholds.usualNs);
        this.queue = new BacklogQueue(
                perTickNs,
                CauseTimeline.of(waits.ofAllPairs(), cause -> cause != Cause.HARNESS && cause != Cause.NETWORK));
    }

    /**
     * Result of the search.
     *
     * @param ticks due ticks
     * @param late late ticks
     * @param lost late ticks that were lost
     * @param perTickNs time that the application takes per tick when many are waiting; 0 if unknown
     * @param tallies cause tallies, keyed by {@link LateCause}
     * @param byValue causes by response
     * @param worst episodes, the worst first
     * @param evidence all evidence except contradicted waits
     * @param withoutHarness ticks later than fixed values if the harness had taken no time
     */
    record Found(
            long ticks,
            long late,
            long lost,
            long perTickNs,
            Map<String, CauseTally> tallies,
            List<CauseByValue> byValue,
            List<OutlierEpisode> worst,
            List<CauseEvidence> evidence,
            List<Exceedance> withoutHarness) {}

    /**
     * Searches all ticks of a run.
     *
     * @param kept number of worst episodes to keep
     */
    static Found of(TickResults ticks, Thresholds thresholds, List<CauseEvidence> evidence, int kept) {
        return new OutlierSearch(ticks, thresholds, evidence, kept).found();
    }

    private Found found() {
        TickBlock block = TickBlock.heads(ticks);
        while (block.next()) {
            for (int place = 0; place < block.size(); place++) {
                long last = block.lastClientNs(place);
                if (last != TickResults.NONE) {
                    due(block.tickId(place), block.offeredNs(place), last);
                }
            }
        }
        close();
        List<OutlierEpisode> all = worst.stream()
                .sorted(WORST.reversed().thenComparingLong(OutlierEpisode::firstTick))
                .map(episode -> episode.with(lines(episode)))
                .toList();
        return new Found(position, late, lost, perTickNs, tallies, byValue(), all, evidence, withoutHarness.counted());
    }

    /** Returns the causes in ascending order of response. */
    private List<CauseByValue> byValue() {
        return byStep.entrySet().stream()
                .map(step -> CauseByValue.of(step.getKey(), step.getValue()))
                .toList();
    }

    private void due(long id, long offeredNs, long last) {
        position++;
        queue.tick(offeredNs);
        if (last <= thresholds.laterThanNs) {
            withoutHarness.tick(ticks.intendedNs(id), last);
            if (Thresholds.beyond(thresholds.p99Ns, last) > 0) {
                attribute(id, offeredNs, last);
                share(last);
            }
            return;
        }
        late++;
        OpenEpisode episode = episode(id);
        episode.add(id);
        if (last == TickResults.LOST) {
            lost++;
            episode.addLost(id);
            withoutHarness.tick(ticks.intendedNs(id), last);
        } else {
            attribute(id, offeredNs, last);
            episode.addAnswered(id, last, causes);
            byStep.computeIfAbsent(CauseByValue.step(last), step -> new CauseTimes())
                    .add(causes);
            withoutHarness.tick(ticks.intendedNs(id), Math.max(0, last - causes.ns(Cause.HARNESS)));
            share(last);
        }
        lastLate = position;
        lastLateNs = ticks.intendedNs(id);
    }

    private void attribute(long id, long offeredNs, long last) {
        long intendedNs = ticks.intendedNs(id);
        causes.attribute(ticks.instrumentId(id), intendedNs, offeredNs, intendedNs + last, queue);
    }

    private OpenEpisode episode(long id) {
        OpenEpisode current = open;
        if (current != null && Exceedance.together(position - lastLate - 1, ticks.intendedNs(id) - lastLateNs)) {
            return current;
        }
        close();
        current = new OpenEpisode(ticks, thresholds.laterThanNs, id);
        open = current;
        return current;
    }

    /** Attributes the time beyond p99 and p99.9 to causes, by their shares of the time beyond the usual response. */
    private void share(long responseNs) {
        double longer = causes.longerNs();
        if (longer == 0) {
            return;
        }
        double p99 = Thresholds.beyond(thresholds.p99Ns, responseNs) / longer;
        double p999 = Thresholds.beyond(thresholds.p999Ns, responseNs) / longer;
        for (Cause cause : Cause.values()) {
            tally(cause.key()).beyond(p99 * causes.ns(cause), p999 * causes.ns(cause));
        }
        tally(LateCause.UNEXPLAINED.key()).beyond(p99 * causes.unexplainedNs(), p999 * causes.unexplainedNs());
    }

    private CauseTally tally(String cause) {
        return Objects.requireNonNull(tallies.get(cause), cause);
    }

    private void close() {
        OpenEpisode ended = open;
        open = null;
        if (ended == null) {
            return;
        }
        tally(ended.cause()).episode(ended.late(), ended.worstNs());
        worst.add(ended.closed());
        if (worst.size() > kept) {
            worst.remove();
        }
    }

    /** Describes the input before the worst tick of an episode, then the longest intervals that overlap the episode. */
    private List<String> lines(OutlierEpisode episode) {
        long t0Ns = ticks.intendedNs(1);
        long fromNs = t0Ns + episode.fromNs();
        long toNs = t0Ns + episode.toNs();
        List<Map.Entry<CauseEvidence, EvidenceInterval>> touching = evidence.stream()
                .flatMap(source -> source.intervals().stream()
                        .filter(interval -> interval.fromNs() < toNs && interval.toNs() > fromNs)
                        .map(interval -> Map.entry(source, interval)))
                .sorted(Comparator.comparingLong((Map.Entry<CauseEvidence, EvidenceInterval> entry) ->
                        -entry.getValue().mostNs()))
                .toList();
        List<String> lines = new ArrayList<>();
        lines.add(input(episode.worstTick()));
        touching.stream()
                .limit(MAX_LINES)
                .map(entry -> line(entry.getKey(), entry.getValue(), t0Ns))
                .forEach(lines::add);
        int more = touching.size() - MAX_LINES;
        return more <= 0
                ? lines
                : Stream.concat(lines.stream(), Stream.of("and " + more + " shorter"))
                        .toList();
    }

    /**
     * Returns a line for users: the ticks in the 1, 10 and 100 ms up to a tick, by intended time, compared with the mean of the
     * run, and how late it was sent.
     */
    private String input(long id) {
        long lengthNs = ticks.intendedNs(ticks.ticks()) - ticks.intendedNs(1);
        double perNs = lengthNs == 0 ? 0 : (double) ticks.ticks() / lengthNs;
        List<String> counts = new ArrayList<>();
        for (long ms : WINDOWS_MS) {
            long windowNs = TimeUnit.MILLISECONDS.toNanos(ms);
            counts.add(
                    String.format(Locale.ROOT, "%,d in %d ms (mean %.3g)", count(id, windowNs), ms, perNs * windowNs));
        }
        long lagNs = Math.max(0, ticks.sentNs(id) - ticks.intendedNs(id));
        long heldNs = ticks.heldNs(id);
        String held =
                heldNs == 0 ? "" : ", " + DurationText.format(heldNs) + " of it because the application did not read";
        return "input, ticks up to the worst one: " + String.join(", ", counts) + "; sent " + DurationText.format(lagNs)
                + " late" + held;
    }

    /** Counts the ticks in a window that ends with the tick, including it. */
    private long count(long id, long windowNs) {
        long first = id;
        while (first > 1 && ticks.intendedNs(id) - ticks.intendedNs(first - 1) < windowNs) {
            first--;
        }
        return id - first + 1;
    }

    private static String line(CauseEvidence source, EvidenceInterval interval, long t0Ns) {
        String who = interval.text().startsWith(interval.who()) ? "" : interval.who() + ": ";
        return source.cause().key() + ", " + source.source() + ", from " + seconds(interval.fromNs() - t0Ns) + " for "
                + DurationText.format(interval.lengthNs()) + ": " + who + interval.text();
    }

    /** Formats a time since the first intended tick. */
    public static String seconds(long ns) {
        return String.format(Locale.ROOT, "%.6f s", ns / NS_PER_SECOND);
    }

    /**
     * Estimates the time that the application takes per tick when many are waiting. It examines rows of late ticks, each sent
     * before the previous one was answered at the last client. The time per tick of a row is the time from the first answer to
     * the last, divided by the ticks answered after the first. Answers with the time of the first do not count, because they were
     * written or read together. The result is the median over all rows, weighted by ticks, because a row during which the
     * application was stopped overestimates it.
     *
     * <p>The estimate is at most the shortest time per tick that the run shows for 20 consecutive on-time ticks, from the first
     * send to the last answer. Without this limit, an application deprived of CPU time would appear slow, and its delay would be
     * attributed to its input.
     */
    private static final class ServiceTimeEstimate {
        /** With fewer ticks there is no estimate, and no tick counts as having waited for another. */
        private static final int MIN_TICKS = 20;

        /** Minimum number of ticks of a row that were answered after its first answer. */
        private static final int MIN_IN_A_ROW = 5;

        /** Multiple of the usual response up to which ticks can be delayed independently, without waiting for each other. */
        private static final int TIMES_USUAL = 2;

        private static final long MAX_NS = 1L << 50;
        private static final int DIGITS = 3;
        private static final double HALF = 50;

        /** Number of consecutive on-time ticks that bound the estimate. */
        private static final int IN_TIME = 20;

        private final Histogram paces = new Histogram(MAX_NS, DIGITS);
        private final long[] sentNs = new long[IN_TIME];
        private final long[] answeredNs = new long[IN_TIME];
        private long inTime;
        private long mostNs = MAX_NS;
        private @Nullable Row row;

        private ServiceTimeEstimate() {}

        /** Row of late ticks, each sent before the previous one was answered. */
        private static final class Row {
            private final long firstNs;
            private long lastNs;
            private long answered;

            private Row(long firstNs) {
                this.firstNs = firstNs;
                this.lastNs = firstNs;
            }

            private void add(long answeredNs) {
                answered += answeredNs > firstNs ? 1 : 0;
                lastNs = Math.max(lastNs, answeredNs);
            }
        }

        /**
         * Estimates the time per tick of a run.
         *
         * @param laterThanNs threshold of late ticks
         * @param usualNs median of the last client
         * @return 0 with too few ticks
         */
        static long perTickNs(TickResults ticks, long laterThanNs, long usualNs) {
            ServiceTimeEstimate estimate = new ServiceTimeEstimate();
            long leastNs = Math.max(laterThanNs, TIMES_USUAL * usualNs);
            TickBlock block = TickBlock.heads(ticks);
            while (block.next()) {
                for (int place = 0; place < block.size(); place++) {
                    long last = block.lastClientNs(place);
                    long answeredNs = block.intendedNs(place) + last;
                    if (last == TickResults.LOST) {
                        estimate.inTime = 0;
                    } else if (last != TickResults.NONE) {
                        estimate.tick(block.offeredNs(place), answeredNs, last > leastNs);
                        estimate.most(block.offeredNs(place), answeredNs, last > laterThanNs);
                    }
                }
            }
            estimate.close();
            return estimate.paces.getTotalCount() < MIN_TICKS
                    ? 0
                    : Math.min(estimate.paces.getValueAtPercentile(HALF), estimate.mostNs);
        }

        private void most(long sent, long answered, boolean late) {
            if (late) {
                inTime = 0;
                return;
            }
            int place = (int) (inTime++ % IN_TIME);
            sentNs[place] = sent;
            answeredNs[place] = answered;
            if (inTime >= IN_TIME) {
                long firstNs = sentNs[(int) (inTime % IN_TIME)];
                mostNs = Math.min(mostNs, (lastOfThemNs() - firstNs) / IN_TIME);
            }
        }

        /** Called for almost every tick; a stream would cost more than the rest. */
        private long lastOfThemNs() {
            long lastNs = Long.MIN_VALUE;
            for (long ns : answeredNs) {
                lastNs = Math.max(lastNs, ns);
            }
            return lastNs;
        }

        private void tick(long sentNs, long answeredNs, boolean late) {
            Row current = row;
            if (current != null && late && sentNs < current.lastNs) {
                current.add(answeredNs);
                return;
            }
            close();
            row = late ? new Row(answeredNs) : null;
        }

        private void close() {
            Row ended = row;
            if (ended != null && ended.answered >= MIN_IN_A_ROW) {
                long paceNs = (ended.lastNs - ended.firstNs) / ended.answered;
                paces.recordValueWithCount(Math.min(MAX_NS, paceNs), ended.answered);
            }
            row = null;
        }
    }
}
