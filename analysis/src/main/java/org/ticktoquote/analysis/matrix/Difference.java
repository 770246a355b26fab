package org.ticktoquote.analysis.matrix;

/**
 * A fact about host, JVM or processes in which a case is not as the baseline, or as the case before a change.
 *
 * @param fact its name
 * @param baseline values of the baseline's runs, or of the case before the change; empty where they have none
 * @param here values of the case's runs; empty where they have none
 */
public record Difference(String fact, String baseline, String here) {}
