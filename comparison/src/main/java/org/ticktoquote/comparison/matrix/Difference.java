package org.ticktoquote.comparison.matrix;

/**
 * Fact about host, JVM or processes in which a case differs from the baseline, or from the case before a change.
 *
 * @param fact its name
 * @param baseline values of the baseline's runs, or of the case before the change; empty if they have none
 * @param here values of the case's runs; empty if they have none
 */
public record Difference(String fact, String baseline, String here) {}
