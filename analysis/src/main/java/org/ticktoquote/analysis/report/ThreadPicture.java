package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.analysis.outliers.EpisodeView;
import org.ticktoquote.analysis.outliers.ThreadRow;
import org.ticktoquote.report.Figures;

/**
 * A thread of the application in the picture of an episode: for which share of the time it ran, and on top of that for which it
 * was ready without a CPU, as heights; over both its waits that are known to the moment.
 *
 * @param label its name, as far as there is room
 * @param name all of it
 * @param y top of its row
 * @param ran a path; empty where it never did
 * @param ready a path that begins below; likewise
 */
record ThreadPicture(String label, String name, int y, String ran, String ready, List<EpisodePicture.Band> waits) {
    private static final int MOST_LETTERS = 18;
    private static final double RIGHT = EpisodePicture.WIDTH - 4.0;
    /** Less would not be seen. */
    private static final double LEAST = 0.01;

    /** A line for each thread of a view, below each other. */
    static List<ThreadPicture> of(EpisodeView view, int top) {
        List<ThreadPicture> lines = new ArrayList<>();
        for (ThreadRow row : view.threads()) {
            lines.add(of(row, view, top + lines.size() * EpisodePicture.ROW));
        }
        return lines;
    }

    private static ThreadPicture of(ThreadRow row, EpisodeView view, int y) {
        List<Double> both = new ArrayList<>();
        for (int i = 0; i < row.ran().size(); i++) {
            both.add(Math.min(1, row.ran().get(i) + row.ready().get(i)));
        }
        boolean waited = row.ready().stream().anyMatch(share -> share >= LEAST);
        return new ThreadPicture(
                label(row.name()),
                row.name(),
                y,
                area(row.ran(), y),
                waited ? area(both, y) : "",
                row.waits().stream().map(wait -> band(wait, view, y)).toList());
    }

    /** Without its number, which stands with the whole name. */
    private static String label(String whole) {
        String name = whole.replaceFirst(" \\(\\d+\\)$", "");
        return name.length() <= MOST_LETTERS ? name : name.substring(0, MOST_LETTERS - 1) + "…";
    }

    private static EpisodePicture.Band band(EpisodeView.Band wait, EpisodeView view, int y) {
        double from = x((double) (wait.fromNs() - view.fromNs()) / (view.toNs() - view.fromNs()));
        double to = x((double) (wait.toNs() - view.fromNs()) / (view.toNs() - view.fromNs()));
        return new EpisodePicture.Band(
                "",
                "cause-" + wait.cause(),
                Figures.pixel(from),
                Figures.pixel(Math.max(1, to - from)),
                y,
                wait.text());
    }

    private static double x(double share) {
        return EpisodePicture.LEFT + (RIGHT - EpisodePicture.LEFT) * share;
    }

    /** Steps from left to right, as high as the shares; empty where all are nothing. */
    private static String area(List<Double> shares, int y) {
        if (shares.stream().noneMatch(share -> share >= LEAST)) {
            return "";
        }
        int floor = y + EpisodePicture.BAR;
        StringBuilder path = new StringBuilder("M" + EpisodePicture.LEFT + "," + floor);
        String before = Figures.pixel(floor);
        for (int i = 0; i < shares.size(); i++) {
            String height = Figures.pixel(floor - shares.get(i) * EpisodePicture.BAR);
            if (!height.equals(before)) {
                path.append("H")
                        .append(Figures.pixel(x((double) i / shares.size())))
                        .append("V")
                        .append(height);
                before = height;
            }
        }
        return path.append("H")
                .append(Figures.pixel(RIGHT))
                .append("V")
                .append(floor)
                .append("Z")
                .toString();
    }
}
