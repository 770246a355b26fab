package org.ticktoquote.replayer.importing;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.command.Progress;

/** Progress of usually short work. Shows nothing for the first two seconds. */
final class DelayedProgress {
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long ROWS_PER_CHECK = 4096;

    private final Progress progress;
    private final NanoClock clock;
    private final long beginNs;

    DelayedProgress(Progress progress, NanoClock clock) {
        this.progress = progress;
        this.clock = clock;
        this.beginNs = clock.nanoTime();
    }

    /** Shows the activity and the number of rows. Reads the clock only once per {@value #ROWS_PER_CHECK} rows. */
    void rows(String doing, long rows) {
        if (rows % ROWS_PER_CHECK == 0 && clock.nanoTime() - beginNs > SILENCE_NS) {
            progress.update(String.format(Locale.ROOT, "%s: %,d rows", doing, rows));
        }
    }
}
