package org.ticktoquote.comparison.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.comparison.gate.ticks.DifferenceSpread;
import org.ticktoquote.comparison.gate.ticks.PairTicks;
import org.ticktoquote.comparison.gate.ticks.TickDifferences;
import org.ticktoquote.comparison.gate.ticks.TickDifferences.Slice;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Block.Picture;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.plot.Axes;
import org.ticktoquote.report.plot.Path;
import org.ticktoquote.report.plot.SignedScale;
import org.ticktoquote.report.plot.Svg;

/** Draws the pairs of a duet tick by tick; all but the newest are folded. */
final class PairPlot {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 260;
    private static final Axes AXES = new Axes(84, 940, 12, 226);
    private static final String ZERO = "0";
    private static final double ROOM = 1.15;
    private static final int LINE = 20;
    private static final int MAX_TIMES = 8;
    private static final double[] STEPS = {1, 2, 5, 10};
    private static final double DECADE = 10;
    private static final double NS_PER_S = 1e9;
    private static final double MIN_KNEE_NS = 1_000;

    private PairPlot() {}

    /** Returns a section for each pair, in the given order. */
    static List<Section> of(List<PairTicks> newestFirst) {
        List<Section> plots = new ArrayList<>();
        for (PairTicks pair : newestFirst) {
            plots.add(of(pair, plots.size() + 1));
        }
        return plots;
    }

    private static Section of(PairTicks pair, int number) {
        Optional<DifferenceSpread> all = pair.differences().flatMap(TickDifferences::all);
        List<Block> content = new ArrayList<>();
        pair.differences()
                .ifPresent(found -> found.all()
                        .ifPresent(spread -> content.add(Block.Pictures.of("", picture(title(pair), found, spread)))));
        content.add(new Block.Items(facts(pair)));
        return new Section(
                "pair-" + number,
                title(pair),
                all.map(spread -> "median " + signed(spread.medianNs())).orElse("no plot"),
                Section.Form.folded(number == 1),
                content);
    }

    private static String title(PairTicks pair) {
        return Stream.of("baseline " + pair.baseline(), "candidate " + pair.candidate())
                .filter(name -> !name.endsWith(" "))
                .collect(Collectors.joining(", "));
    }

    /** Draws the differences over time. Line: median of each slice. Band: lowest to highest of each slice. */
    private static Picture picture(String title, TickDifferences found, DifferenceSpread all) {
        Svg svg = Svg.of(
                WIDTH, HEIGHT, "Candidate minus baseline over time, this pair only: " + title + ": " + words(all));
        SignedScale y = scale(found, all);
        List<Axes.Label> labels = y.labels(LINE).stream()
                .map(value -> new Axes.Label(
                        y.at(value),
                        value == 0 ? ZERO : signed(Math.round(value)).replaceFirst("\\.0+ ", " ")))
                .toList();
        AXES.rows(svg, labels, ZERO);
        times(svg, found.count() * found.sliceNs() / NS_PER_S);
        double width = (double) (AXES.right() - AXES.left()) / found.count();
        Path band = new Path();
        Path line = new Path();
        for (List<Slice> stretch : stretches(found.slices())) {
            steps(band, stretch, width, slice -> y.at((double) slice.highestNs()));
            for (int i = stretch.size() - 1; i >= 0; i--) {
                Slice slice = stretch.get(i);
                band.up(y.at((double) slice.spread().lowestNs())).across(AXES.left() + slice.number() * width);
            }
            band.close();
            steps(line, stretch, width, slice -> y.at((double) slice.medianNs()));
        }
        svg.path("band difference", band.toString());
        svg.path("line difference", line.toString());
        return Picture.of(
                svg.end(),
                "This pair only. Response of the last client, candidate minus baseline, in slices of "
                        + Figures.duration(found.sliceNs())
                        + ". Line: median. Band: lowest to highest. Above 0 the candidate answered later. The axis is linear"
                        + " around 0 and logarithmic beyond.");
    }

    /** Adds steps from left to right, each as wide as a slice. */
    private static void steps(Path path, List<Slice> stretch, double width, ToDoubleFunction<DifferenceSpread> y) {
        for (Slice slice : stretch) {
            double height = y.applyAsDouble(slice.spread());
            double left = AXES.left() + slice.number() * width;
            (slice.equals(stretch.get(0)) ? path.from(left, height) : path.up(height)).across(left + width);
        }
    }

    /** Splits the slices at gaps. */
    private static List<List<Slice>> stretches(List<Slice> slices) {
        List<List<Slice>> stretches = new ArrayList<>();
        int next = -1;
        for (Slice slice : slices) {
            if (slice.number() != next) {
                stretches.add(new ArrayList<>());
            }
            stretches.get(stretches.size() - 1).add(slice);
            next = slice.number() + 1;
        }
        return stretches;
    }

    /** Returns an axis whose linear part contains the medians of half of the slices. */
    private static SignedScale scale(TickDifferences found, DifferenceSpread all) {
        double usual = found.slices().stream()
                .mapToDouble(slice -> Math.abs((double) slice.spread().medianNs()))
                .sorted()
                .skip(found.slices().size() / 2)
                .findFirst()
                .orElse(0);
        double knee = Math.max(MIN_KNEE_NS, usual);
        return new SignedScale(
                Math.min(-knee, ROOM * all.lowestNs()),
                Math.max(knee, ROOM * all.highestNs()),
                knee,
                AXES.bottom(),
                AXES.top());
    }

    private static void times(Svg svg, double lengthS) {
        double decade = Math.pow(DECADE, Math.floor(Math.log10(lengthS / MAX_TIMES)));
        double step = decade;
        for (int i = 0; i < STEPS.length && lengthS / step > MAX_TIMES; i++) {
            step = decade * STEPS[i];
        }
        for (int i = 0; i * step <= lengthS; i++) {
            double x = AXES.left() + i * step / lengthS * (AXES.right() - AXES.left());
            svg.text(x, AXES.bottom() + 20.0, "middle", Figures.number(i * step) + " s");
        }
    }

    /** Formats a difference with its sign. */
    private static String signed(long ns) {
        return (ns > 0 ? "+" : "") + Figures.duration(ns);
    }

    private static List<String> facts(PairTicks pair) {
        if (pair.differences().isEmpty()) {
            return List.of("No plot: " + pair.note() + ".");
        }
        TickDifferences found = pair.differences().get();
        List<String> facts = new ArrayList<>(List.of(counts(found)));
        found.all().ifPresent(all -> facts.add("Of all these ticks: " + words(all) + "."));
        if (!pair.note().isEmpty()) {
            facts.add(pair.note() + ".");
        }
        return facts;
    }

    private static String counts(TickDifferences found) {
        long both = found.all().map(DifferenceSpread::ticks).orElse(0L);
        return CountText.of(both, "tick") + " answered by both; lost by the candidate alone: "
                + Figures.count(found.candidateLost()) + ", by the baseline alone: "
                + Figures.count(found.baselineLost()) + ", by both: " + Figures.count(found.bothLost())
                + (found.onlyOne() == 0 ? "" : "; due or sent on one side only: " + Figures.count(found.onlyOne()))
                + ".";
    }

    private static String words(DifferenceSpread all) {
        return "lowest " + signed(all.lowestNs()) + ", median " + signed(all.medianNs()) + ", highest "
                + signed(all.highestNs());
    }
}
