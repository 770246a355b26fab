package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.analysis.outliers.EpisodeView;
import org.ticktoquote.analysis.outliers.OutlierEpisode;
import org.ticktoquote.analysis.outliers.RunOutliers;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.report.Figures;

/**
 * One of the worst episodes: each tick from its first to its last client over the time it was to leave, below it the evidence of
 * that time, a row for each cause, and a row for each of the threads that did most.
 *
 * @param title when it was
 * @param summary its extent and causes
 * @param labels of the scale
 * @param ticks those that every client got
 * @param lost where ticks were lost
 * @param bands of evidence
 * @param threads below them
 * @param height of the picture
 * @param from where it begins
 * @param length of the time it shows
 * @param evidence for people
 * @param profile for people
 * @param recordings files beside the page
 */
record EpisodePicture(
        String title,
        String summary,
        List<RunPicture.Label> labels,
        List<Tick> ticks,
        List<String> lost,
        List<Band> bands,
        List<ThreadPicture> threads,
        int height,
        String from,
        String length,
        List<String> evidence,
        List<String> profile,
        List<String> recordings) {
    static final int WIDTH = 420;
    static final int LEFT = 96;
    static final int TOP = 12;
    static final int BOTTOM = 112;
    static final int ROW = 12;
    private static final double RIGHT = WIDTH - 4.0;
    static final int BAR = ROW - 3;
    private static final double LEAST_WIDTH = 1;
    private static final double DECADE = 10;
    private static final double NS_PER_SECOND = 1e9;

    /**
     * A tick.
     *
     * @param style a class
     * @param line from the first to the last client, as a path
     */
    record Tick(String style, String line) {}

    /** A stretch of evidence: its row's label stands once, with the first of the row. */
    record Band(String label, String style, String x, String width, int y, String text) {}

    /** All that a run has views of. */
    static List<EpisodePicture> of(RunOutliers outliers) {
        long laterThanNs = outliers.laterThanNs() == null ? Long.MAX_VALUE : outliers.laterThanNs();
        return outliers.views().stream().map(view -> of(view, laterThanNs)).toList();
    }

    private static EpisodePicture of(EpisodeView view, long laterThanNs) {
        Scale scale = Scale.of(view);
        List<Tick> ticks = new ArrayList<>();
        List<String> lost = new ArrayList<>();
        for (EpisodeView.Point tick : view.ticks()) {
            String x = Figures.pixel(scale.x(tick.atNs()));
            if (tick.lost()) {
                lost.add(x);
            } else {
                String style = tick.lastNs() > laterThanNs ? "tick late" : "tick";
                String line = "M" + x + "," + Figures.pixel(scale.y((double) tick.firstNs())) + "V"
                        + Figures.pixel(scale.y((double) tick.lastNs()));
                ticks.add(new Tick(style, line));
            }
        }
        List<String> causes =
                view.bands().stream().map(EpisodeView.Band::cause).distinct().toList();
        OutlierEpisode episode = view.episode();
        int threads = BOTTOM + 16 + causes.size() * ROW;
        return new EpisodePicture(
                String.format(Locale.ROOT, "%.3f s", episode.fromNs() / NS_PER_SECOND),
                Counted.of(episode.late(), "tick") + ", " + episode.shares(),
                scale.labels(),
                ticks,
                lost,
                bands(view, causes, scale),
                ThreadPicture.of(view, threads),
                threads + view.threads().size() * ROW,
                String.format(Locale.ROOT, "%.6f s", view.fromNs() / NS_PER_SECOND),
                Figures.duration(view.toNs() - view.fromNs()),
                episode.evidence(),
                episode.profile(),
                episode.recordings());
    }

    private static List<Band> bands(EpisodeView view, List<String> causes, Scale scale) {
        List<Band> bands = new ArrayList<>();
        for (String cause : causes) {
            String label = cause;
            for (EpisodeView.Band band : view.bands()) {
                if (band.cause().equals(cause)) {
                    double from = scale.x(band.fromNs());
                    double width = Math.max(LEAST_WIDTH, scale.x(band.toNs()) - from);
                    int y = BOTTOM + 14 + causes.indexOf(cause) * ROW;
                    String style = "cause-" + cause + (band.whole() ? "" : " part");
                    bands.add(new Band(label, style, Figures.pixel(from), Figures.pixel(width), y, band.text()));
                    label = "";
                }
            }
        }
        return bands;
    }

    /** Time from left to right; whole decades from bottom to top. */
    private record Scale(long fromNs, long toNs, double lowNs, double highNs) {
        private static Scale of(EpisodeView view) {
            double low = view.ticks().stream()
                    .filter(tick -> !tick.lost())
                    .mapToDouble(tick -> Math.max(1, tick.firstNs()))
                    .min()
                    .orElse(1e6);
            double high = view.ticks().stream()
                    .filter(tick -> !tick.lost())
                    .mapToDouble(EpisodeView.Point::lastNs)
                    .max()
                    .orElse(1e6);
            double bottom = Math.pow(DECADE, Math.floor(Math.log10(low)));
            double top = Math.max(bottom * DECADE, Math.pow(DECADE, Math.ceil(Math.log10(high))));
            return new Scale(view.fromNs(), view.toNs(), bottom, top);
        }

        private double x(long ns) {
            return LEFT + (RIGHT - LEFT) * (ns - fromNs) / Math.max(1, toNs - fromNs);
        }

        private double y(double ns) {
            double share = Math.log(Math.max(lowNs, ns) / lowNs) / Math.log(highNs / lowNs);
            return BOTTOM - Math.min(1, share) * (BOTTOM - TOP);
        }

        private List<RunPicture.Label> labels() {
            List<RunPicture.Label> labels = new ArrayList<>();
            for (double ns = lowNs; ns <= highNs * 1.01; ns *= DECADE) {
                labels.add(new RunPicture.Label(Figures.pixel(y(ns)), Figures.round(Math.round(ns))));
            }
            return labels;
        }
    }
}
