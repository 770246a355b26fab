package org.ticktoquote.pricing.feed;

import java.util.function.IntToLongFunction;
import org.ticktoquote.pricing.pipeline.DelayLine;
import org.ticktoquote.pricing.pipeline.Inlet;

/**
 * Behind the sequencer: a venue whose ticks come on a path of its own, so much later than the others'. Each venue keeps its
 * order; between venues there is none any more.
 */
public final class VenuePaths implements Inlet<Tick> {
    private final IntToLongFunction delayNs;
    private final DelayLine line;
    private final Inlet<Tick> direct;
    private final Inlet<Tick> delayed;

    /**
     * Paths of venues.
     *
     * @param delayNs by venue
     * @param delayed the same books through their queues, for the line's thread
     */
    public VenuePaths(IntToLongFunction delayNs, DelayLine line, Inlet<Tick> direct, Inlet<Tick> delayed) {
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
