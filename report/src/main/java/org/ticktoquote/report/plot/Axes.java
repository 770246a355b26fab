package org.ticktoquote.report.plot;

import java.util.List;
import java.util.function.DoubleFunction;

/** Area of a plot in pixels, with the grid and labels of its axes. */
public record Axes(int left, int right, int top, int bottom) {
    /** A label of an axis and its position on the axis in pixels. */
    public record Label(double at, String text) {
        /** Creates labels for values of an axis. */
        public static List<Label> of(List<Double> values, LogScale scale, DoubleFunction<String> text) {
            return values.stream()
                    .map(value -> new Label(scale.at(value), text.apply(value)))
                    .toList();
        }
    }

    /**
     * Draws the labels of the left axis, each with a horizontal grid line. The line of the label {@code reference} has the
     * CSS class {@code one}.
     */
    public void rows(Svg svg, List<Label> labels, String reference) {
        for (Label label : labels) {
            String y = Svg.number(label.at());
            svg.path(style(label, reference), "M" + left + "," + y + "H" + right);
            svg.label(left - 8, label.at(), "end", label.text());
        }
    }

    /**
     * Draws the labels of the bottom axis, each with a vertical grid line. The line of the label {@code reference} has the
     * CSS class {@code one}.
     */
    public void columns(Svg svg, List<Label> labels, String reference) {
        for (Label label : labels) {
            svg.path(style(label, reference), "M" + Svg.number(label.at()) + "," + top + "V" + bottom);
            svg.text(label.at(), bottom + 17, "middle", label.text());
        }
    }

    private static String style(Label label, String reference) {
        return label.text().equals(reference) ? "one" : "grid";
    }

    /** Shortens a name to a maximum number of characters. */
    public static String shortened(String name, int most) {
        return name.length() <= most ? name : name.substring(0, most - 1) + "\u2026";
    }
}
