package org.ticktoquote.report.plot;

/** Builder of an SVG path. */
public final class Path {
    private final StringBuilder text = new StringBuilder();

    /** Adds a line to a point. The first point starts the path. */
    public Path to(double x, double y) {
        text.append(text.isEmpty() || text.charAt(text.length() - 1) == 'Z' ? 'M' : 'L')
                .append(Svg.number(x))
                .append(',')
                .append(Svg.number(y));
        return this;
    }

    /** Starts a new part of the path at a point. */
    public Path from(double x, double y) {
        text.append('M').append(Svg.number(x)).append(',').append(Svg.number(y));
        return this;
    }

    public Path across(double x) {
        text.append('H').append(Svg.number(x));
        return this;
    }

    public Path up(double y) {
        text.append('V').append(Svg.number(y));
        return this;
    }

    public Path close() {
        text.append('Z');
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
