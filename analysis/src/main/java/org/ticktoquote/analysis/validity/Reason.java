package org.ticktoquote.analysis.validity;

/**
 * Why a run is not VALID.
 *
 * @param rule stable name of the rule, documented in docs/measures.md
 * @param value measured
 * @param limit that it passed
 * @param text for people, one sentence with units
 * @param verdict that this reason alone leads to
 */
public record Reason(String rule, double value, double limit, String text, Verdict verdict) {}
