package org.ticktoquote.replayer.generate;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Options of a generated recording. Equal options give equal bytes.
 *
 * @param announcement T0, in the middle of the recording
 * @param lengthNs length of the recording
 * @param pairs a count or symbols, see {@link GeneratedPair#symbols}
 * @param venues number of venues
 * @param rateFactor multiplies every tick rate
 * @param oneSidedShare target share of ticks with one side only
 * @param lockedShare share of ticks whose bid equals the ask
 */
public record GeneratorOptions(
        long seed,
        Instant announcement,
        long lengthNs,
        String pairs,
        int venues,
        double rateFactor,
        double oneSidedShare,
        double lockedShare) {
    /** Defaults of the command line: an hour of 15 pairs. */
    public static final GeneratorOptions DEFAULT = new GeneratorOptions(
            42, Instant.parse("2014-05-02T12:30:00Z"), TimeUnit.MINUTES.toNanos(60), "15", 1, 1, 0.2, 0.001);
}
