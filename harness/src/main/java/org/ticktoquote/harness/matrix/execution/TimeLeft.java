package org.ticktoquote.harness.matrix.execution;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Estimates the remaining time from the durations of the runs so far. Used by one thread. */
public final class TimeLeft {
    private int runs;
    private long sumNs;
    private long longestNs;
    private boolean measured;

    /** Adds the duration of a run; a run that measured nothing can be much shorter than others. */
    void took(long ns, boolean anyMeasured) {
        runs++;
        sumNs += ns;
        longestNs = Math.max(longestNs, ns);
        measured |= anyMeasured;
    }

    /** Returns the expected duration of a run: the longest so far, and no less than the estimate until one has measured. */
    long expectedNs(LongSupplier estimateNs) {
        return measured ? longestNs : Math.max(longestNs, estimateNs.getAsLong());
    }

    /** Text for users; empty before the first run. */
    String text(int left) {
        return runs == 0 ? "" : ", about " + describe((double) sumNs / runs * left) + " left";
    }

    /** Formats a duration for users: {@code 40 s}, {@code 12 min}, {@code 3.5 h}. */
    public static String describe(double ns) {
        double seconds = ns / TimeUnit.SECONDS.toNanos(1);
        if (seconds < 90) {
            return String.format(Locale.ROOT, "%.0f s", seconds);
        }
        return seconds < 5400
                ? String.format(Locale.ROOT, "%.0f min", seconds / 60)
                : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
    }
}
