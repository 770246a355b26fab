package org.ticktoquote.comparison.matrix.files;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.comparison.matrix.Bounds;
import org.ticktoquote.comparison.matrix.CaseComparison;
import org.ticktoquote.comparison.matrix.CaseCurve;
import org.ticktoquote.comparison.matrix.CountedRun;
import org.ticktoquote.comparison.matrix.FigureOverRuns;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.AtomicFile;

/**
 * Writes {@code comparison.json}, {@code curves.csv} and the curves of each latency as SVG. If the matrix has a reference,
 * the SVG files are also written in normalised units.
 */
public final class MatrixFiles {
    /** File name of the comparison. */
    public static final String COMPARISON = "comparison.json";
    /** File name of the table of curves. */
    public static final String CURVES = "curves.csv";

    private static final String HEAD = "case,run,figure,percentile,low_ns,high_ns,supported,refused,independent\r\n";
    private static final ObjectWriter WRITER = JsonMapper.builder().build().writer(printer());

    private MatrixFiles() {}

    private static DefaultPrettyPrinter printer() {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        return printer;
    }

    /** Writes each file atomically and returns their names. */
    public static List<String> write(MatrixComparison comparison, Path directory) {
        List<String> names = new ArrayList<>();
        try {
            names.add(COMPARISON);
            AtomicFile.write(directory.resolve(COMPARISON), out -> {
                out.write(WRITER.writeValueAsBytes(comparison));
                out.write('\n');
            });
            names.add(CURVES);
            AtomicFile.write(
                    directory.resolve(CURVES),
                    out -> out.write(table(comparison).getBytes(StandardCharsets.UTF_8)));
            for (String latency : Latency.COMPARED_FIELDS) {
                names.add(picture(comparison, directory, latency, null));
                if (comparison.referenceNs() != null) {
                    names.add(picture(comparison, directory, latency, comparison.referenceNs()));
                }
            }
        } catch (IOException e) {
            throw Problem.of(directory).fault("results cannot be written", e).exception(ExitStatus.ENVIRONMENT, e);
        }
        return names;
    }

    private static String picture(
            MatrixComparison comparison, Path directory, String latency, @Nullable Long referenceNs)
            throws IOException {
        String name = "curves-" + CurvesPicture.file(latency) + (referenceNs == null ? "" : "-normalised") + ".svg";
        String picture = CurvesPicture.of(comparison, latency, referenceNs);
        AtomicFile.write(directory.resolve(name), out -> out.write(picture.getBytes(StandardCharsets.UTF_8)));
        return name;
    }

    /**
     * Returns {@code curves.csv}: every point of every curve, one per line, quoted as in RFC 4180.
     *
     * <p>{@code run} is a run's directory, {@code median} or {@code spread}. The last two cover the runs that count.
     * The spread is from their lowest lower bound to their highest upper bound. {@code high_ns} is empty without an
     * upper bound; if {@code refused}, {@code low_ns} is the largest measured value.
     */
    private static String table(MatrixComparison comparison) {
        StringBuilder lines = new StringBuilder(HEAD);
        for (CaseComparison one : comparison.cases()) {
            for (String latency : Latency.COMPARED_FIELDS) {
                one.attempts().runs().forEach(run -> addRun(one, run, latency, lines));
            }
            one.curves().forEach(curve -> addOverRuns(one, curve, lines));
        }
        return lines.toString();
    }

    private static void addRun(CaseComparison one, CountedRun run, String latency, StringBuilder lines) {
        List<Double> percentiles = run.curve(latency).stream()
                .flatMap(curve -> curve.points().stream())
                .map(CurvePoint::percentile)
                .toList();
        for (double percentile : percentiles) {
            run.point(latency, percentile)
                    .forEach(point -> lines.append(line(one, run.directory(), latency, percentile, point)));
        }
    }

    private static void addOverRuns(CaseComparison one, CaseCurve curve, StringBuilder lines) {
        for (CaseCurve.Point point : curve.points()) {
            FigureOverRuns runs = point.overRuns();
            boolean supported = runs.supported();
            Bounds median = new Bounds(runs.lowNs(), runs.highNs(), runs.refused(), supported, runs.independent());
            boolean allRefused = runs.refusedRuns() == runs.runs();
            Bounds spread = new Bounds(runs.lowestNs(), runs.highestNs(), allRefused, supported, runs.independent());
            lines.append(line(one, "median", curve.latency(), point.percentile(), median));
            lines.append(line(one, "spread", curve.latency(), point.percentile(), spread));
        }
    }

    private static String line(CaseComparison one, String run, String latency, double percentile, Bounds bounds) {
        @Nullable Long highNs = bounds.highNs();
        return Stream.of(
                        one.name(),
                        run,
                        CurvesPicture.file(latency),
                        CurvesPicture.plain(percentile),
                        String.valueOf(bounds.lowNs()),
                        highNs == null ? "" : String.valueOf(highNs),
                        String.valueOf(bounds.supported()),
                        String.valueOf(bounds.refused()),
                        String.valueOf(bounds.independent()))
                .map(MatrixFiles::quoted)
                .collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String quoted(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
