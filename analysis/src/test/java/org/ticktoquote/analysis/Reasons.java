package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;

/** Reasons for the verdict on a run. */
final class Reasons {
    private Reasons() {}

    static List<String> rules(Summary summary) {
        return summary.findings().reasons().stream().map(Reason::rule).toList();
    }

    /** Asserts the verdict and all rules that led to it. */
    static void assertVerdict(Summary summary, Verdict verdict, String... rules) {
        assertThat(rules(summary)).as("%s", summary.findings()).containsExactly(rules);
        assertThat(summary.findings().validity()).as("%s", summary.findings()).isEqualTo(verdict);
    }

    /** Returns the only reason of a rule. */
    static Reason reason(Summary summary, String rule) {
        List<Reason> found = summary.findings().reasons().stream()
                .filter(reason -> reason.rule().equals(rule))
                .toList();
        assertThat(found).as("%s in %s", rule, rules(summary)).hasSize(1);
        return found.get(0);
    }
}
