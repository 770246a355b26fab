package org.ticktoquote.pricing.feed;

import java.util.function.IntToLongFunction;
import org.ticktoquote.pricing.pipeline.DelayLine;
import org.ticktoquote.pricing.pipeline.Input;

/**
 * Delays a venue's ticks after the sequencer, as if they came on a slower path. The order is kept within each venue, not
 * across venues.
 */
public final class VenueDelays implements Input<Tick> {
    private final IntToLongFunction delayNs;
    private final DelayLine line;
    private final Input<Tick> direct;
    private final Input<Tick> delayed;

    /**
     * Creates the paths.
     *
     * @param delayNs delay of each venue
     * @param delayed input of the same books through their queues, for the delay line's thread
     */
    public VenueDelays(IntToLongFunction delayNs, DelayLine line, Input<Tick> direct, Input<Tick> delayed) {
        this.delayNs = delayNs;
        this.line = line;
        this.direct = direct;
        this.delayed = delayed;
    }

    @Override
    public void put(Tick tick) {
        long byNs = delayNs.applyAsLong(tick.venueId());
        if (byNs == 0) {
            direct.put(tick);
        } else {
            line.schedule(tick.arrivedNs() + byNs, delayed, tick);
        }
    }
}
