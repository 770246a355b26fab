package org.ticktoquote.comparison.matrix;

/**
 * Fact about host, JVM or processes in which a case differs from the baseline, or from the case before a change.
 *
 * @param fact name of the fact
 * @param baseline values in the runs of the baseline, or of the case before the change; can be empty
 * @param here values in the runs of the case; can be empty
 */
public record Difference(String fact, String baseline, String here) {}
