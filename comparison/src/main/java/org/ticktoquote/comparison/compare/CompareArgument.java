package org.ticktoquote.comparison.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.files.ComparedLatency;
import org.ticktoquote.analysis.files.RunFigures;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.PercentileBound;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.compare.Compared.Figure;
import org.ticktoquote.comparison.compare.Compared.Kind;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.GatedRun.Standing;
import org.ticktoquote.comparison.gate.runs.RunFinder;
import org.ticktoquote.comparison.matrix.CaseCurve;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.comparison.matrix.CountedRun;
import org.ticktoquote.comparison.matrix.FigureOverRuns;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Argument of a comparison: {@code [NAME=]PATH[#TAG][:UNIT]}.
 *
 * @param name name for users; empty if not given
 * @param tag tag of the lines of an {@code .hlog}; null if not given
 * @param unit unit of the values in the file; null if not given
 */
public record CompareArgument(
        String name,
        Path path,
        @Nullable String tag,
        @Nullable ValueUnit unit) {
    private static final Pattern FILE = Pattern.compile("(.+\\.(?:hlog|hgrm))(?:#([^:]*))?(?::(\\w*))?");
    private static final Pattern NAMED = Pattern.compile("[^=/#]*=");
    private static final Pattern TAGGED = Pattern.compile("\\.(?:hlog|hgrm)#");
    private static final int MAX_NAME_LENGTH = 80;

    /**
     * Parses an argument. Names, paths and tags can contain {@code =}. The name ends at the first {@code =} followed by an
     * existing path. If no path exists, it ends at the first {@code =} before any folder or tag.
     */
    public static CompareArgument parse(String text) {
        Matcher tagged = TAGGED.matcher(text);
        int end = tagged.find() ? tagged.start() : text.length();
        int from = 0;
        do {
            if (isThere(text.substring(from))) {
                return of(text, from);
            }
            from = text.indexOf('=', from) + 1;
        } while (from > 0 && from <= end);
        Matcher named = NAMED.matcher(text);
        return of(text, named.lookingAt() ? named.end() : 0);
    }

    private static boolean isThere(String path) {
        Matcher file = FILE.matcher(path);
        return !path.isEmpty() && Files.exists(Path.of(path)) || file.matches() && Files.exists(Path.of(file.group(1)));
    }

    /** @param from index of the path; 0 without a name */
    private static CompareArgument of(String text, int from) {
        String name = from == 0 ? "" : text.substring(0, from - 1).strip();
        if (from > 0 && (name.isEmpty() || name.length() > MAX_NAME_LENGTH)) {
            throw Problem.ofValue(text)
                    .expected("NAME=PATH with a name of 1 to " + MAX_NAME_LENGTH + " characters")
                    .exception();
        }
        String path = text.substring(from);
        Matcher file = FILE.matcher(path);
        return file.matches() && !Files.exists(Path.of(path))
                ? new CompareArgument(name, Path.of(file.group(1)), tag(text, file), unit(text, file.group(3)))
                : new CompareArgument(name, Path.of(path), null, null);
    }

    private static @Nullable String tag(String text, Matcher file) {
        @Nullable String tag = file.group(2);
        if (tag != null && (tag.isEmpty() || !file.group(1).endsWith(".hlog"))) {
            throw Problem.ofValue(text)
                    .fault(tag.isEmpty() ? "has no tag after '#'" : "has a tag and is not an .hlog file")
                    .expected("FILE.hlog#TAG, as in all.hlog#reads")
                    .exception();
        }
        return tag;
    }

    private static @Nullable ValueUnit unit(String text, @Nullable String unit) {
        if (unit == null) {
            return null;
        }
        return ValueUnit.of(unit)
                .orElseThrow(() -> Problem.ofValue(text)
                        .fault("has the unknown unit '" + unit + "'")
                        .expected("ns, us or ms after the file name")
                        .exception());
    }

    /** Returns whether {@code --tag} applies to this argument. */
    public boolean takesTag() {
        return has(".hlog") && tag == null;
    }

    /** Returns whether {@code --unit} applies to this argument. */
    public boolean takesUnit() {
        return file() && unit == null;
    }

    /** Returns whether it is an HdrHistogram file. */
    public boolean file() {
        return has(".hlog") || has(".hgrm");
    }

    private boolean has(String end) {
        return !Files.isDirectory(path) && path.toString().endsWith(end);
    }

    /** Reads one element, or one per case of a matrix. */
    List<Compared> read(
            ComparedLatency latency,
            @Nullable ValueUnit otherwise,
            @Nullable String otherTag,
            @Nullable LoadLoop loop) {
        if (file()) {
            UserPath.input(path);
            @Nullable ValueUnit asked = unit == null ? otherwise : unit;
            HistogramValues values = has(".hlog")
                    ? HistogramLog.read(path, asked, tag == null ? otherTag : tag, tag != null)
                    : PercentileTable.read(path, asked);
            String end = path.getFileName() + (tag == null ? "" : "#" + tag);
            return List.of(Compared.of(nameOr(end), values, loop == null ? values.loop() : loop));
        }
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw Problem.of(path)
                    .fault("is neither a directory nor an .hlog or .hgrm file")
                    .expected("a run, a matrix, a directory of runs or a HdrHistogram file")
                    .exception();
        }
        UserPath.folder(path);
        Path whole = path.toAbsolutePath().normalize();
        Path matrix = whole.resolve(MatrixRecord.FILE);
        if (!Files.isRegularFile(matrix)) {
            String end = String.valueOf(whole.getFileName());
            return List.of(ComparedRuns.of(nameOr(end), RunFinder.of(path), latency));
        }
        List<Compared> cases = new ArrayList<>();
        for (var one : MatrixRecord.read(matrix).cases()) {
            String title = name.isEmpty() ? one.name() : name + " " + one.name();
            cases.add(ComparedRuns.of(title, RunFinder.ofCase(whole, one.name()), latency));
        }
        return cases;
    }

    private String nameOr(String otherwise) {
        return name.isEmpty() ? otherwise : name;
    }

    /** Combines the runs that count into one element. A single VOID run becomes a diagnostic element. */
    private static final class ComparedRuns {
        private static final double PER_CENT = 100;

        private final ComparedLatency latency;
        private final List<GatedRun> shown;
        private final Kind kind;

        private ComparedRuns(ComparedLatency latency, List<GatedRun> shown, Kind kind) {
            this.latency = latency;
            this.shown = shown;
            this.kind = kind;
        }

        static Compared of(String name, List<GatedRun> given, ComparedLatency latency) {
            List<GatedRun> counted = given.stream().filter(GatedRun::counts).toList();
            boolean diagnostic = given.size() == 1
                    && given.get(0).standing() == Standing.VOID
                    && given.get(0).measured();
            List<GatedRun> shown = diagnostic ? given : counted;
            List<String> leftOut = given.stream()
                    .filter(run -> !shown.contains(run))
                    .map(run -> run.name() + ": " + word(run) + (run.why().isEmpty() ? "" : ", " + run.why()))
                    .toList();
            return new ComparedRuns(latency, shown, diagnostic ? Kind.DIAGNOSTIC : Kind.RUNS).compared(name, leftOut);
        }

        private static String word(GatedRun run) {
            return run.standing() == Standing.VOID ? "VOID" : "left out";
        }

        private Compared compared(String name, List<String> leftOut) {
            List<ClientStatistics> statistics =
                    shown.stream().flatMap(run -> statistics(run).stream()).toList();
            boolean whole = !shown.isEmpty() && statistics.size() == shown.size();
            Map<String, Figure> figures = new LinkedHashMap<>();
            for (ComparedFigure figure : ComparedFigure.values()) {
                figures.put(figure.field(), whole ? figure(figure, statistics) : Figure.of(null));
            }
            return new Compared(
                    name,
                    kind,
                    note(whole),
                    statistics.stream().mapToLong(ClientStatistics::ticks).sum(),
                    statistics.stream().mapToLong(ClientStatistics::lost).sum(),
                    figures,
                    leftOut,
                    curve(name),
                    shown);
        }

        private String note(boolean whole) {
            if (shown.isEmpty()) {
                return "no run counts";
            }
            if (kind == Kind.DIAGNOSTIC) {
                return "VOID, diagnostic only: " + shown.get(0).why();
            }
            String bounds = shown.size() == 1 ? "one run, no bounds" : "bounds from " + shown.size() + " runs";
            String prices = shown.stream().anyMatch(GatedRun::hasTwoBounds)
                    ? "; matched by price: ambiguous ticks count as answered at the latest"
                    : "";
            return (whole ? bounds : "no figures: a FAILED run measured nothing") + prices;
        }

        private Optional<ClientStatistics> statistics(GatedRun run) {
            var known = run.statistics();
            return known == null ? Optional.empty() : latency.of(known.latest());
        }

        private Figure figure(ComparedFigure figure, List<ClientStatistics> runs) {
            if (figure == ComparedFigure.MAX) {
                boolean known = runs.stream().allMatch(run -> run.maxNs() != null);
                return Figure.of(
                        known
                                ? (Long) runs.stream()
                                        .map(ClientStatistics::maxNs)
                                        .filter(Objects::nonNull)
                                        .mapToLong(Long::longValue)
                                        .max()
                                        .orElse(0)
                                : null);
            }
            PercentileBound bound = PercentileBound.of(runs, (PER_CENT - figure.percentile()) / PER_CENT);
            return new Figure(bound.valueNs(), bound.lowNs(), bound.highNs(), bound.supported() && kind == Kind.RUNS);
        }

        /** Returns the median over the runs at each percentile that all of them have. */
        private Curve curve(String name) {
            List<CountedRun> runs = IntStream.range(0, shown.size())
                    .mapToObj(i ->
                            new CountedRun(i + 1, 1, shown.get(i).name(), Verdict.VALID, "", figures(shown.get(i))))
                    .toList();
            CaseCurve median = CaseCurve.of(latency.field(), runs);
            List<CurvePoint> points = new ArrayList<>();
            for (CaseCurve.Point point : median.points()) {
                FigureOverRuns over = point.overRuns();
                @Nullable Long high = over.highNs();
                points.add(new CurvePoint(
                        point.percentile(),
                        high == null ? over.lowNs() : high,
                        over.independent(),
                        over.refused(),
                        over.supported() && kind == Kind.RUNS));
            }
            long lost = shown.stream()
                    .flatMap(run -> statistics(run).stream())
                    .mapToLong(ClientStatistics::lost)
                    .max()
                    .orElse(0);
            String label = shown.size() == 1 ? "one run" : "median of " + shown.size() + " runs";
            return new Curve(name, label, median.count(), lost, points);
        }

        private static @Nullable RunFigures figures(GatedRun run) {
            @Nullable Path directory = run.directory();
            return directory == null || !run.measured() ? null : RunFigures.read(new RunDirectory(directory));
        }
    }
}
