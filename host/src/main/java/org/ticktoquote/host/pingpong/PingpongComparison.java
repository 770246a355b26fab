package org.ticktoquote.host.pingpong;

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
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;
import org.ticktoquote.report.table.TextTable;

/** Compares two ping-pong results: their setups, and the latencies, losses and CPU time per message size. */
public final class PingpongComparison {
    private final PingpongResult before;
    private final PingpongResult after;
    private final List<String> lines = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private boolean unsupported;

    private PingpongComparison(PingpongResult before, PingpongResult after) {
        this.before = before;
        this.after = after;
    }

    /** Returns the lines of the comparison. Rejects results without a common message size. */
    public static List<String> of(PingpongResult before, PingpongResult after) {
        PingpongComparison comparison = new PingpongComparison(before, after);
        comparison.causes();
        comparison.effects();
        comparison.lines.add("");
        comparison.lines.add(PingpongResult.PUBLISHED);
        if (comparison.unsupported) {
            comparison.lines.add("* unsupported in A or B: fewer than 10 independent messages lie beyond it");
        }
        return comparison.lines;
    }

    private void add(String form, Object... values) {
        lines.add(String.format(Locale.ROOT, form, values).stripTrailing());
    }

    private void causes() {
        add("A %s: %s", before.startedAt(), before.description());
        add("B %s: %s", after.startedAt(), after.description());
        List<String> causes = Stream.concat(
                        Stream.of(
                                        difference("reception", before.reception(), after.reception()),
                                        difference("server", host(before), host(after)),
                                        difference("server reports", before.serverSays(), after.serverSays()))
                                .flatMap(Optional::stream),
                        before.host().differences(after.host()).stream())
                .toList();
        add("%s", causes.isEmpty() ? "nothing else is known to differ" : "what differs:");
        causes.forEach(cause -> add("  %s", cause));
        add("");
    }

    /** Omits the port, which differs for every local server. */
    private static String host(PingpongResult result) {
        return result.server().replaceFirst(":[0-9]+$", "");
    }

    private static Optional<String> difference(String name, String a, String b) {
        return a.equals(b) ? Optional.empty() : Optional.of(name + ": " + a + " in A, " + b + " in B");
    }

    private void effects() {
        int common = 0;
        for (PassResult a : before.passes()) {
            for (PassResult b : after.passes()) {
                if (a.bytes() == b.bytes()) {
                    common++;
                    pass(a, b);
                }
            }
        }
        if (common == 0) {
            throw Problem.ofFault("the two results have no message size in common")
                    .exception();
        }
        lines.addAll(TextTable.lines(Table.of("", Column.all("A", "B", "change"), rows)));
    }

    private void pass(PassResult a, PassResult b) {
        Map<String, LatencyFigures> others = b.latencies();
        a.latencies().forEach((name, figures) -> {
            if (others.containsKey(name) && !name.equals(PassResult.SEND_LAG)) {
                String title = String.format(Locale.ROOT, "%,d bytes %s", a.bytes(), name);
                latency(title, figures, Objects.requireNonNull(others.get(name)));
            }
        });
        String size = String.format(Locale.ROOT, "%,d bytes ", a.bytes());
        count(size + "lost", a.lost(), b.lost());
        rows.add(Row.numbers(size + "CPU", percent(a.cpuPercent()), percent(b.cpuPercent()), ""));
    }

    private void count(String name, long a, long b) {
        if (a != 0 || b != 0) {
            rows.add(Row.of(name, "", List.of(Cell.count(a), Cell.count(b), Cell.BLANK)));
        }
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.0f %%", value);
    }

    private void latency(String title, LatencyFigures a, LatencyFigures b) {
        Map<String, PercentileFigure> others = b.percentiles();
        a.percentiles().forEach((name, figure) -> {
            PercentileFigure other = Objects.requireNonNull(others.get(name));
            boolean supported = figure.supported() && other.supported();
            unsupported |= !supported;
            row(title + " " + name.replace('_', '.') + (supported ? "" : "*"), figure.high(), other.high());
        });
        row(title + " max", a.max(), b.max());
    }

    private void row(String name, @Nullable Long a, @Nullable Long b) {
        String change =
                a == null || b == null || a == 0 ? "" : String.format(Locale.ROOT, "%+.0f %%", 100.0 * (b - a) / a);
        rows.add(Row.numbers(name, PingpongResult.bound(a), PingpongResult.bound(b), change));
    }
}
