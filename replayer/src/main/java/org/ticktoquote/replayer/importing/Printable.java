package org.ticktoquote.replayer.importing;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes text from files printable on a terminal. Limits its length and escapes invisible characters. */
final class Printable {
    /** Replacement character of decoders for invalid bytes. */
    private static final int NO_CHARACTER = 0xFFFD;

    private static final Set<Integer> UNSEEN = Stream.of(
                    Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR)
            .map(Byte::intValue)
            .collect(Collectors.toSet());

    private Printable() {}

    static String text(String text, int length) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(length).forEach(c -> append(shown, c));
        return text.codePointCount(0, text.length()) > length ? shown + "..." : shown.toString();
    }

    private static void append(StringBuilder shown, int codePoint) {
        if (UNSEEN.contains(Character.getType(codePoint)) || codePoint == NO_CHARACTER) {
            shown.append(String.format(Locale.ROOT, "\\u%04x", codePoint));
        } else {
            shown.appendCodePoint(codePoint);
        }
    }
}
