package org.ticktoquote.analysis.report;

/** The name of a case beside a plot, where there is room for so many letters. */
final class PlotName {
    private static final int MOST = 24;

    private PlotName() {}

    static String of(String name) {
        return name.length() <= MOST ? name : name.substring(0, MOST - 1) + "…";
    }
}
