package org.ticktoquote.host.pingpong;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.core.command.DurationText;

/** A ping-pong as text for a terminal: every figure with name, unit, population and count. */
public final class PingpongText {
    /** What was found elsewhere, to have something to compare with. */
    static final String PUBLISHED = "published: round trip over an on-board adapter 60 us with interrupt coalescing,"
            + " 25..30 us without, at the price of CPU";

    static final String UNSUPPORTED = "* unsupported: fewer than 10 episodes lie beyond it";

    private final List<String> lines = new ArrayList<>();
    private boolean unsupported;

    private PingpongText() {}

    /** The lines of a result, at most 120 columns wide. */
    public static List<String> of(PingpongResult result) {
        PingpongText text = new PingpongText();
        text.head(result);
        result.passes().forEach(text::pass);
        text.lines.add("");
        text.lines.add(PUBLISHED);
        if (text.unsupported) {
            text.lines.add(UNSUPPORTED);
        }
        return text.lines;
    }

    private void add(String form, Object... values) {
        lines.add(String.format(Locale.ROOT, form, values).stripTrailing());
    }

    /** How it was measured: {@code udp, open loop, 1,000 messages/s}. */
    static String loop(PingpongResult result) {
        String rate = result.ratePerSecond() == 0
                ? "one message at a time"
                : String.format(Locale.ROOT, "%,d messages/s", result.ratePerSecond());
        return result.transport() + ", " + result.loop() + " loop, " + rate;
    }

    private void head(PingpongResult result) {
        add("%s, reception %s", loop(result), result.reception());
        add("server %s: %s", result.server(), result.serverSays());
        result.troubles().forEach(trouble -> add("not granted: %s", trouble));
        add("");
        add(
                "%-22s %9s %6s %9s %9s %9s %9s %9s %9s %5s",
                "", "count", "lost", "p50", "p90", "p99", "p99.9", "p99.99", "max", "CPU");
    }

    private void pass(PassResult pass) {
        pass.latencies().forEach((name, figures) -> row(pass, name, figures));
        if (pass.duplicates() > 0) {
            add("%,d replies came again", pass.duplicates());
        }
        if (pass.early() > 0) {
            add("%,d replies came before their message was sent: this server cannot be measured", pass.early());
        }
    }

    private void row(PassResult pass, String name, LatencyFigures figures) {
        List<String> cells = new ArrayList<>();
        figures.percentiles().values().forEach(figure -> cells.add(cell(figure)));
        boolean trip = name.equals("round trip");
        add(
                "%-22s %,9d %,6d %9s %9s %9s %9s %9s %9s %5s",
                String.format(Locale.ROOT, "%,d bytes %s", pass.bytes(), name),
                figures.measured() + figures.censored(),
                figures.censored(),
                cells.get(0),
                cells.get(1),
                cells.get(2),
                cells.get(3),
                cells.get(4),
                figures.measured() == 0 ? "-" : bound(figures.max()),
                trip ? String.format(Locale.ROOT, "%.0f %%", pass.cpuPercent()) : "");
    }

    private String cell(PercentileFigure figure) {
        unsupported |= figure.low() != null && !figure.supported();
        return figure(figure);
    }

    /** A percentile; a star where it is unsupported. */
    static String figure(PercentileFigure figure) {
        return figure.low() == null ? "-" : bound(figure.high()) + (figure.supported() ? " " : "*");
    }

    /** A value; one that is refused lies among the lost. */
    static String bound(@Nullable Long ns) {
        return ns == null ? "lost" : DurationText.format(ns);
    }
}
