package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.report.Figures;

/**
 * The time line of one run of a matrix as a small picture: worst response of every slice over the run time on a common
 * logarithmic scale, the tick rate above it.
 *
 * @param title of the run
 * @param summary its extremes in words
 * @param link to a report of its own, relative; may be empty
 * @param rate path of the tick rate
 * @param response path of the worst response
 * @param lost places at which ticks were lost
 * @param labels of the scale, with their heights
 * @param seconds length of the run
 */
record RunPicture(
        String title,
        String summary,
        String link,
        String rate,
        String response,
        List<String> lost,
        List<Label> labels,
        String seconds) {
    static final int WIDTH = 420;
    static final int HEIGHT = 150;
    static final int LEFT = 52;
    static final int TOP = 44;
    static final int BOTTOM = 132;
    private static final int RATE_TOP = 4;
    private static final int RATE_BOTTOM = 36;
    private static final int MOST_SLICES = 180;
    private static final double DECADE = 10;

    /** A label of the scale: its height and text. */
    record Label(String height, String text) {}

    /** The scale that all runs have in common, in whole decades. */
    record Scale(double lowNs, double highNs, double mostTicksPerSecond) {
        static Scale of(List<List<TimeBucket>> runs) {
            double low = runs.stream()
                    .flatMap(List::stream)
                    .filter(bucket -> bucket.worstResponseNs() != null && bucket.worstResponseNs() > 0)
                    .mapToDouble(TimeBucket::worstResponseNs)
                    .min()
                    .orElse(1e5);
            double high = runs.stream()
                    .flatMap(List::stream)
                    .filter(bucket -> bucket.worstResponseNs() != null)
                    .mapToDouble(TimeBucket::worstResponseNs)
                    .max()
                    .orElse(1e6);
            double rate = runs.stream()
                    .mapToDouble(run -> ratesPerSecond(run).stream()
                            .mapToDouble(Double::doubleValue)
                            .max()
                            .orElse(1))
                    .max()
                    .orElse(1);
            double bottom = Math.pow(DECADE, Math.floor(Math.log10(low)));
            return new Scale(bottom, Math.max(bottom * DECADE, Math.pow(DECADE, Math.ceil(Math.log10(high)))), rate);
        }

        private double y(double ns) {
            double share = Math.log(Math.max(lowNs, ns) / lowNs) / Math.log(highNs / lowNs);
            return BOTTOM - Math.min(1, share) * (BOTTOM - TOP);
        }

        List<Label> labels() {
            List<Label> labels = new ArrayList<>();
            for (double ns = lowNs; ns <= highNs * 1.01; ns *= DECADE) {
                labels.add(new Label(Figures.pixel(y(ns)), Figures.round(Math.round(ns))));
            }
            return labels;
        }
    }

    static RunPicture of(String title, String directory, List<TimeBucket> buckets, Scale scale) {
        List<TimeBucket> slices = merged(buckets);
        double width = slices.size() > 1 ? slices.get(1).fromS() - slices.get(0).fromS() : 1;
        double length = slices.get(slices.size() - 1).fromS() + width;
        List<Double> rates = ratesPerSecond(slices);
        StringBuilder rate = new StringBuilder("M" + LEFT + "," + RATE_BOTTOM);
        StringBuilder response = new StringBuilder();
        List<String> lost = new ArrayList<>();
        boolean gap = true;
        for (int i = 0; i < slices.size(); i++) {
            TimeBucket slice = slices.get(i);
            String left = Figures.pixel(x(slice.fromS(), length));
            String right = Figures.pixel(x(slice.fromS() + width, length));
            String height = Figures.pixel(
                    RATE_BOTTOM - rates.get(i) / Math.max(1, scale.mostTicksPerSecond()) * (RATE_BOTTOM - RATE_TOP));
            rate.append("L").append(left).append(',').append(height);
            rate.append("H").append(right);
            @Nullable Long worst = slice.worstResponseNs();
            if (worst == null) {
                gap = true;
            } else {
                response.append(gap ? 'M' : 'L').append(left).append(',').append(Figures.pixel(scale.y(worst)));
                response.append("H").append(right);
                gap = false;
            }
            if (slice.lost() > 0) {
                lost.add(Figures.pixel(x(slice.fromS() + width / 2, length)));
            }
        }
        rate.append("V").append(RATE_BOTTOM).append("Z");
        return new RunPicture(
                title,
                summary(buckets),
                directory.isEmpty() ? "" : "./" + directory + "/report.html",
                rate.toString(),
                response.toString(),
                lost,
                scale.labels(),
                Figures.number(Math.round(length * DECADE) / DECADE) + " s");
    }

    private static String summary(List<TimeBucket> buckets) {
        long worst = 0;
        double at = 0;
        long lost = 0;
        for (TimeBucket bucket : buckets) {
            lost += bucket.lost();
            if (bucket.worstResponseNs() != null && bucket.worstResponseNs() > worst) {
                worst = bucket.worstResponseNs();
                at = bucket.fromS();
            }
        }
        return "worst " + Figures.duration(worst) + " at " + Figures.number(at) + " s"
                + (lost == 0 ? "" : ", " + Figures.count(lost) + " lost");
    }

    /** Fewer and longer slices: ticks and losses added up, the worst of the responses. */
    private static List<TimeBucket> merged(List<TimeBucket> buckets) {
        int step = (buckets.size() + MOST_SLICES - 1) / MOST_SLICES;
        List<TimeBucket> merged = new ArrayList<>();
        for (int from = 0; from < buckets.size(); from += step) {
            List<TimeBucket> part = buckets.subList(from, Math.min(buckets.size(), from + step));
            @Nullable Long worst = null;
            long ticks = 0;
            long lag = 0;
            long lost = 0;
            for (TimeBucket bucket : part) {
                ticks += bucket.ticks();
                lost += bucket.lost();
                lag = Math.max(lag, bucket.worstLagNs());
                @Nullable Long other = bucket.worstResponseNs();
                worst = other == null ? worst : (Long) Math.max(worst == null ? other : worst, other);
            }
            merged.add(new TimeBucket(part.get(0).fromS(), ticks, worst, lag, lost));
        }
        return merged;
    }

    /** Of each slice, ticks per second. */
    private static List<Double> ratesPerSecond(List<TimeBucket> slices) {
        double width = slices.size() > 1 ? slices.get(1).fromS() - slices.get(0).fromS() : 1;
        return slices.stream().map(slice -> slice.ticks() / width).toList();
    }

    private static double x(double seconds, double length) {
        return LEFT + seconds / length * (WIDTH - LEFT - 4);
    }
}
