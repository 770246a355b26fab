package org.ticktoquote.report.plot;

/** The name of a case beside a plot, where there is room for so many letters. */
public final class PlotName {
    private static final int MOST = 24;

    private PlotName() {}

    public static String of(String name) {
        return name.length() <= MOST ? name : name.substring(0, MOST - 1) + "…";
    }
}
