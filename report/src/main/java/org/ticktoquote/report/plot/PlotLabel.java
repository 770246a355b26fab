package org.ticktoquote.report.plot;

/** A label of an axis, and where along it, in pixels. */
public record PlotLabel(String at, String text) {}
