package org.ticktoquote.host.pingpong;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.JsonProblem;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.JsonText;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.host.fingerprint.Fingerprint;
import org.ticktoquote.report.Block.Picture;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.plot.Bars;
import org.ticktoquote.report.plot.Bars.Point;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;
import org.ticktoquote.report.table.TextTable;

/**
 * Result of a ping-pong, as written to its file.
 *
 * @param formatVersion version of the file's format
 * @param startedAt ISO-8601 UTC
 * @param product name and version of t2q
 * @param transport {@code udp} or {@code tcp}
 * @param loop {@code open} or {@code closed}
 * @param ratePerSecond send rate of an open loop; 0 for a closed loop
 * @param server address
 * @param serverSays the server's description of itself
 * @param reception client's receive mode: {@code blocking}, {@code busy-poll} or {@code spin}
 * @param troubles settings that the client's system refused
 * @param passes one per size
 * @param host fingerprint of the client's host
 */
public record PingpongResult(
        int formatVersion,
        String startedAt,
        String product,
        String transport,
        String loop,
        int ratePerSecond,
        String server,
        String serverSays,
        String reception,
        List<String> troubles,
        List<PassResult> passes,
        Fingerprint host) {
    public static final int FORMAT_VERSION = 1;

    /** Published figures for comparison. */
    static final String PUBLISHED = "published: round trip over an on-board adapter 60 us with interrupt coalescing,"
            + " 25..30 us without, at the price of CPU";

    private static final String UNSUPPORTED = "* unsupported: fewer than 10 independent messages lie beyond it";

    /** Positions of the percentiles on an axis of nines: -log10 of the share beyond. */
    private static final List<Double> NINES = List.of(-Math.log10(0.5), 1.0, 2.0, 3.0, 4.0);

    private static final double US_NS = 1e3;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    public PingpongResult {
        Stream.of(startedAt, product, transport, loop, server, serverSays, reception, troubles, passes, host)
                .forEach(field -> Objects.requireNonNull(field, "a field is missing"));
        troubles = List.copyOf(troubles);
        passes = List.copyOf(passes);
    }

    public String json() {
        return JsonText.of(JSON, this);
    }

    /** Reads a result file; rejects other files. */
    public static PingpongResult read(Path file) {
        try {
            @Nullable
            PingpongResult result = JSON.readValue(UserPath.input(file).toFile(), PingpongResult.class);
            if (result == null || result.formatVersion != FORMAT_VERSION) {
                throw Problem.of(file)
                        .expected("a result of t2q host pingpong, format version " + FORMAT_VERSION)
                        .exception(ExitStatus.BAD_INPUT);
            }
            return result;
        } catch (JsonProcessingException e) {
            throw Problem.of(file)
                    .fault("is not a result of t2q host pingpong: " + reason(e))
                    .exception(ExitStatus.BAD_INPUT, e);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
        }
    }

    private static String reason(JsonProcessingException e) {
        return e.getCause() instanceof NullPointerException missing
                ? String.valueOf(missing.getMessage())
                : JsonProblem.of(e, null);
    }

    /** Creates or replaces the file. */
    public void write(OutputFile file) {
        file.write(json() + "\n");
    }

    /** Returns the result as a report. Every figure has a name, unit, population and count. */
    public Report report() {
        List<Picture> plots = new ArrayList<>();
        for (PassResult pass : passes) {
            for (Map.Entry<String, LatencyFigures> latency : pass.latencies().entrySet()) {
                plots.addAll(curve(pass, latency.getKey(), latency.getValue()));
            }
        }
        return Report.ofExperiment(
                "t2q host pingpong",
                List.of(
                        startedAt + ", " + product + ", fingerprint " + host.hash(),
                        "server " + server + ": " + serverSays),
                description() + ", reception " + reception,
                List.of(Section.plain("round trips", List.of(table()), remarks(), plots)));
    }

    private List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        troubles.forEach(trouble -> remarks.add("not granted: " + trouble));
        for (PassResult pass : passes) {
            if (pass.duplicates() > 0) {
                remarks.add(String.format(Locale.ROOT, "%,d replies came again", pass.duplicates()));
            }
            if (pass.early() > 0) {
                remarks.add(String.format(
                        Locale.ROOT,
                        "%,d replies came before their message was sent: this server cannot be measured",
                        pass.early()));
            }
        }
        remarks.add(PUBLISHED);
        boolean unsupported = passes.stream()
                .flatMap(pass -> pass.latencies().values().stream())
                .flatMap(figures -> figures.percentiles().values().stream())
                .anyMatch(figure -> figure.low() != null && !figure.supported());
        if (unsupported) {
            remarks.add(UNSUPPORTED);
        }
        return remarks;
    }

    /** Describes the measurement, as in {@code udp, open loop, 1,000 messages/s}. */
    String description() {
        String rate = ratePerSecond == 0
                ? "one message at a time"
                : String.format(Locale.ROOT, "%,d messages/s", ratePerSecond);
        return transport + ", " + loop + " loop, " + rate;
    }

    /** Returns a table with one row per size and latency. */
    private Table table() {
        List<Row> rows = new ArrayList<>();
        passes.forEach(pass -> pass.latencies().forEach((name, figures) -> rows.add(row(pass, name, figures))));
        return Table.of("", Column.all("count", "lost", "p50", "p90", "p99", "p99.9", "p99.99", "max", "CPU"), rows);
    }

    private static Row row(PassResult pass, String name, LatencyFigures figures) {
        List<Cell> cells = new ArrayList<>(List.of(Cell.count(figures.count()), Cell.count(figures.censored())));
        for (String level : List.of("p50", "p90", "p99", "p99_9", "p99_99")) {
            cells.add(Cell.number(
                    figure(Objects.requireNonNull(figures.percentiles().get(level)))));
        }
        cells.add(Cell.number(figures.measured() == 0 ? "-" : bound(figures.max())));
        cells.add(Cell.number(name.equals("round trip") ? percent(pass.cpuPercent()) : ""));
        return Row.of(String.format(Locale.ROOT, "%,d bytes %s", pass.bytes(), name), "", cells);
    }

    /** Formats a percentile, with a star if it is unsupported. */
    private static String figure(PercentileFigure figure) {
        return figure.low() == null ? "-" : bound(figure.high()) + (figure.supported() ? " " : "*");
    }

    /** Formats a value, or {@code lost} if its rank falls among lost messages. */
    static String bound(@Nullable Long ns) {
        return ns == null ? "lost" : DurationText.format(ns);
    }

    private static List<Picture> curve(PassResult pass, String name, LatencyFigures figures) {
        List<Point> points = new ArrayList<>();
        int place = 0;
        for (PercentileFigure figure : figures.percentiles().values()) {
            Long high = figure.high();
            if (high != null) {
                points.add(new Point(NINES.get(place), high / US_NS));
            }
            place++;
        }
        String caption = String.format(
                Locale.ROOT, "%,d bytes %s: µs, over nines (1 is p90, 2 is p99, 3 is p99.9)", pass.bytes(), name);
        return points.isEmpty() ? List.of() : List.of(Picture.under(caption, Bars.line(caption, points)));
    }

    /** Rows of a comparison. */
    private static final class Changes {
        private final List<Row> rows = new ArrayList<>();
        /** Whether a percentile is unsupported in one of the results. */
        private boolean unsupported;
    }

    /**
     * Compares this result (A) with another one (B): their setups, and the latencies, losses and CPU time per message size.
     * Returns the lines of the comparison. Rejects results without a common message size.
     */
    public List<String> comparedWith(PingpongResult other) {
        Changes changes = new Changes();
        for (PassResult a : passes) {
            other.passes.stream().filter(b -> a.bytes() == b.bytes()).forEach(b -> compare(a, b, changes));
        }
        if (changes.rows.isEmpty()) {
            throw Problem.ofFault("the two results have no message size in common")
                    .exception();
        }
        List<String> lines = new ArrayList<>(
                List.of("A " + startedAt + ": " + description(), "B " + other.startedAt + ": " + other.description()));
        List<String> causes = causes(other);
        lines.add(causes.isEmpty() ? "nothing else is known to differ" : "what differs:");
        causes.forEach(cause -> lines.add("  " + cause.stripTrailing()));
        lines.add("");
        lines.addAll(TextTable.lines(Table.of("", Column.all("A", "B", "change"), changes.rows)));
        lines.add("");
        lines.add(PUBLISHED);
        if (changes.unsupported) {
            lines.add("* unsupported in A or B: fewer than 10 independent messages lie beyond it");
        }
        return lines;
    }

    private List<String> causes(PingpongResult other) {
        return Stream.concat(
                        Stream.of(
                                        difference("reception", reception, other.reception),
                                        difference("server", serverHost(), other.serverHost()),
                                        difference("server reports", serverSays, other.serverSays))
                                .flatMap(Optional::stream),
                        host.differences(other.host).stream())
                .toList();
    }

    /** Omits the port, which differs for every local server. */
    private String serverHost() {
        return server.replaceFirst(":[0-9]+$", "");
    }

    private static Optional<String> difference(String name, String a, String b) {
        return a.equals(b) ? Optional.empty() : Optional.of(name + ": " + a + " in A, " + b + " in B");
    }

    private static void compare(PassResult a, PassResult b, Changes changes) {
        Map<String, LatencyFigures> others = b.latencies();
        a.latencies().forEach((name, figures) -> {
            if (others.containsKey(name) && !name.equals(PassResult.SEND_LAG)) {
                String title = String.format(Locale.ROOT, "%,d bytes %s", a.bytes(), name);
                compare(title, figures, Objects.requireNonNull(others.get(name)), changes);
            }
        });
        String size = String.format(Locale.ROOT, "%,d bytes ", a.bytes());
        if (a.lost() != 0 || b.lost() != 0) {
            changes.rows.add(
                    Row.of(size + "lost", "", List.of(Cell.count(a.lost()), Cell.count(b.lost()), Cell.BLANK)));
        }
        changes.rows.add(Row.numbers(size + "CPU", percent(a.cpuPercent()), percent(b.cpuPercent()), ""));
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.0f %%", value);
    }

    private static void compare(String title, LatencyFigures a, LatencyFigures b, Changes changes) {
        Map<String, PercentileFigure> others = b.percentiles();
        a.percentiles().forEach((name, figure) -> {
            PercentileFigure other = Objects.requireNonNull(others.get(name));
            boolean supported = figure.supported() && other.supported();
            changes.unsupported |= !supported;
            String row = title + " " + name.replace('_', '.') + (supported ? "" : "*");
            changes.rows.add(change(row, figure.high(), other.high()));
        });
        changes.rows.add(change(title + " max", a.max(), b.max()));
    }

    private static Row change(String name, @Nullable Long a, @Nullable Long b) {
        String change =
                a == null || b == null || a == 0 ? "" : String.format(Locale.ROOT, "%+.0f %%", 100.0 * (b - a) / a);
        return Row.numbers(name, bound(a), bound(b), change);
    }
}
