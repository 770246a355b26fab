package org.ticktoquote.report;

import java.util.regex.Pattern;
import org.ticktoquote.core.command.TerminalText;

/**
 * The text of a page, when all is in it. Microseconds get their sign, {@code 45.0 µs}; terminals and files that programs read
 * have {@code us}. Control and format characters, which only text from outside brings, are shown by their number.
 */
public final class PageText {
    private static final Pattern ASCII = Pattern.compile("(?<=[0-9])([ \\u00a0])us\\b");

    private PageText() {}

    /** The same page, fit to be written. */
    public static String of(String page) {
        return ASCII.matcher(TerminalText.visible(page)).replaceAll("$1µs");
    }
}
