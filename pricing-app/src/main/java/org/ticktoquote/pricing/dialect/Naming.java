package org.ticktoquote.pricing.dialect;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.dialect.InstrumentName;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import quickfix.field.SecurityID;
import quickfix.field.Symbol;

/** Name of a pair in requests and prices. */
public enum Naming {
    /** Symbol in 55, as in EUR/USD. */
    SYMBOL(0),
    /** Number in 55. The recording's first pair is 1. */
    NUMBER(1),
    /** Number in 48, without 55. The recording's first pair is 4001. */
    SECURITY_ID(4001);

    private static final String EXCHANGE_SYMBOL = "8";

    private final int first;

    Naming(int first) {
        this.first = first;
    }

    int tag() {
        return this == SECURITY_ID ? SecurityID.FIELD : Symbol.FIELD;
    }

    /** Returns the fields that name a pair. */
    String fields(Instrument instrument) {
        String number = Integer.toString(first + instrument.id());
        InstrumentName name = switch (this) {
            case SYMBOL -> InstrumentName.of(instrument.symbol());
            case NUMBER -> InstrumentName.of(number);
            case SECURITY_ID -> new InstrumentName("", number, EXCHANGE_SYMBOL);
        };
        return name.fields();
    }

    /** Returns the pair in a request; null if it is unknown or not yet defined. */
    @Nullable
    Instrument find(InstrumentDirectory instruments, String key) {
        if (this == SYMBOL) {
            return instruments.bySymbol(key);
        }
        return key.matches("[0-9]{1,9}") ? instruments.byId(Integer.parseInt(key) - first) : null;
    }
}
