package org.ticktoquote.analysis.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.LevelFigures;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.LevelWindowFigure;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.JUnitSuite;
import org.ticktoquote.report.JUnitSuite.Case;
import org.ticktoquote.report.JUnitSuite.Outcome;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/** Outcomes of a run's service levels. */
public final class ServiceLevelTables {
    private static final double NS_PER_S = 1e9;
    private static final double PERCENT = 100;

    private final List<LevelOutcome> levels;

    ServiceLevelTables(Summary summary) {
        this.levels = summary.findings().serviceLevels();
    }

    private boolean any() {
        return !levels.isEmpty();
    }

    /** Returns {@code 1 met, 1 broken, 0 undecided}. */
    private String counts() {
        return Stream.of(LevelState.values())
                .map(state ->
                        levels.stream().filter(level -> level.state() == state).count() + " " + state.word())
                .collect(Collectors.joining(", "));
    }

    /** Returns the outcomes for a terminal. */
    List<Block> lines() {
        List<Block> lines = new ArrayList<>();
        if (any()) {
            lines.add(Block.Text.of("service levels: " + counts()));
            levels.forEach(level -> lines.add(Block.Text.of(line(level))));
        }
        return lines;
    }

    /** Returns {@code BROKEN p99 of response in any 5 s < 1 ms: broken in 61.20 % of the windows; first ...}. */
    public static String line(LevelOutcome level) {
        return level.state().word().toUpperCase(Locale.ROOT) + " " + describe(level);
    }

    /** Returns the line without the outcome. */
    public static String describe(LevelOutcome level) {
        String details = Stream.of(level.why(), words(level.figures()))
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining("; "));
        return level.level() + (details.isEmpty() ? "" : ": " + details);
    }

    private static String words(LevelFigures figures) {
        if (figures.windows() == 0 || figures.worst() == null) {
            return "";
        }
        if (figures.windows() == 1) {
            return window(figures.worst());
        }
        boolean sessions = figures.worst().session() != null;
        String broken = sessions
                ? figures.broken() + " of " + CountText.of(figures.windows(), "session")
                : share(figures) + " of the windows";
        return figures.first() == null
                ? "worst " + place(figures.worst()) + ": " + window(figures.worst())
                : "broken in " + broken + "; first " + place(figures.first()) + ": " + window(figures.first())
                        + "; worst " + place(figures.worst()) + ": " + window(figures.worst());
    }

    /** Formats the share of broken windows. A share above 0 is never shown as 0. */
    private static String share(LevelFigures figures) {
        double percent = PERCENT * figures.brokenShare();
        return figures.broken() > 0 && percent < 0.01
                ? "less than 0.01 %"
                : String.format(Locale.ROOT, "%.2f %%", percent);
    }

    private static String place(LevelWindowFigure window) {
        return window.session() == null
                ? String.format(Locale.ROOT, "%.3f s to %.3f s", window.fromNs() / NS_PER_S, window.toNs() / NS_PER_S)
                : "session " + window.session();
    }

    private static String window(LevelWindowFigure window) {
        if (window.session() != null) {
            return String.format(
                    Locale.ROOT,
                    "%s of %s stale, %.2f %%",
                    Figures.duration(window.late()),
                    Figures.duration(window.values()),
                    PERCENT * window.late() / window.values());
        }
        @Nullable Long value = window.valueNs();
        return (value == null ? LatencyCell.REFUSED : Figures.duration(value)) + ", "
                + String.format(Locale.ROOT, "%,d late of %,d", window.late(), window.values());
    }

    /** Returns the section for the page; empty without levels. */
    Optional<Section> section() {
        Table table = Columns.of("level", LevelOutcome::level)
                .add("outcome", level -> Cell.text(level.state().word()))
                .add("windows broken", level -> Cell.number(broken(level.figures())))
                .add(
                        "first broken",
                        "run time",
                        level -> Cell.text(windowText(level.figures().first())))
                .add(
                        "worst",
                        "run time",
                        level -> Cell.text(windowText(level.figures().worst())))
                .add("why", level -> Cell.text(level.why()))
                .table(
                        "service-levels",
                        "Service levels",
                        "A level is broken if any window is. Windows start at every nanosecond or tick, and their values are"
                                + " exact. Lost ticks rank above every measured value. The worst window has the largest share of"
                                + " late values. Run time starts at the first intended tick.",
                        levels);
        boolean open = levels.stream().anyMatch(level -> level.state() != LevelState.MET);
        return !any()
                ? Optional.empty()
                : Optional.of(new Section(
                        "service-levels-met",
                        "Service levels",
                        counts(),
                        Section.Form.folded(open),
                        List.of(Block.Tables.of(table))));
    }

    private static String broken(LevelFigures figures) {
        if (figures.windows() == 0) {
            return LatencyCell.NOTHING;
        }
        return figures.worst() != null && figures.worst().session() != null
                ? figures.broken() + " of " + CountText.of(figures.windows(), "session")
                : share(figures);
    }

    private static String windowText(@Nullable LevelWindowFigure window) {
        return window == null ? LatencyCell.NOTHING : place(window) + ": " + window(window);
    }

    /** Writes {@code slo.xml} for build servers: broken is a failure, undecided an error. Deletes it if there are no levels. */
    static void write(List<LevelOutcome> levels, Path file) {
        FileAccess.write(file, () -> {
            if (levels.isEmpty()) {
                Files.deleteIfExists(file);
            } else {
                AtomicFile.write(file, of(levels).text());
            }
        });
    }

    private static JUnitSuite of(List<LevelOutcome> levels) {
        return new JUnitSuite(
                "t2q service levels",
                "slo",
                levels.stream().map(ServiceLevelTables::testCase).toList());
    }

    private static Case testCase(LevelOutcome level) {
        String type = level.state().word().toUpperCase(Locale.ROOT);
        return switch (level.state()) {
            case MET -> Case.passed(level.level());
            case BROKEN -> new Case(level.level(), Outcome.FAILURE, type, ServiceLevelTables.describe(level));
            case UNDECIDED -> new Case(level.level(), Outcome.ERROR, type, ServiceLevelTables.describe(level));
        };
    }
}
