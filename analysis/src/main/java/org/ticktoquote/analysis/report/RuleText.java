package org.ticktoquote.analysis.report;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.validity.Limits;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.table.IntervalText;

/** Formats measured values and limits of rules with units. */
public final class RuleText {
    private static final String SHARE = "of ";
    private static final String PLURAL = "s";
    private static final String PLURAL_OF_SS = "sses";

    private RuleText() {}

    /** Formats a value or limit: {@code 63.5 ms}, {@code 38.5 % of p99 response}, {@code 3 sessions}, {@code yes}. */
    public static String value(String rule, double value) {
        String unit = Limits.unit(rule);
        if (Double.isNaN(value)) {
            return "unknown";
        }
        if (unit.equals("ns")) {
            return DurationText.format(Math.round(value));
        }
        if (unit.startsWith(SHARE)) {
            return IntervalText.share(value) + " " + unit;
        }
        if (unit.isEmpty() && (value == 0 || value == 1)) {
            return value == 0 ? "no" : "yes";
        }
        String number = value == Math.rint(value) ? Figures.count(Math.round(value)) : Figures.number(value);
        return (number + " " + (value == 1 ? singular(unit) : unit)).trim();
    }

    /** Formats the limit that a reason exceeded; empty for a rule that only holds or not. */
    public static String limit(Reason reason) {
        boolean flag = reason.limit() == 0 && Limits.unit(reason.rule()).isEmpty();
        return flag ? "" : value(reason.rule(), reason.limit());
    }

    /** Returns the sentence of a reason, with the exceeded limit. */
    public static String sentence(Reason reason) {
        String limit = limit(reason);
        return limit.isEmpty() ? reason.text() : reason.text() + " Limit: " + limit + ".";
    }

    private static String singular(String unit) {
        return Arrays.stream(unit.split(" "))
                .map(word -> word.endsWith(PLURAL_OF_SS)
                        ? word.substring(0, word.length() - 2)
                        : word.endsWith(PLURAL) ? word.substring(0, word.length() - 1) : word)
                .collect(Collectors.joining(" "));
    }
}
