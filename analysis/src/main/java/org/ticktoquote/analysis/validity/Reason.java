package org.ticktoquote.analysis.validity;

/**
 * Reason why a run is not VALID.
 *
 * @param rule stable name of the rule, documented in docs/measures.md
 * @param value measured value
 * @param limit limit that the value exceeds
 * @param text one sentence for users, with units
 * @param verdict verdict that this reason alone would give
 */
public record Reason(String rule, double value, double limit, String text, Verdict verdict) {
    /** Returns the exceeded limit for users; empty for a rule that only holds or not. */
    public String limitText() {
        boolean flag = limit == 0 && Limits.unit(rule).isEmpty();
        return flag ? "" : Limits.text(rule, limit);
    }

    /** Returns the sentence with the exceeded limit. */
    public String sentence() {
        return limitText().isEmpty() ? text : text + " Limit: " + limitText() + ".";
    }
}
