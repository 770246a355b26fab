package org.ticktoquote.analysis.schedule;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.RunManifest;

/**
 * Of the measured ticks of pairs that clients subscribe to, those that are due for nobody, as the application had not asked a
 * venue for them: the run says nothing of those.
 *
 * @param planned ticks of pairs that clients subscribe to
 * @param unsubscribed the application had asked for them, and had ended that itself
 * @param never of pairs of which no tick left, since the application had asked no venue for any
 * @param pairs which those are, by their symbols
 */
public record UnaskedTicks(long planned, long unsubscribed, long never, List<String> pairs) {
    public static final UnaskedTicks NONE = new UnaskedTicks(0, 0, 0, List.of());

    public UnaskedTicks {
        pairs = List.copyOf(pairs);
    }

    /** All of them. */
    public long count() {
        return unsubscribed + never;
    }

    /** Counts tick by tick; allocates nothing for one. */
    static final class Count {
        private final List<Instrument> instruments;
        private final BitSet planned = new BitSet();
        private final BitSet asked = new BitSet();
        private final long[] never;
        private long ticks;
        private long unsubscribed;

        Count(RunManifest manifest) {
            instruments = manifest.recording().instruments();
            manifest.sessions().forEach(session -> session.instruments().forEach(planned::set));
            never = new long[instruments.size()];
        }

        void add(TickRecord tick) {
            int instrument = tick.instrumentId();
            if (!planned.get(instrument) || instrument >= never.length) {
                return;
            }
            ticks++;
            if (tick.unsubscribed()) {
                unsubscribed++;
            }
            if (!tick.unwanted() || tick.unsubscribed()) {
                asked.set(instrument);
            } else {
                never[instrument]++;
            }
        }

        UnaskedTicks end() {
            List<String> pairs = new ArrayList<>();
            long unasked = 0;
            for (int instrument = 0; instrument < never.length; instrument++) {
                if (!asked.get(instrument) && never[instrument] > 0) {
                    pairs.add(instruments.get(instrument).symbol());
                    unasked += never[instrument];
                }
            }
            return new UnaskedTicks(ticks, unsubscribed, unasked, pairs);
        }
    }
}
