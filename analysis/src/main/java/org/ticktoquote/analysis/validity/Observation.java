package org.ticktoquote.analysis.validity;

/**
 * What a rule found.
 *
 * @param rule its name
 * @param value in the rule's unit
 * @param text one sentence for people
 */
public record Observation(String rule, double value, String text) {}
