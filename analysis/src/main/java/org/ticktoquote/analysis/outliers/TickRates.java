package org.ticktoquote.analysis.outliers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.command.DurationText;

/** Rate of ticks just before a tick, compared with the mean of the run. */
final class TickRates {
    private static final List<Long> WINDOWS_MS = List.of(1L, 10L, 100L);

    private final TickResults ticks;
    private final double perNs;

    TickRates(TickResults ticks) {
        this.ticks = ticks;
        long lengthNs = ticks.ticks() == 0 ? 0 : ticks.intendedNs(ticks.ticks()) - ticks.intendedNs(1);
        this.perNs = lengthNs == 0 ? 0 : (double) ticks.ticks() / lengthNs;
    }

    /**
     * Returns a line for users: the ticks in the 1, 10 and 100 ms up to a tick, by intended time, and how late it was sent.
     */
    String before(long id) {
        List<String> counts = new ArrayList<>();
        for (long ms : WINDOWS_MS) {
            long windowNs = TimeUnit.MILLISECONDS.toNanos(ms);
            counts.add(
                    String.format(Locale.ROOT, "%,d in %d ms (mean %.3g)", count(id, windowNs), ms, perNs * windowNs));
        }
        long lagNs = Math.max(0, ticks.sentNs(id) - ticks.intendedNs(id));
        long heldNs = ticks.heldNs(id);
        String held =
                heldNs == 0 ? "" : ", " + DurationText.format(heldNs) + " of it because the application did not read";
        return "input, ticks up to the worst one: " + String.join(", ", counts) + "; sent " + DurationText.format(lagNs)
                + " late" + held;
    }

    /** Counts the ticks in a window that ends with the tick, including it. */
    private long count(long id, long windowNs) {
        long first = id;
        while (first > 1 && ticks.intendedNs(id) - ticks.intendedNs(first - 1) < windowNs) {
            first--;
        }
        return id - first + 1;
    }
}
