package org.ticktoquote.analysis.learning;

import java.util.List;
import java.util.function.ToLongFunction;
import org.ticktoquote.analysis.learning.IdSample.Sent;

/**
 * Relation between echoed ids and the ticks that were sent.
 *
 * @param words description of the ids for users: {@code tick ids plus 1}
 * @param cure remedy for users
 * @param map returns the id that a snapshot of a tick echoes
 */
record IdPattern(String words, String cure, ToLongFunction<Sent> map) {
    /** Id of a tick that cannot be written in this form. */
    static final long NONE = Long.MIN_VALUE + 1;

    /** Correct ids. */
    static final IdPattern AS_SENT = new IdPattern("tick ids", "", Sent::id);

    /** Returns the share of samples that name one of their recent ticks. */
    double share(List<IdSample> samples) {
        return share(samples, 0);
    }

    /** Returns the share expected by chance, using the recent ticks of samples from another time. */
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
            if (map.applyAsLong(tick) == echoed) {
                return true;
            }
        }
        return false;
    }
}
