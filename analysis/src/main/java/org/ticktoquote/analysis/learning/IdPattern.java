package org.ticktoquote.analysis.learning;

import java.util.List;
import org.ticktoquote.analysis.learning.IdSample.Sent;

/**
 * A relation between the ids that snapshots name and the ticks that were sent.
 *
 * @param words what the ids look like, for people: {@code tick ids plus 1}
 * @param cure what mends it
 * @param map what a snapshot of a tick names by it
 */
record IdPattern(String words, String cure, Mapping map) {
    /** A snapshot of the tick cannot be written so. */
    static final long NONE = Long.MIN_VALUE + 1;

    /** The ids as they should be. */
    static final IdPattern AS_SENT = new IdPattern("tick ids", "", Sent::id);

    /** From a tick to the number that a snapshot of it names. */
    @FunctionalInterface
    interface Mapping {
        long of(Sent tick);
    }

    /** The share of samples that name one of their recent ticks by it. */
    double share(List<IdSample> samples) {
        return share(samples, 0);
    }

    /** Likewise by chance: of the ids of samples with the ticks of others, from a quite different time. */
    double chance(List<IdSample> samples) {
        return share(samples, samples.size() / 2);
    }

    private double share(List<IdSample> samples, int shift) {
        int named = 0;
        for (int i = 0; i < samples.size(); i++) {
            List<Sent> ticks = samples.get((i + shift) % samples.size()).recent();
            named += names(samples.get(i).echoed(), ticks) ? 1 : 0;
        }
        return samples.isEmpty() ? 0 : (double) named / samples.size();
    }

    private boolean names(long echoed, List<Sent> ticks) {
        for (Sent tick : ticks) {
            if (map.of(tick) == echoed) {
                return true;
            }
        }
        return false;
    }
}
