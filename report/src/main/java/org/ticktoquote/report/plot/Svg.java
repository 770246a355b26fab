package org.ticktoquote.report.plot;

import java.util.Locale;

/** Builder of an SVG picture. Escapes all text. */
public final class Svg {
    /** Tenths of smaller numbers fit into a long. */
    private static final double EXACT = 1e15;

    private final StringBuilder content = new StringBuilder();

    private Svg() {}

    /** Creates a picture for a file, with a size in pixels and a white background. The title is for screen readers. */
    public static Svg file(int width, int height, String title) {
        Svg svg = new Svg();
        svg.content.append(String.format(
                Locale.ROOT,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\""
                        + " viewBox=\"0 0 %1$d %2$d\" width=\"%1$d\" height=\"%2$d\" role=\"img\""
                        + " font-family=\"system-ui, &#39;Liberation Sans&#39;, Arial, sans-serif\" font-size=\"12\">\n",
                width,
                height));
        svg.content.append("<title>").append(escaped(title)).append("</title>\n");
        svg.element("rect", "width", "100%", "height", "100%", "fill", "#ffffff");
        return svg;
    }

    /** Creates an element of a page, whose style sheet defines colours and fonts. The label is for screen readers. */
    public static Svg of(int width, int height, String label, String... attributes) {
        Svg svg = new Svg();
        svg.tag("svg", "viewBox", "0 0 " + width + " " + height, "role", "img", "aria-label", label);
        svg.attributes(attributes);
        svg.content.append(">\n");
        return svg;
    }

    /** Formats a number with one decimal for an attribute. */
    public static String number(double value) {
        if (!(Math.abs(value) < EXACT)) {
            return String.format(Locale.ROOT, "%.1f", value);
        }
        long tenths = Math.round(Math.abs(value) * 10);
        return (value < 0 && tenths > 0 ? "-" : "") + tenths / 10 + '.' + tenths % 10;
    }

    /** Adds an element without content. Attributes alternate between names and values. */
    public void element(String name, String... attributes) {
        tag(name, attributes);
        content.append("/>\n");
    }

    /** Opens an element, which {@link #close} ends. Attributes alternate between names and values. */
    public void open(String name, String... attributes) {
        tag(name, attributes);
        content.append(">\n");
    }

    /** Adds a path with a CSS class. No effect if the path is empty. */
    public void path(String style, String path) {
        if (!path.isEmpty()) {
            element("path", "class", style, "d", path);
        }
    }

    /** Adds a rectangle with a CSS class. The title is a tooltip and can be empty. */
    public void rect(
            String style, double x, double y, double width, double height, String title, String... attributes) {
        tag("rect", "class", style, "x", number(x), "y", number(y), "width", number(width), "height", number(height));
        attributes(attributes);
        content.append("><title>").append(escaped(title)).append("</title></rect>\n");
    }

    /** Adds an element with a tooltip. */
    public void titled(String title, String name, String... attributes) {
        tag(name, attributes);
        content.append("><title>")
                .append(escaped(title))
                .append("</title></")
                .append(name)
                .append(">\n");
    }

    /** Adds a text that is vertically centred at {@code y}. */
    public void label(double x, double y, String anchor, String text) {
        text(x, y, anchor, text, "dy", "4");
    }

    /** Adds a text that is vertically centred at {@code y}, with a tooltip. */
    public void label(double x, double y, String anchor, String text, String title) {
        content.append("<text x=\"").append(number(x)).append("\" y=\"").append(number(y));
        content.append("\" dy=\"4\" text-anchor=\"")
                .append(anchor)
                .append("\">")
                .append(escaped(text));
        content.append("<title>").append(escaped(title)).append("</title></text>\n");
    }

    public void close(String name) {
        content.append("</").append(name).append(">\n");
    }

    public void text(double x, double y, String anchor, String text, String... attributes) {
        tag("text", attributes);
        content.append(" x=\"").append(number(x)).append("\" y=\"").append(number(y));
        content.append("\" text-anchor=\"")
                .append(anchor)
                .append("\">")
                .append(escaped(text))
                .append("</text>\n");
    }

    public void line(double x1, double y1, double x2, double y2, String... attributes) {
        tag("line", attributes);
        content.append(" x1=\"").append(number(x1)).append("\" y1=\"").append(number(y1));
        content.append("\" x2=\"")
                .append(number(x2))
                .append("\" y2=\"")
                .append(number(y2))
                .append("\"/>\n");
    }

    /** Returns the complete picture. No element can be added afterwards. */
    public String end() {
        close("svg");
        return content.toString();
    }

    private void tag(String name, String... attributes) {
        content.append('<').append(name);
        attributes(attributes);
    }

    private void attributes(String... attributes) {
        for (int i = 0; i < attributes.length; i += 2) {
            content.append(' ')
                    .append(attributes[i])
                    .append("=\"")
                    .append(escaped(attributes[i + 1]))
                    .append('"');
        }
    }

    /** Escapes markup. Replaces characters below U+0020, surrogates and noncharacters of the BMP with blanks. */
    public static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(allowed(c) ? c : ' ');
            }
        });
        return escaped.toString();
    }

    private static boolean allowed(int c) {
        return c >= 0x20 && c <= 0xd7ff || c >= 0xe000 && c <= 0xfffd || c >= 0x10000;
    }
}
