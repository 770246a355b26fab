package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.analysis.outliers.EpisodeView;
import org.ticktoquote.analysis.outliers.OutlierEpisode;
import org.ticktoquote.analysis.outliers.RunOutliers;
import org.ticktoquote.analysis.outliers.ThreadRow;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Block.Picture;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.plot.Axes;
import org.ticktoquote.report.plot.LogScale;
import org.ticktoquote.report.plot.Path;
import org.ticktoquote.report.plot.Svg;

/**
 * Pictures of the worst episodes of a run. A tick is a line from its first to its last client's response, at its intended
 * time. Below are one row of evidence per cause, and one row per busy thread.
 */
final class EpisodePictures {
    private static final String HINT =
            "Each stroke is a tick at its intended time, from the response of its first client to the response of its last."
                    + " Thick: later than p99. Triangles: lost. Where ticks are dense, the latest at each position is shown. Below:"
                    + " evidence, one row per cause (pale: active for an unknown part of the interval), then the eight"
                    + " busiest threads of the application if"
                    + " known. Grey: share of time in which a thread ran. Blue: share in which it was ready without a CPU. Full bars:"
                    + " waits with exact times, such as for a lock.";
    private static final int WIDTH = 420;
    private static final int LEFT = 96;
    private static final double RIGHT = WIDTH - 4.0;
    private static final int TOP = 12;
    private static final int BOTTOM = 112;
    private static final int ROW = 12;
    private static final int BAR = ROW - 3;
    private static final int MAX_LETTERS = 18;
    private static final double NS_PER_SECOND = 1e9;
    /** Shares below this are too small to see. */
    private static final double MIN_SHARE = 0.01;

    private final EpisodeView view;
    private final String name;
    private final Svg svg;
    private final int height;

    private EpisodePictures(EpisodeView view, String name) {
        this.view = view;
        this.name = name;
        this.height = BOTTOM + 16 + (causes().size() + view.threads().size()) * ROW;
        this.svg = Svg.of(WIDTH, height + 14, "Episode at " + name + ": " + summary());
    }

    /** Returns the section with all episodes that have a view. */
    static Section of(RunOutliers outliers) {
        long laterThanNs = outliers.laterThanNs() == null ? Long.MAX_VALUE : outliers.laterThanNs();
        List<Picture> pictures = outliers.views().stream()
                .map(view -> new EpisodePictures(
                                view,
                                String.format(
                                        Locale.ROOT, "%.3f s", view.episode().fromNs() / NS_PER_SECOND))
                        .picture(laterThanNs))
                .toList();
        Block drawn = new Block.Pictures("", "time-lines episodes", pictures);
        return new Section("", "The worst episodes, one by one", HINT, Section.Form.PLAIN, List.of(drawn));
    }

    private Picture picture(long laterThanNs) {
        ticks(laterThanNs);
        bands();
        int y = BOTTOM + 16 + causes().size() * ROW;
        for (ThreadRow row : view.threads()) {
            thread(row, y);
            y += ROW;
        }
        String from = String.format(Locale.ROOT, "%.6f s", view.fromNs() / NS_PER_SECOND);
        svg.text(LEFT, height + 10, "start", from);
        svg.text(WIDTH - 4, height + 10, "end", Figures.duration(view.toNs() - view.fromNs()) + " long");
        return new Picture(name, "", summary(), svg.end(), List.of(), "", details());
    }

    private String summary() {
        return view.episode().count() + ", " + view.episode().shares();
    }

    private Block.Details details() {
        OutlierEpisode episode = view.episode();
        boolean none = episode.evidence().isEmpty() && episode.profile().isEmpty();
        return none
                ? Block.Details.NONE
                : new Block.Details(
                        episode.profile().isEmpty() ? "Evidence" : "Evidence and profile",
                        episode.evidence(),
                        episode.profile(),
                        "Recorded during the episode and 100 ms around it:",
                        episode.recordings());
    }

    private List<String> causes() {
        return view.bands().stream().map(EpisodeView.Band::cause).distinct().toList();
    }

    private void ticks(long laterThanNs) {
        List<EpisodeView.Point> answered =
                view.ticks().stream().filter(tick -> !tick.lost()).toList();
        LogScale y = RunPictures.decades(
                answered.stream()
                        .mapToDouble(tick -> Math.max(1, tick.firstNs()))
                        .min()
                        .orElse(1e6),
                answered.stream().mapToDouble(EpisodeView.Point::lastNs).max().orElse(1e6),
                BOTTOM,
                TOP);
        RunPictures.grid(svg, y, LEFT, WIDTH);
        for (EpisodeView.Point tick : answered) {
            svg.path(
                    tick.lastNs() > laterThanNs ? "tick late" : "tick",
                    new Path()
                            .to(x(tick.atNs()), y.at((double) tick.firstNs()))
                            .up(y.at((double) tick.lastNs()))
                            .toString());
        }
        view.ticks().stream()
                .filter(EpisodeView.Point::lost)
                .forEach(tick -> svg.path("lost", "M" + Svg.number(x(tick.atNs())) + ",2l4,7h-8Z"));
    }

    private void bands() {
        int y = BOTTOM + 14;
        for (String cause : causes()) {
            svg.text(LEFT - 6, y + 8, "end", cause);
            for (EpisodeView.Band band : view.bands()) {
                if (band.cause().equals(cause)) {
                    band(band, band.whole() ? "" : " part", y, band.text());
                }
            }
            y += ROW;
        }
    }

    /** Draws an interval, at least one pixel wide. */
    private void band(EpisodeView.Band band, String style, int y, String text) {
        double from = x(band.fromNs());
        svg.rect("cause-" + band.cause() + style, from, y, Math.max(1, x(band.toNs()) - from), BAR, text);
    }

    /**
     * Draws an application thread: the share of time in which it ran and, stacked on top, the share in which it was
     * ready without a CPU. Draws its waits with exact times over both.
     */
    private void thread(ThreadRow row, int y) {
        String label = Axes.shortened(row.name().replaceFirst(" \\(\\d+\\)$", ""), MAX_LETTERS);
        svg.label(LEFT - 6, y + 4, "end", label, row.name());
        List<Double> both = new ArrayList<>();
        for (int i = 0; i < row.ran().size(); i++) {
            both.add(Math.min(1, row.ran().get(i) + row.ready().get(i)));
        }
        if (row.ready().stream().anyMatch(share -> share >= MIN_SHARE)) {
            svg.path("ready", area(both, y));
        }
        svg.path("ran", area(row.ran(), y));
        row.waits().forEach(wait -> band(wait, "", y, row.name() + ": " + wait.text()));
    }

    /** Returns the shares as an outline of steps; empty if all are below {@link #MIN_SHARE}. */
    private static String area(List<Double> shares, int y) {
        if (shares.stream().noneMatch(share -> share >= MIN_SHARE)) {
            return "";
        }
        int floor = y + BAR;
        Path path = new Path().to(LEFT, floor);
        String before = Svg.number(floor);
        for (int i = 0; i < shares.size(); i++) {
            double top = floor - shares.get(i) * BAR;
            if (!Svg.number(top).equals(before)) {
                path.across(LEFT + (RIGHT - LEFT) * i / shares.size()).up(top);
                before = Svg.number(top);
            }
        }
        return path.across(RIGHT).up(floor).close().toString();
    }

    private double x(long ns) {
        return LEFT + (RIGHT - LEFT) * (ns - view.fromNs()) / Math.max(1, view.toNs() - view.fromNs());
    }
}
