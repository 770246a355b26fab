package org.ticktoquote.pricing.dialect;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.InstrumentDirectory;

/** How requests and prices name a pair. */
public enum Naming {
    /** By 55, as in EUR/USD. */
    SYMBOL(55, 0, ""),
    /** By 55, a number: 1 is the recording's first pair. */
    NUMBER(55, 1, ""),
    /** By 48, a number, without 55: 4001 is the recording's first pair. */
    SECURITY_ID(48, 4001, "22=8|");

    private static final int MOST_DIGITS = 9;

    private final int tag;
    private final int first;
    private final String source;

    Naming(int tag, int first, String source) {
        this.tag = tag;
        this.first = first;
        this.source = source;
    }

    int tag() {
        return tag;
    }

    /** The fields that name a pair. */
    String fields(Instrument instrument) {
        return tag + "=" + key(instrument) + "|" + source;
    }

    private String key(Instrument instrument) {
        return first == 0 ? instrument.symbol() : Integer.toString(first + instrument.id());
    }

    /** The pair that a request names; null when there is none, or not yet. */
    public @Nullable Instrument find(InstrumentDirectory instruments, String key) {
        if (first == 0) {
            return instruments.bySymbol(key);
        }
        boolean number = !key.isEmpty()
                && key.length() <= MOST_DIGITS
                && key.chars().allMatch(each -> each >= '0' && each <= '9');
        return number ? instruments.byId(Integer.parseInt(key) - first) : null;
    }
}
