package org.ticktoquote.analysis.measures;

import java.util.OptionalLong;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Until when anything of a run can have moved a figure: the last answer. What a process of ours did after it, while the
 * clients only waited whether more would come, is no objection to the run.
 */
public final class LastAnswer {
    private LastAnswer() {}

    /**
     * Of results whose client latencies are known, on their scale: when the last answer was received, or the last tick was
     * sent where that is later. Empty where there is no tick, or where a tick was lost: then somebody waited to the end.
     */
    public static OptionalLong of(TickResults results) {
        if (results.ticks() == 0) {
            return OptionalLong.empty();
        }
        long lastNs = results.sentNs(results.ticks());
        for (long tickId = 1; tickId <= results.ticks(); tickId++) {
            long lastClientNs = results.lastClientNs(tickId);
            if (lastClientNs == TickResults.LOST || results.lostSessions(tickId) > 0) {
                return OptionalLong.empty();
            }
            if (lastClientNs != TickResults.NONE) {
                lastNs = Math.max(lastNs, results.intendedNs(tickId) + lastClientNs);
            }
        }
        return OptionalLong.of(lastNs);
    }
}
