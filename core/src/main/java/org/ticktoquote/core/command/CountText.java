package org.ticktoquote.core.command;

import java.util.Locale;

/** Formats a count with its noun, such as {@code 1 tick} or {@code 18,982 ticks}. */
public final class CountText {
    private CountText() {}

    /** Formats a count of a noun whose plural ends in s. */
    public static String of(long count, String one) {
        return of(count, one, one + "s");
    }

    /** Formats a count with its singular or plural text, which can include a verb. */
    public static String of(long count, String one, String many) {
        return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? one : many);
    }
}
