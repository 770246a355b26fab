package org.ticktoquote.host.graph;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.ticktoquote.report.plot.Axes;
import org.ticktoquote.report.plot.Svg;

/**
 * SVG drawing of boxes in rows, with wake-ups as lines whose width grows with their rate. Boxes and lines on the path
 * from network adapter to network adapter are orange. Narrow enough for a phone.
 */
public final class BoxPicture {
    private static final int WIDTH = 400;
    private static final int ACROSS = 3;
    private static final int BOX = 124;
    private static final int LINE = 13;
    private static final int GAP_X = 12;
    private static final int GAP_Y = 40;
    private static final int MARGIN = 4;
    private static final int MAX_WAKES = 60;
    private static final int MAX_LABEL_LENGTH = 22;
    private static final double MAX_LINE_WIDTH = 6;
    private static final String PATH = "#d9480f";
    private static final String OTHER = "#868e96";
    private static final String TEXT = "#212529";

    /**
     * A box.
     *
     * @param name box name, unique in the picture
     * @param lines text lines below the name
     */
    public record Box(String name, List<Line> lines, boolean onPath) {}

    /** A line of text in a box. */
    public record Line(String text, boolean onPath) {}

    /**
     * Boxes side by side, at most three; further boxes follow below.
     *
     * @param heading title of the row; can be empty
     */
    public record Row(String heading, List<Box> boxes) {}

    private record Place(Box box, int x, int y, int height) {}

    private final Map<String, Place> places = new LinkedHashMap<>();
    private final Map<String, Integer> headings = new LinkedHashMap<>();
    private int y = GAP_Y / 2; // space for the lines between boxes of the first row, which run above the boxes

    private final Svg svg;

    private BoxPicture(String label, List<Row> rows) {
        rows.forEach(this::place);
        svg = Svg.of(
                WIDTH,
                y - GAP_Y + MARGIN,
                label,
                "width",
                String.valueOf(2 * WIDTH),
                "style",
                "max-width:100%;height:auto",
                "font-size",
                "10");
        headings.forEach((heading, top) -> text(MARGIN, top, OTHER, heading));
    }

    /**
     * Returns the drawing as SVG, with escaped texts.
     *
     * @param rates wake-ups per second, by the names of waker and woken box
     */
    public static String svg(String label, List<Row> rows, Map<List<String>, Double> rates) {
        BoxPicture picture = new BoxPicture(label, rows);
        double most = rates.values().stream().mapToDouble(rate -> rate).max().orElse(1);
        rates.entrySet().stream()
                .filter(each -> !each.getKey().get(0).equals(each.getKey().get(1))
                        && picture.places.keySet().containsAll(each.getKey()))
                .sorted(Map.Entry.<List<String>, Double>comparingByValue()
                        .reversed()
                        .thenComparing(each -> String.join("\n", each.getKey())))
                .limit(MAX_WAKES)
                .forEach(each -> picture.draw(
                        Objects.requireNonNull(picture.places.get(each.getKey().get(0))),
                        Objects.requireNonNull(picture.places.get(each.getKey().get(1))),
                        each.getValue(),
                        0.6 + MAX_LINE_WIDTH * Math.sqrt(each.getValue() / most)));
        picture.places.values().forEach(picture::draw);
        return picture.svg.end();
    }

    private void place(Row row) {
        if (!row.heading.isEmpty()) {
            headings.put(row.heading, y + LINE);
            y += 2 * LINE;
        }
        for (int from = 0; from < row.boxes.size(); from += ACROSS) {
            List<Box> part = row.boxes.subList(from, Math.min(row.boxes.size(), from + ACROSS));
            int x = (WIDTH - part.size() * BOX - (part.size() - 1) * GAP_X) / 2;
            int highest = 0;
            for (Box box : part) {
                int height = LINE * (box.lines.size() + 1) + LINE / 2;
                places.put(box.name, new Place(box, x, y, height));
                x += BOX + GAP_X;
                highest = Math.max(highest, height);
            }
            y += highest + GAP_Y;
        }
    }

    /** Draws a line between two boxes. Upward lines are slightly to the right of downward lines. */
    private void draw(Place from, Place to, double rate, double width) {
        boolean down = to.y > from.y;
        int aside = BOX / 2 + (down ? -8 : 8);
        int y1 = down ? from.y + from.height : from.y;
        int y2 = down || to.y == from.y ? to.y : to.y + to.height;
        int bend = (down ? 1 : -1) * GAP_Y / 2;
        String colour = from.box.onPath && to.box.onPath ? PATH : OTHER;
        svg.titled(
                String.format(Locale.ROOT, "%s wakes %s %.0f times a second", from.box.name, to.box.name, rate),
                "path",
                "d",
                String.format(
                        Locale.ROOT,
                        "M%d %dC%1$d %d %d %d %4$d %d",
                        from.x + aside,
                        y1,
                        y1 + bend,
                        to.x + aside,
                        y2 - (to.y == from.y ? -bend : bend),
                        y2),
                "style",
                String.format(Locale.ROOT, "fill:none;stroke:%s;stroke-width:%.1f;stroke-opacity:0.6", colour, width));
    }

    private void draw(Place place) {
        boolean onPath = place.box.onPath;
        String colours = onPath ? "fill:#fff4e6;stroke:" + PATH : "fill:#f8f9fa;stroke:" + OTHER;
        svg.rect("box", place.x, place.y, BOX, place.height, place.box.name, "rx", "5", "style", colours);
        int down = place.y + LINE;
        text(place.x + MARGIN, down, TEXT + ";font-weight:bold", place.box.name);
        for (Line line : place.box.lines) {
            down += LINE;
            text(place.x + MARGIN, down, line.onPath ? PATH : TEXT, line.text);
        }
    }

    private void text(int x, int down, String fill, String text) {
        svg.text(x, down, "start", x > MARGIN ? Axes.shortened(text, MAX_LABEL_LENGTH) : text, "style", "fill:" + fill);
    }
}
