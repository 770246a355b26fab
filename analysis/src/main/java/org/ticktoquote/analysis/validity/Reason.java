package org.ticktoquote.analysis.validity;

/**
 * Reason why a run is not VALID.
 *
 * @param rule stable name of the rule, documented in docs/measures.md
 * @param value measured
 * @param limit exceeded
 * @param text for users, one sentence with units
 * @param verdict of this reason alone
 */
public record Reason(String rule, double value, double limit, String text, Verdict verdict) {}
