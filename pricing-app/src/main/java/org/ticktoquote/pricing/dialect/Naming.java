package org.ticktoquote.pricing.dialect;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.dialect.InstrumentName;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import quickfix.field.SecurityID;
import quickfix.field.Symbol;

/** Name of a pair in requests and prices. */
public enum Naming {
    /** By 55, as in EUR/USD. */
    SYMBOL(0),
    /** By 55, a number: 1 is the recording's first pair. */
    NUMBER(1),
    /** By 48, a number, without 55: 4001 is the recording's first pair. */
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

    /** Returns the pair in a request; null if there is none, or not yet. */
    @Nullable
    Instrument find(InstrumentDirectory instruments, String key) {
        if (this == SYMBOL) {
            return instruments.bySymbol(key);
        }
        return key.matches("[0-9]{1,9}") ? instruments.byId(Integer.parseInt(key) - first) : null;
    }
}
