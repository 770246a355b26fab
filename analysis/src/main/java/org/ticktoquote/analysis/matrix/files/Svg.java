package org.ticktoquote.analysis.matrix.files;

import java.util.Locale;

/** Builder of an SVG picture; escapes all text. */
final class Svg {
    private final StringBuilder content = new StringBuilder();

    /** @param title for screen readers */
    Svg(int width, int height, String title) {
        content.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "viewBox",
                "0 0 " + width + " " + height,
                "width",
                String.valueOf(width),
                "height",
                String.valueOf(height),
                "role",
                "img",
                "font-family",
                "system-ui, 'Liberation Sans', Arial, sans-serif",
                "font-size",
                "12");
        content.append("<title>").append(escaped(title)).append("</title>\n");
        element("rect", "width", "100%", "height", "100%", "fill", "#ffffff");
    }

    /** Formats a number for an attribute. */
    static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** Adds an element without content; attributes are name, value, name, value. */
    void element(String name, String... attributes) {
        tag(name, attributes);
        content.append("/>\n");
    }

    /** Opens a group, which {@link #close} ends. */
    void open(String name, String... attributes) {
        tag(name, attributes);
        content.append(">\n");
    }

    void close(String name) {
        content.append("</").append(name).append(">\n");
    }

    void text(double x, double y, String anchor, String text, String... attributes) {
        tag("text", attributes);
        content.append(" x=\"").append(number(x)).append("\" y=\"").append(number(y));
        content.append("\" text-anchor=\"")
                .append(anchor)
                .append("\">")
                .append(escaped(text))
                .append("</text>\n");
    }

    void line(double x1, double y1, double x2, double y2, String... attributes) {
        tag("line", attributes);
        content.append(" x1=\"").append(number(x1)).append("\" y1=\"").append(number(y1));
        content.append("\" x2=\"")
                .append(number(x2))
                .append("\" y2=\"")
                .append(number(y2))
                .append("\"/>\n");
    }

    /** Returns the complete picture. No element can be added afterwards. */
    String end() {
        close("svg");
        return content.toString();
    }

    private void tag(String name, String... attributes) {
        content.append('<').append(name);
        for (int i = 0; i < attributes.length; i += 2) {
            content.append(' ')
                    .append(attributes[i])
                    .append("=\"")
                    .append(escaped(attributes[i + 1]))
                    .append('"');
        }
    }

    /** Replaces control characters, which XML forbids, with blanks. */
    static String escaped(String text) {
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
