package org.ticktoquote.pricing.feed;

import org.ticktoquote.core.run.Instrument;

/** Creates instrument directories with complete definitions. */
public final class KnownInstruments {
    private KnownInstruments() {}

    public static InstrumentDirectory of(Instrument... instruments) {
        InstrumentDirectory directory = new InstrumentDirectory();
        for (Instrument instrument : instruments) {
            directory.define(instrument);
        }
        directory.definitionsOver();
        return directory;
    }
}
