package org.ticktoquote.harness.matrix.execution;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** How long the rest takes: as many runs as are left, each as long as those so far. Used by one thread. */
final class TimeLeft {
    private int runs;
    private long sumNs;

    /** A run took so long. */
    void took(long ns) {
        runs++;
        sumNs += ns;
    }

    /** For people; empty before the first run. */
    String text(int left) {
        return runs == 0 ? "" : ", about " + words((double) sumNs / runs * left) + " left";
    }

    /** A length of time for people: {@code 40 s}, {@code 12 min}, {@code 3.5 h}. */
    static String words(double ns) {
        double seconds = ns / TimeUnit.SECONDS.toNanos(1);
        if (seconds < 90) {
            return String.format(Locale.ROOT, "%.0f s", seconds);
        }
        return seconds < 5400
                ? String.format(Locale.ROOT, "%.0f min", seconds / 60)
                : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
    }
}
