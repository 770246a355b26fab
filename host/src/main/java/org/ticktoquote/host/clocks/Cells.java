package org.ticktoquote.host.clocks;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How figures are written in the tables. */
final class Cells {
    private Cells() {}

    /** Two decimals; empty where there is no figure. */
    static String exact(@Nullable Double value) {
        return value == null ? "" : String.format(Locale.ROOT, "%.2f", value);
    }

    /** Whole nanoseconds, with one decimal where they are few and broken. */
    static String whole(double ns) {
        return String.format(Locale.ROOT, ns < 10 && ns != Math.rint(ns) ? "%,.1f" : "%,.0f", ns);
    }

    static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }

    /** What 100,000,000 calls take. */
    static String hundredMillion(double nsPerCall) {
        return String.format(Locale.ROOT, "%.2f s", nsPerCall / 10);
    }
}
