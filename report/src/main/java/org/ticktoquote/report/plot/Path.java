package org.ticktoquote.report.plot;

/** A path through points, being written. */
public final class Path {
    private final StringBuilder text = new StringBuilder();

    /** Adds a line to a place; the first one is where the path begins. */
    public Path to(double x, double y) {
        text.append(text.isEmpty() || text.charAt(text.length() - 1) == 'Z' ? 'M' : 'L')
                .append(Svg.number(x))
                .append(',')
                .append(Svg.number(y));
        return this;
    }

    /** Begins again elsewhere. */
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
