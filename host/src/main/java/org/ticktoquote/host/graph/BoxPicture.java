package org.ticktoquote.host.graph;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * SVG drawing of boxes in rows, with wake-ups as lines whose width grows with their rate. Boxes and lines on the path from
 * adapter to adapter are orange. Narrow enough for a phone.
 */
public final class BoxPicture {
    private static final int WIDTH = 400;
    private static final int ACROSS = 3;
    private static final int BOX = 124;
    private static final int LINE = 13;
    private static final int GAP_X = 12;
    private static final int GAP_Y = 40;
    private static final int MARGIN = 4;
    private static final int MOST_WAKES = 60;
    private static final int LONGEST = 22;
    private static final double WIDEST = 6;
    private static final String PATH = "#d9480f";
    private static final String OTHER = "#868e96";

    /**
     * A box.
     *
     * @param name unique in the picture
     * @param lines below the name
     */
    public record Box(String name, List<Line> lines, boolean onPath) {}

    public record Line(String text, boolean onPath) {}

    /**
     * Boxes side by side; continues below if they do not fit.
     *
     * @param heading can be empty
     */
    public record Row(String heading, List<Box> boxes) {}

    private record Place(Box box, int x, int y, int height) {}

    private final Map<String, Place> places = new LinkedHashMap<>();
    private final StringBuilder svg = new StringBuilder();
    private int y = GAP_Y / 2; // lines between boxes of the first row pass above them

    private BoxPicture() {}

    /**
     * Returns the drawing as SVG, with escaped texts.
     *
     * @param rates wake-ups per second, by the names of waker and woken box
     */
    public static String svg(String label, List<Row> rows, Map<List<String>, Double> rates) {
        BoxPicture picture = new BoxPicture();
        rows.forEach(picture::place);
        double most = rates.values().stream().mapToDouble(rate -> rate).max().orElse(1);
        rates.entrySet().stream()
                .filter(each -> !each.getKey().get(0).equals(each.getKey().get(1))
                        && picture.places.keySet().containsAll(each.getKey()))
                .sorted(Map.Entry.<List<String>, Double>comparingByValue()
                        .reversed()
                        .thenComparing(each -> String.join("\n", each.getKey())))
                .limit(MOST_WAKES)
                .forEach(each -> picture.draw(
                        Objects.requireNonNull(picture.places.get(each.getKey().get(0))),
                        Objects.requireNonNull(picture.places.get(each.getKey().get(1))),
                        each.getValue(),
                        0.6 + WIDEST * Math.sqrt(each.getValue() / most)));
        picture.places.values().forEach(picture::draw);
        return "<svg viewBox=\"0 0 " + WIDTH + " " + (picture.y - GAP_Y + MARGIN) + "\" width=\"" + 2 * WIDTH
                + "\" style=\"max-width:100%;height:auto\" role=\"img\" aria-label=\"" + label
                + "\" font-size=\"10\">\n"
                + picture.svg + "</svg>\n";
    }

    private void place(Row row) {
        if (!row.heading.isEmpty()) {
            text(MARGIN, y + LINE, OTHER, "", row.heading);
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

    /** Draws a line between two boxes. Lines upwards are a little to the right of lines downwards. */
    private void draw(Place from, Place to, double rate, double width) {
        boolean down = to.y > from.y;
        int aside = BOX / 2 + (down ? -8 : 8);
        int y1 = down ? from.y + from.height : from.y;
        int y2 = down || to.y == from.y ? to.y : to.y + to.height;
        int bend = (down ? 1 : -1) * GAP_Y / 2;
        svg.append(String.format(
                Locale.ROOT,
                "<path d=\"M%d %dC%1$d %d %d %d %4$d %d\" style=\"fill:none;stroke:%s;stroke-width:%.1f;"
                        + "stroke-opacity:0.6\"><title>%s wakes %s %.0f times a second</title></path>%n",
                from.x + aside,
                y1,
                y1 + bend,
                to.x + aside,
                y2 - (to.y == from.y ? -bend : bend),
                y2,
                from.box.onPath && to.box.onPath ? PATH : OTHER,
                width,
                escaped(from.box.name),
                escaped(to.box.name),
                rate));
    }

    private void draw(Place place) {
        boolean onPath = place.box.onPath;
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\" style=\"fill:%s;stroke:%s\"/>%n",
                place.x,
                place.y,
                BOX,
                place.height,
                onPath ? "#fff4e6" : "#f8f9fa",
                onPath ? PATH : OTHER));
        int down = place.y + LINE;
        text(place.x + MARGIN, down, "#212529", " font-weight=\"bold\"", place.box.name);
        for (Line line : place.box.lines) {
            down += LINE;
            text(place.x + MARGIN, down, line.onPath ? PATH : "#212529", "", line.text);
        }
    }

    private void text(int x, int down, String fill, String more, String text) {
        String shown = text.length() > LONGEST && x > MARGIN ? text.substring(0, LONGEST - 1) + "…" : text;
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" style=\"fill:%s\"%s>%s</text>%n",
                x,
                down,
                fill,
                more,
                escaped(shown)));
    }

    private static String escaped(String text) {
        return text.replaceAll("\\p{Cntrl}", "?")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
