package org.ticktoquote.replayer.importing;

/** Text from files as it may be shown on a terminal: of bounded length, without control characters. */
final class Shown {
    private Shown() {}

    static String text(String text, int length) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(length).forEach(c -> append(shown, c));
        return text.codePointCount(0, text.length()) > length ? shown + "..." : shown.toString();
    }

    private static void append(StringBuilder shown, int codePoint) {
        if (Character.isISOControl(codePoint) || Character.getType(codePoint) == Character.FORMAT) {
            shown.append("\\u%04x".formatted(codePoint));
        } else {
            shown.appendCodePoint(codePoint);
        }
    }
}
