package org.ticktoquote.host.audit;

import java.util.Locale;

/** Bytes as people read them. */
final class Amount {
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;

    private Amount() {}

    /** {@code 4 MiB}, {@code 15.5 GiB}. */
    static String bytes(long bytes) {
        if (bytes < KIB) {
            return bytes + " bytes";
        }
        long unit = bytes < MIB ? KIB : bytes < GIB ? MIB : GIB;
        String name = unit == KIB ? " KiB" : unit == MIB ? " MiB" : " GiB";
        String digits = bytes % unit == 0
                ? Long.toString(bytes / unit)
                : String.format(Locale.ROOT, "%.1f", (double) bytes / unit);
        return digits + name;
    }
}
