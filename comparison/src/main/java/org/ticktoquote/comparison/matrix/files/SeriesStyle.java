package org.ticktoquote.comparison.matrix.files;

import static org.ticktoquote.report.plot.Svg.number;

import java.util.List;
import java.util.Locale;
import org.ticktoquote.report.plot.Svg;

/**
 * Colour and marker of a curve, the same in every picture and in reports. Markers distinguish curves without colours.
 *
 * @param index index of the case among all cases
 */
record SeriesStyle(int index) {
    private static final List<String> COLOURS = List.of(
            "#0072b2", "#d55e00", "#009e73", "#c0609c", "#a68200", "#56309a", "#6b7684", "#0b8a9c", "#7a4419",
            "#16202b");
    /** SVG paths around 0,0. The second ten curves reuse the colours with other shapes. */
    private static final List<String> SHAPES = List.of(
            "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z",
            "M-3.6,-3.6h7.2v7.2h-7.2Z",
            "M0,-4.8L4.6,3.4H-4.6Z",
            "M0,-5.2L5.2,0L0,5.2L-5.2,0Z",
            "M-4,-4L4,4M-4,4L4,-4",
            "M-4.8,0H4.8M0,-4.8V4.8",
            "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z",
            "M-2,-5.6h4v11.2h-4Z",
            "M-2,0a2,2 0 1,0 4,0a2,2 0 1,0 -4,0Z",
            "M-3.6,-3.6h7.2v7.2h-7.2Z");

    private static final List<Integer> LINES = List.of(4, 5);
    private static final List<Integer> HOLLOW = List.of(6, 9);
    private static final int SHIFT = 3;
    private static final String PAPER = "#ffffff";

    String colour() {
        return COLOURS.get(index % COLOURS.size());
    }

    /** Draws the marker at a position. */
    void marker(Svg svg, double x, double y) {
        int shape = (index + SHIFT * (index / SHAPES.size())) % SHAPES.size();
        boolean open = LINES.contains(shape) || HOLLOW.contains(shape);
        svg.element(
                "path",
                "class",
                "marker",
                "transform",
                String.format(Locale.ROOT, "translate(%s,%s)", number(x), number(y)),
                "d",
                SHAPES.get(shape),
                "fill",
                LINES.contains(shape) ? "none" : HOLLOW.contains(shape) ? PAPER : colour(),
                "stroke",
                open ? colour() : PAPER,
                "stroke-width",
                open ? "2" : "1");
    }
}
