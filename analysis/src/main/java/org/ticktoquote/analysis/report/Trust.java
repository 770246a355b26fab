package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.ticktoquote.core.command.DurationText;

/**
 * What of a run's response can be trusted and what cannot, in one sentence.
 *
 * <p>A percentile is trusted where it and all below it have a value and enough independent ticks beyond, and where less than half of it can
 * be the harness. From p99.9 on the harness must also not have stood still in half of the responses beyond it. Ticks that
 * may have been conflated, and whose wait is in no figure, must be no more than a tenth of what lies beyond it.
 */
public final class Trust {
    private static final String TAIL = "p99_9";
    private static final String WIDE =
            "No limit of profile dev was touched, but they are too wide for more than DEGRADED; with this reservation the";

    private final Summary summary;
    private final LatencyFigures response;
    private final Optional<Reason> mismatch;

    private Trust(Summary summary) {
        this.summary = summary;
        this.response = summary.figures().latencies().of(Latency.RESPONSE);
        this.mismatch = summary.findings().mismatch().filter(reason -> reason.verdict() == Verdict.FAILED);
    }

    /** The sentence. */
    public static String sentence(Summary summary) {
        return new Trust(summary).text();
    }

    /** How many of the slowest responses the harness itself may have made slow; empty where there is nothing to say. */
    public static String tail(Summary summary) {
        @Nullable TailFigures tail = summary.execution().selfAudit().tail();
        if (summary.counts().tickOutcomes().unknown() > 0) {
            return "";
        }
        if (tail == null) {
            return "Nobody knows how many of the slowest responses the harness itself delayed: its own stalls are unknown.";
        }
        if (tail.beyondP999() == 0) {
            return "";
        }
        String slowest = Figures.count(tail.beyondP999()) + " slowest responses (beyond p99.9)";
        if (tail.touched() == 0) {
            return "The harness itself delayed none of the " + slowest + ".";
        }
        return "The harness itself was late or paused for "
                + DurationText.format(summary.execution().selfAudit().stallLimitNs()) + " or more in "
                + Figures.count(tail.touched()) + " of the " + slowest
                + (tail.maximumTouched() ? ", also in the slowest of all" : ", but not in the slowest of all")
                + ": their length is not the application's alone.";
    }

    private String text() {
        return switch (summary.findings().validity()) {
            case VOID -> "No figure can be trusted, all are diagnostics only: " + worst(Verdict.VOID);
            case FAILED -> failed() + worst(Verdict.FAILED) + " " + range("The");
            case DEGRADED ->
                range(summary.findings().reasons().isEmpty() ? WIDE : "With the reservations listed below, the");
            case VALID -> range("The");
        };
    }

    /** The worst reason leads, and where that is a declaration that does not hold nobody knows who is wrong. */
    private String failed() {
        return mismatch.isPresent()
                ? "The application or what is declared of it is wrong, and its figures count: "
                : "The application failed, and its figures count: ";
    }

    private String worst(Verdict verdict) {
        return summary.findings().reasons().stream()
                .filter(reason -> reason.verdict() == verdict)
                .findFirst()
                .map(Reason::text)
                .orElse("the reason is not known.");
    }

    /** From the lowest percentile up to the last one that holds. */
    private String range(String start) {
        @Nullable String last = null;
        for (Map.Entry<String, PercentileFigure> level : response.percentiles().entrySet()) {
            List<String> doubts = doubts(level.getKey(), level.getValue());
            if (!doubts.isEmpty()) {
                String why = String.join(", and ", doubts) + ".";
                return last == null
                        ? start + " response cannot be trusted at any percentile: " + why
                        : start + " response can be trusted up to " + last + ", but not from " + name(level.getKey())
                                + " on: " + why;
            }
            last = name(level.getKey()) + " ("
                    + LatencyCell.percentile(response, level.getKey()).text() + ")";
        }
        return start + " response can be trusted up to " + last + ".";
    }

    private List<String> doubts(String level, PercentileFigure figure) {
        List<String> doubts = new ArrayList<>();
        if (response.count() == 0) {
            doubts.add("nothing was measured");
            return doubts;
        }
        mismatch.ifPresent(reason ->
                doubts.add("the declared model does not hold (" + reason.rule() + "), and says which ticks it is of"));
        if (level.compareTo(TAIL) >= 0) {
            harness(summary.execution().selfAudit().tail()).ifPresent(doubts::add);
        }
        @Nullable
        Long share = summary.execution()
                .selfAudit()
                .harnessShare()
                .atMostNs()
                .named()
                .get(level);
        if (share != null && figure.high() != null && 2 * share >= figure.high()) {
            doubts.add("up to " + DurationText.format(share) + " of " + DurationText.format(figure.high())
                    + " can be the harness");
        }
        long unclear = summary.behaviour().model().unchanged().perhapsConflated();
        if (unclear
                > Limits.MOST_UNCLEAR
                        * beyond(level)
                        * (summary.behaviour().model().due().due() + unclear)) {
            doubts.add(Figures.count(unclear)
                    + " ticks x sessions that may have been conflated are not in it (--suppress-unchanged)");
        }
        if (figure.high() == null) {
            String atMost = summary.counts().atMost(Rule.LOST, response.censored());
            doubts.add("it ranks among " + (atMost.isEmpty() ? "the lost" : "those that are lost at most"));
        } else if (!figure.supported()) {
            doubts.add("only " + Figures.count(figure.independent())
                    + (figure.independent() == 1 ? " independent tick lies" : " independent ticks lie") + " beyond "
                    + name(level));
        }
        return doubts;
    }

    private static Optional<String> harness(@Nullable TailFigures tail) {
        if (tail == null) {
            return Optional.of("nobody knows whether the harness itself was late or paused beyond p99.9");
        }
        return tail.beyondP999() > 0 && 2 * tail.touched() >= tail.beyondP999()
                ? Optional.of("the harness itself was late or paused in " + Figures.count(tail.touched()) + " of the "
                        + Figures.count(tail.beyondP999()) + " responses beyond p99.9")
                : Optional.empty();
    }

    /** The share of values that lie beyond a percentile. */
    private static double beyond(String level) {
        return 1 - Double.parseDouble(name(level).substring(1)) / 100;
    }

    private static String name(String level) {
        return level.replace('_', '.');
    }
}
