package org.ticktoquote.pricing.feed;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.Instrument;

/**
 * Instruments that the feed has defined so far. Safe for any thread.
 *
 * <p>It is {@linkplain #complete() complete} once another message has followed the definitions. Only then does a missing
 * symbol count as unknown.
 */
public final class InstrumentDirectory {
    private final Map<Integer, Instrument> byId = new ConcurrentHashMap<>();
    private final Map<String, Instrument> bySymbol = new ConcurrentHashMap<>();
    private volatile boolean complete;

    /** Defines instruments that are known without the feed, such as the pairs of FIX venues, and completes the directory. */
    public void defineAll(List<Instrument> instruments) {
        instruments.forEach(this::define);
        definitionsOver();
    }

    void define(Instrument instrument) {
        byId.put(instrument.id(), instrument);
        bySymbol.put(instrument.symbol(), instrument);
    }

    void definitionsOver() {
        if (!complete && !byId.isEmpty()) {
            complete = true;
        }
    }

    public boolean complete() {
        return complete;
    }

    /** Returns the instruments defined so far. */
    public List<Instrument> all() {
        return List.copyOf(byId.values());
    }

    public @Nullable Instrument byId(int id) {
        return byId.get(id);
    }

    public @Nullable Instrument bySymbol(String symbol) {
        return bySymbol.get(symbol);
    }
}
