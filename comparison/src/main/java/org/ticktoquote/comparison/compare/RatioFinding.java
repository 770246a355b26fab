package org.ticktoquote.comparison.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.report.table.IntervalText;

/**
 * Ratio of a figure to the baseline's, with its interval over the runs.
 *
 * @param figure name of the figure: {@code p99.9}
 * @param times ratio as text: {@code 0.18}
 * @param low lower end of a 95 % interval; null if there is none
 * @param high upper end of a 95 % interval; null if there is none
 * @param refusal reason why there is no interval; otherwise empty
 */
public record RatioFinding(
        String figure,
        String times,
        @Nullable Double low,
        @Nullable Double high,
        String refusal) {
    private static final double TWO_DECIMALS_BELOW = 9.995;
    private static final double ONE_DECIMAL_BELOW = 99.95;

    private enum Kind {
        LESS,
        MORE,
        ALIKE,
        OPEN
    }

    /** Formats about three significant digits: {@code 0.18}, {@code 12.5}, {@code 1,250}. */
    public static String factor(double value) {
        String form = value < TWO_DECIMALS_BELOW ? "%.2f" : value < ONE_DECIMAL_BELOW ? "%.1f" : "%,.0f";
        return String.format(Locale.ROOT, form, value);
    }

    /** Formats an interval: {@code (0.05 to 0.73)}. */
    public static String range(double low, double high) {
        return "(" + factor(low) + " to " + factor(high) + ")";
    }

    /**
     * Returns whether two results lost the same: equal shares, or equal counts of totals so close that the shares differ
     * by less than their rounding.
     */
    public static boolean isSameLoss(long lost, long total, long otherLost, long otherTotal) {
        double one = (double) lost * otherTotal;
        double other = (double) otherLost * total;
        return one == other
                || lost == otherLost
                        && IntervalText.share((double) lost / total)
                                .equals(IntervalText.share((double) otherLost / otherTotal));
    }

    private Kind kind() {
        if (low == null || high == null) {
            return Kind.OPEN;
        }
        return high < 1 ? Kind.LESS : low > 1 ? Kind.MORE : Kind.ALIKE;
    }

    private String text(boolean first, String baseline) {
        return figure + " " + times + (first ? " of " + baseline : "")
                + (low == null || high == null ? "" : " " + range(low, high));
    }

    /**
     * Returns one sentence about all figures: first the lower ones, then the higher, the indistinguishable and the not
     * established ones.
     *
     * @param findings one or more findings
     */
    public static String sentence(String name, String baseline, List<RatioFinding> findings) {
        List<String> parts = new ArrayList<>();
        String less = joined(findings, Kind.LESS, baseline, parts);
        if (!less.isEmpty()) {
            parts.add(less);
        }
        String more = joined(findings, Kind.MORE, baseline, parts);
        if (!more.isEmpty()) {
            parts.add((less.isEmpty() ? "" : "at the cost of ") + more);
        }
        String alike = findings.stream()
                .filter(one -> one.kind() == Kind.ALIKE)
                .map(RatioFinding::figure)
                .collect(Collectors.joining(", "));
        if (!alike.isEmpty()) {
            parts.add("not told apart from " + baseline + " at " + alike);
        }
        String open = joined(findings, Kind.OPEN, baseline, parts);
        if (!open.isEmpty()) {
            parts.add(open + ", not established: " + reasons(findings));
        }
        return name + ": " + String.join("; ", parts) + ".";
    }

    /** Joins the findings of a kind; names the baseline only in the first part of the sentence. */
    private static String joined(List<RatioFinding> findings, Kind kind, String baseline, List<String> before) {
        List<String> texts = new ArrayList<>();
        for (RatioFinding one : findings) {
            if (one.kind() == kind) {
                texts.add(one.text(before.isEmpty() && texts.isEmpty(), baseline));
            }
        }
        return String.join(", ", texts);
    }

    private static String reasons(List<RatioFinding> findings) {
        return findings.stream()
                .filter(one -> one.kind() == Kind.OPEN)
                .map(RatioFinding::refusal)
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
