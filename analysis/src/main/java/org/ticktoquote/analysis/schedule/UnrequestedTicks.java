package org.ticktoquote.analysis.schedule;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.RunManifest;

/**
 * Measured ticks of subscribed pairs that are not due because the application had not requested them from a venue. The run
 * has no results for them.
 *
 * @param planned ticks of pairs that clients subscribe to
 * @param unsubscribed ticks that the application had requested and then unsubscribed from
 * @param never ticks of pairs never requested from any venue, so that none was sent
 * @param pairs symbols of those pairs
 */
public record UnrequestedTicks(long planned, long unsubscribed, long never, List<String> pairs) {
    public static final UnrequestedTicks NONE = new UnrequestedTicks(0, 0, 0, List.of());

    public UnrequestedTicks {
        pairs = List.copyOf(pairs);
    }

    public long count() {
        return unsubscribed + never;
    }

    /** Counts tick by tick without allocation. */
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
            if (!tick.notSubscribed() || tick.unsubscribed()) {
                asked.set(instrument);
            } else {
                never[instrument]++;
            }
        }

        UnrequestedTicks end() {
            List<String> pairs = new ArrayList<>();
            long unasked = 0;
            for (int instrument = 0; instrument < never.length; instrument++) {
                if (!asked.get(instrument) && never[instrument] > 0) {
                    pairs.add(instruments.get(instrument).symbol());
                    unasked += never[instrument];
                }
            }
            return new UnrequestedTicks(ticks, unsubscribed, unasked, pairs);
        }
    }
}
