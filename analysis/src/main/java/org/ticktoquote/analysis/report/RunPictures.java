package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.SessionSummary;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Block.Picture;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.plot.LogScale;
import org.ticktoquote.report.plot.Path;
import org.ticktoquote.report.plot.Svg;

/**
 * Small time lines of runs, pairs or sessions on a common scale. Each shows the worst response per slice on a logarithmic
 * axis of whole decades, and the tick rate above it.
 */
public final class RunPictures {
    private static final int WIDTH = 420;
    private static final int HEIGHT = 150;
    private static final int LEFT = 52;
    private static final int TOP = 44;
    private static final int BOTTOM = 132;
    private static final int RATE_TOP = 4;
    private static final int RATE_BOTTOM = 36;
    private static final int MAX_SLICES = 180;
    private static final int MAX_PICTURES = 50;
    private static final double DECADE = 10;

    private final LogScale scale;
    private final double mostTicksPerSecond;

    /** Creates pictures with a common scale for all time lines. */
    public RunPictures(List<List<TimeBucket>> all) {
        List<Long> responses = all.stream()
                .flatMap(List::stream)
                .flatMap(bucket -> Stream.ofNullable(bucket.worstResponseNs()))
                .toList();
        scale = decades(
                responses.stream()
                        .filter(ns -> ns > 0)
                        .mapToDouble(Long::doubleValue)
                        .min()
                        .orElse(1e5),
                responses.stream().mapToDouble(Long::doubleValue).max().orElse(1e6),
                BOTTOM,
                TOP);
        mostTicksPerSecond = all.stream()
                .flatMap(run -> ratesPerSecond(run).stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
    }

    /** Returns a logarithmic axis of whole decades that contains the lowest and the highest value. */
    static LogScale decades(double low, double high, double from, double to) {
        double bottom = Math.pow(DECADE, Math.floor(Math.log10(low)));
        double top = Math.max(bottom * DECADE, Math.pow(DECADE, Math.ceil(Math.log10(high))));
        return new LogScale(bottom, top, from, to);
    }

    /** Draws a line and a label at each decade. */
    static void grid(Svg svg, LogScale decades, double left, double right) {
        for (double ns = decades.low(); ns <= decades.high() * 1.01; ns *= DECADE) {
            svg.line(left, decades.at(ns), right, decades.at(ns));
            svg.label(left - 6, decades.at(ns), "end", Figures.round(Math.round(ns)));
        }
    }

    /** Returns the time lines of pairs, then of sessions. Omits pairs and sessions without due ticks. */
    static List<Section> multiples(RunManifest manifest, Summary summary, @Nullable BreakdownTimeLines parts) {
        if (parts == null) {
            return List.of();
        }
        Map<String, List<TimeBucket>> pairs = new LinkedHashMap<>();
        for (Instrument instrument : manifest.recording().instruments()) {
            pairs.put(instrument.symbol(), parts.pair(instrument.id()));
        }
        Map<String, List<TimeBucket>> sessions = new LinkedHashMap<>();
        List<SessionSummary> all = summary.perSession();
        for (int session = 0; session < all.size(); session++) {
            sessions.put(all.get(session).name(), parts.session(session));
        }
        return Stream.of(multiples("By pair, over time", pairs), multiples("By session, over time", sessions))
                .flatMap(List::stream)
                .toList();
    }

    /** Returns at most one section. If there are too many time lines, shows those with most lost ticks and worst responses. */
    static List<Section> multiples(String title, Map<String, List<TimeBucket>> parts) {
        List<Map.Entry<String, List<TimeBucket>>> seen = parts.entrySet().stream()
                .filter(part -> part.getValue().stream().anyMatch(bucket -> bucket.ticks() > 0))
                .toList();
        List<Map.Entry<String, List<TimeBucket>>> worst = seen.stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, List<TimeBucket>> part) -> lost(part.getValue()))
                        .thenComparingLong(part -> worstNs(part.getValue()))
                        .reversed())
                .limit(MAX_PICTURES)
                .toList();
        RunPictures pictures = new RunPictures(List.copyOf(parts.values()));
        int left = seen.size() - worst.size();
        String hint =
                "Worst response of each slice on one logarithmic scale, with the due ticks above. Triangles: lost ticks."
                        + (left == 0 ? "" : " " + left + " with fewer lost ticks and shorter responses are not shown.");
        return seen.isEmpty()
                ? List.of()
                : List.of(new Section(
                        "",
                        title,
                        hint,
                        Section.Form.PLAIN,
                        List.of(new Block.Pictures(
                                "",
                                "time-lines",
                                seen.stream()
                                        .filter(worst::contains)
                                        .map(part -> pictures.of(part.getKey(), "", part.getValue()))
                                        .toList()))));
    }

    /**
     * Draws one time line.
     *
     * @param link relative link of the title; can be empty
     */
    public Picture of(String title, String link, List<TimeBucket> buckets) {
        List<TimeBucket> slices = merged(buckets);
        double width = width(slices);
        double length = slices.get(slices.size() - 1).fromS() + width;
        List<Double> rates = ratesPerSecond(slices);
        Path rate = new Path().to(LEFT, RATE_BOTTOM);
        Path response = new Path();
        String summary = summary(buckets);
        Svg svg = Svg.of(WIDTH, HEIGHT, title + ": " + summary);
        grid(svg, scale, LEFT, WIDTH);
        boolean gap = true;
        for (int i = 0; i < slices.size(); i++) {
            TimeBucket slice = slices.get(i);
            double left = x(slice.fromS(), length);
            double right = x(slice.fromS() + width, length);
            double share = rates.get(i) / Math.max(1, mostTicksPerSecond);
            rate.to(left, RATE_BOTTOM - share * (RATE_BOTTOM - RATE_TOP)).across(right);
            @Nullable Long worst = slice.worstResponseNs();
            if (worst != null) {
                double y = scale.at(worst);
                (gap ? response.from(left, y) : response.to(left, y)).across(right);
            }
            gap = worst == null;
        }
        svg.path("rate", rate.up(RATE_BOTTOM).close().toString());
        svg.path("response", response.toString());
        for (TimeBucket slice : slices) {
            if (slice.lost() > 0) {
                svg.path("lost", "M" + Svg.number(x(slice.fromS() + width / 2, length)) + "," + (TOP - 7) + "l4,7h-8Z");
            }
        }
        svg.text(LEFT, HEIGHT - 4, "start", "0 s");
        svg.text(WIDTH - 4, HEIGHT - 4, "end", Figures.number(Math.round(length * DECADE) / DECADE) + " s");
        return new Picture(title, link, summary, svg.end(), List.of(), "", Block.Details.NONE);
    }

    /** Returns the worst response of a time line; 0 without a response. */
    private static long worstNs(List<TimeBucket> buckets) {
        return buckets.stream()
                .flatMap(bucket -> Stream.ofNullable(bucket.worstResponseNs()))
                .mapToLong(Long::longValue)
                .reduce(0, Math::max);
    }

    private static long lost(List<TimeBucket> buckets) {
        return buckets.stream().mapToLong(TimeBucket::lost).sum();
    }

    private static String summary(List<TimeBucket> buckets) {
        long worstNs = worstNs(buckets);
        long lost = lost(buckets);
        return buckets.stream()
                        .filter(bucket -> Objects.equals(bucket.worstResponseNs(), worstNs))
                        .findFirst()
                        .map(worst ->
                                "worst " + Figures.duration(worstNs) + " at " + Figures.number(worst.fromS()) + " s")
                        .orElse("never answered")
                + (lost == 0 ? "" : ", " + Figures.count(lost) + " lost");
    }

    /** Merges slices: sums of ticks and losses, and the worst response. */
    private static List<TimeBucket> merged(List<TimeBucket> buckets) {
        int step = (buckets.size() + MAX_SLICES - 1) / MAX_SLICES;
        List<TimeBucket> merged = new ArrayList<>();
        for (int from = 0; from < buckets.size(); from += step) {
            List<TimeBucket> part = buckets.subList(from, Math.min(buckets.size(), from + step));
            boolean answered = part.stream().anyMatch(bucket -> bucket.worstResponseNs() != null);
            merged.add(new TimeBucket(
                    part.get(0).fromS(),
                    part.stream().mapToLong(TimeBucket::ticks).sum(),
                    answered ? (Long) worstNs(part) : null,
                    0,
                    lost(part)));
        }
        return merged;
    }

    private static double width(List<TimeBucket> slices) {
        return slices.size() > 1 ? slices.get(1).fromS() - slices.get(0).fromS() : 1;
    }

    private static List<Double> ratesPerSecond(List<TimeBucket> slices) {
        double width = width(slices);
        return slices.stream().map(slice -> slice.ticks() / width).toList();
    }

    private static double x(double seconds, double length) {
        return LEFT + seconds / length * (WIDTH - LEFT - 4);
    }
}
