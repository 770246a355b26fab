package org.ticktoquote.analysis.validity;

/**
 * Value observed for a rule in one run.
 *
 * @param rule its name
 * @param value observed value in the rule's unit
 * @param text one sentence for users
 */
public record Observation(String rule, double value, String text) {}
