package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TailFigures;
import org.ticktoquote.analysis.validity.Limits;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.report.Figures;

/**
 * Percentiles of a run's headline (the response at the last client) that can be quoted, and the doubts about the next one.
 *
 * <p>A percentile can be quoted if the declared model holds, no lower percentile is in doubt, and it has a value with at least
 * 10 independent episodes beyond it. From p99.9 on, harness delays must overlap less than half of the responses beyond p99.9.
 * Figures omit the waits of possibly conflated ticks, so these must be at most a tenth of the ticks beyond the percentile.
 */
public final class QuotablePercentiles {
    private static final String TAIL = "p99_9";
    private static final String HEADLINE = " at the last client";

    private final Summary summary;
    private final LatencyFigures last;
    private final Optional<Reason> mismatch;
    private final List<String> quoted = new ArrayList<>();
    private final List<Doubt> doubts;
    private final String doubted;

    /** Reasons not to quote a percentile. */
    enum Kind {
        NOTHING,
        MODEL,
        HARNESS,
        CONFLATED,
        LOST,
        FEW
    }

    /** Reason not to quote a percentile; for {@link Kind#FEW} with its number of independent episodes. */
    record Doubt(Kind kind, String text, long independent) {}

    private QuotablePercentiles(Summary summary) {
        this.summary = summary;
        this.last = summary.latencies().of(Latency.LAST_CLIENT);
        this.mismatch = summary.findings().mismatch().filter(reason -> reason.verdict() == Verdict.FAILED);
        List<Doubt> found = List.of();
        String at = "";
        for (Map.Entry<String, PercentileFigure> level : last.percentiles().entrySet()) {
            found = doubts(level.getKey(), level.getValue());
            if (!found.isEmpty()) {
                at = name(level.getKey());
                break;
            }
            quoted.add(name(level.getKey()) + " "
                    + LatencyCell.percentile(last, level.getKey()).text());
        }
        this.doubts = found;
        this.doubted = at;
    }

    static QuotablePercentiles of(Summary summary) {
        return new QuotablePercentiles(summary);
    }

    /** Returns the doubts about the lowest percentile that cannot be quoted; empty if all can. */
    List<Doubt> doubts() {
        return doubts;
    }

    /** Returns the lowest percentile that cannot be quoted; empty if all can. */
    String doubted() {
        return doubted;
    }

    /** Describes how many of the slowest responses overlap with harness delays; empty without such responses. */
    public static String tail(Summary summary) {
        @Nullable TailFigures tail = summary.selfAudit().tail();
        if (summary.counts().tickOutcomes().unknown() > 0
                || !summary.latencies().scheduled()) {
            return "";
        }
        if (tail == null) {
            return "The number of slowest responses delayed by the harness is unknown, as its stalls are unknown.";
        }
        if (tail.beyondP999() == 0) {
            return "";
        }
        String slowest = Figures.count(tail.beyondP999()) + " slowest responses (beyond p99.9)";
        if (tail.touched() == 0) {
            return "Harness delays overlap none of the " + slowest + ".";
        }
        return "Harness delays of "
                + DurationText.format(summary.selfAudit().stallLimitNs()) + " or more overlap "
                + Figures.count(tail.touched()) + " of the " + slowest
                + (tail.maximumTouched() ? ", including the maximum" : ", but not the maximum")
                + ": part of these latencies may be the harness's.";
    }

    /** Describes in one sentence which figures can be quoted. */
    String quotable() {
        return switch (summary.findings().validity()) {
            case VOID -> "All figures are diagnostic only: " + worst(Verdict.VOID);
            case FAILED -> failed() + worst(Verdict.FAILED) + " " + range();
            case DEGRADED -> "With the reservations listed below, " + lower(range());
            case VALID -> range();
        };
    }

    /**
     * Returns the words before the worst reason. If the declared model does not hold, the declaration may be wrong,
     * not the application.
     */
    private String failed() {
        return mismatch.isPresent()
                ? "The application or its declaration is wrong (its figures still count): "
                : "The application failed (its figures still count): ";
    }

    /** Explains why no further figure can be quoted; empty for a VOID run. */
    String limit() {
        if (summary.findings().validity() == Verdict.VOID) {
            return "";
        }
        if (doubts.isEmpty()) {
            return "No percentile beyond " + name(highest()) + " is reported. The maximum is a single tick.";
        }
        return (quoted.isEmpty() ? "Not " + doubted + ": " : "Not " + doubted + " and beyond: ")
                + doubts.stream().map(Doubt::text).collect(Collectors.joining(", and ")) + ".";
    }

    private String highest() {
        return last.percentiles().keySet().stream()
                .reduce((one, higher) -> higher)
                .orElseThrow();
    }

    private String worst(Verdict verdict) {
        return summary.findings().reasons().stream()
                .filter(reason -> reason.verdict() == verdict)
                .findFirst()
                .map(Reason::text)
                .orElse("the reason is unknown.");
    }

    /** Lists the percentiles that can be quoted, the lowest first. */
    private String range() {
        return quoted.isEmpty()
                ? "No percentile of the " + headline() + " can be quoted."
                : "The " + headline() + " can be quoted: " + String.join(", ", quoted) + ".";
    }

    /** Returns the name of the headline: the service for a capture, which has no schedule. */
    private String headline() {
        return (summary.latencies().scheduled() ? "response" : "service") + HEADLINE;
    }

    private static String lower(String sentence) {
        return Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1);
    }

    private List<Doubt> doubts(String level, PercentileFigure figure) {
        List<Doubt> found = new ArrayList<>();
        if (last.count() == 0) {
            found.add(new Doubt(Kind.NOTHING, "nothing was measured", 0));
            return found;
        }
        mismatch.ifPresent(reason -> found.add(new Doubt(
                Kind.MODEL,
                "the declared model does not hold (" + reason.rule() + "), and it determines the due ticks",
                0)));
        if (level.compareTo(TAIL) >= 0) {
            String text = TailFigures.doubt(
                    summary.selfAudit().tail(), summary.latencies().scheduled());
            if (!text.isEmpty()) {
                found.add(new Doubt(Kind.HARNESS, text, 0));
            }
        }
        long unclear = summary.model().perhapsConflated();
        if (unclear > Limits.MAX_UNCLEAR * beyond(level) * (summary.model().due() + unclear)) {
            String text = Figures.count(unclear)
                    + " ticks x sessions that can have been conflated are not in it (--suppress-unchanged)";
            found.add(new Doubt(Kind.CONFLATED, text, 0));
        }
        if (figure.high() == null) {
            String atMost = summary.counts().atMost(Rule.LOST, last.censored());
            found.add(new Doubt(
                    Kind.LOST,
                    "it ranks among the " + (atMost.isEmpty() ? "lost ticks" : "ticks that may be lost"),
                    0));
        } else if (!figure.supported()) {
            String text = "only "
                    + CountText.of(figure.independent(), "independent episode lies", "independent episodes lie")
                    + " beyond it, 10 are needed";
            found.add(new Doubt(Kind.FEW, text, figure.independent()));
        }
        return found;
    }

    /** Returns the share of values beyond a percentile. */
    private static double beyond(String level) {
        return 1 - Double.parseDouble(name(level).substring(1)) / 100;
    }

    private static String name(String level) {
        return level.replace('_', '.');
    }
}
