package org.ticktoquote.analysis.schedule;

import java.math.BigDecimal;
import org.ticktoquote.core.run.RunManifest;

/**
 * When each tick was to leave: {@code t0 + (venueTime - venueTime[0]) / speed}, rounded down to a nanosecond.
 *
 * @param t0Ns intended time of the first tick, on the run's clock
 * @param fromNs its venue time
 * @param speed in the decimals of the manifest, exactly
 */
record IntendedTimes(long t0Ns, long fromNs, BigDecimal speed) {
    static IntendedTimes of(RunManifest.Replay replay) {
        return new IntendedTimes(replay.t0Ns(), replay.fromNs(), BigDecimal.valueOf(replay.speed()));
    }

    long intendedNs(long venueTimeNs) {
        long sinceNs = venueTimeNs - fromNs;
        return speed.compareTo(BigDecimal.ONE) == 0
                ? t0Ns + sinceNs
                : t0Ns
                        + BigDecimal.valueOf(sinceNs)
                                .divideToIntegralValue(speed)
                                .longValue();
    }
}
