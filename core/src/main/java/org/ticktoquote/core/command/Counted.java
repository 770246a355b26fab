package org.ticktoquote.core.command;

import java.util.Locale;

/** So many of something, for people: {@code 1 tick}, {@code 18,982 ticks}. */
public final class Counted {
    private Counted() {}

    /** Of something whose plural ends in s. */
    public static String of(long count, String one) {
        return of(count, one, one + "s");
    }

    /** With words that depend on the number, such as a verb. */
    public static String of(long count, String one, String many) {
        return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? one : many);
    }
}
