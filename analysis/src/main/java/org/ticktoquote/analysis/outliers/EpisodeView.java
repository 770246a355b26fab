package org.ticktoquote.analysis.outliers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;
import org.ticktoquote.analysis.results.TickResults;

/**
 * View of an episode: its ticks and their neighbours, and the evidence of that time. Bounded in size for episodes of any
 * length.
 *
 * @param episode the episode shown
 * @param fromNs start of the view, since the first intended tick
 * @param toNs end of the view
 * @param ticks due ticks in order of intended time; of each slice, only the tick with the longest response at the last
 * client
 * @param bands intervals of evidence, the longest first
 * @param threads most active threads of the application
 */
public record EpisodeView(
        OutlierEpisode episode, long fromNs, long toNs, List<Point> ticks, List<Band> bands, List<ThreadRow> threads) {
    private static final int SLICES = 300;
    private static final int MAX_BANDS = 40;
    /** Added on both sides, relative to the episode's length. */
    private static final double MARGIN = 0.15;

    private static final long MIN_MARGIN_NS = TimeUnit.MILLISECONDS.toNanos(2);

    /**
     * One tick.
     *
     * @param atNs intended time, since the first tick
     * @param firstNs response of the first client
     * @param lastNs response of the last client; {@link TickResults#LOST} if a client never received it
     */
    public record Point(long atNs, long firstNs, long lastNs) {
        public boolean lost() {
            return lastNs == TickResults.LOST;
        }
    }

    /**
     * Interval of evidence.
     *
     * @param cause its key
     * @param fromNs start, relative to the first intended tick
     * @param whole false if the cause was active for an unknown part of the interval only
     */
    public record Band(String cause, long fromNs, long toNs, boolean whole, String text) {
        private long lengthNs() {
            return toNs - fromNs;
        }
    }

    public EpisodeView {
        ticks = List.copyOf(ticks);
        bands = List.copyOf(bands);
        threads = List.copyOf(threads);
    }

    static EpisodeView of(OutlierEpisode episode, TickResults results, List<CauseEvidence> evidence) {
        long marginNs = Math.max(MIN_MARGIN_NS, (long) (MARGIN * (episode.toNs() - episode.fromNs())));
        long fromNs = episode.fromNs() - marginNs;
        long toNs = episode.toNs() + marginNs;
        return new EpisodeView(
                episode,
                fromNs,
                toNs,
                points(episode, results, fromNs, toNs),
                bands(evidence, results, fromNs, toNs),
                List.of());
    }

    EpisodeView with(List<ThreadRow> rows) {
        return new EpisodeView(episode, fromNs, toNs, ticks, bands, rows);
    }

    private static List<Point> points(OutlierEpisode episode, TickResults results, long fromNs, long toNs) {
        long t0Ns = results.intendedNs(1);
        long first = episode.firstTick();
        while (first > 1 && results.intendedNs(first - 1) - t0Ns >= fromNs) {
            first--;
        }
        long sliceNs = Math.max(1, (toNs - fromNs) / SLICES);
        List<Point> points = new ArrayList<>();
        long slice = Long.MIN_VALUE;
        for (long id = first; id <= results.ticks() && results.intendedNs(id) - t0Ns <= toNs; id++) {
            long lastNs = results.lastClientNs(id);
            if (lastNs == TickResults.NONE) {
                continue;
            }
            long atNs = results.intendedNs(id) - t0Ns;
            Point point = new Point(atNs, results.firstClientNs(id), lastNs);
            long own = (atNs - fromNs) / sliceNs;
            if (own != slice) {
                points.add(point);
            } else if (later(point, points.get(points.size() - 1))) {
                points.set(points.size() - 1, point);
            }
            slice = own;
        }
        return points;
    }

    private static boolean later(Point one, Point other) {
        return !other.lost() && (one.lost() || one.lastNs > other.lastNs);
    }

    private static List<Band> bands(List<CauseEvidence> evidence, TickResults results, long fromNs, long toNs) {
        long t0Ns = results.intendedNs(1);
        List<Band> bands = new ArrayList<>();
        for (CauseEvidence source : evidence) {
            for (EvidenceInterval interval : source.intervals()) {
                if (interval.mostNs() > 0 && interval.fromNs() - t0Ns < toNs && interval.toNs() - t0Ns > fromNs) {
                    bands.add(new Band(
                            source.cause().key(),
                            Math.max(fromNs, interval.fromNs() - t0Ns),
                            Math.min(toNs, interval.toNs() - t0Ns),
                            interval.mostNs() >= interval.lengthNs(),
                            interval.text()));
                }
            }
        }
        return bands.stream()
                .sorted(Comparator.comparingLong(Band::lengthNs).reversed())
                .limit(MAX_BANDS)
                .toList();
    }
}
