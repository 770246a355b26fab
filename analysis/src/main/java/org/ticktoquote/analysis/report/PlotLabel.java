package org.ticktoquote.analysis.report;

/** A label of an axis, and where along it, in pixels. */
record PlotLabel(String at, String text) {}
