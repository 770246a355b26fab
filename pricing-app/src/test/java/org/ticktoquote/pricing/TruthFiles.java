package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.pricing.truth.Decision;
import org.ticktoquote.pricing.truth.Fate;
import org.ticktoquote.pricing.truth.TruthQuoteRecord;
import org.ticktoquote.pricing.truth.TruthTickRecord;

/** Reads the truth files of the application. */
final class TruthFiles {
    private TruthFiles() {}

    /** One tick of the truth. */
    record In(long tickId, long arrivedNs, long holdNs, Decision decision, long changedTiers) {
        long releaseNs() {
            return arrivedNs + holdNs;
        }

        boolean changed(int tier) {
            return (changedTiers >>> tier & 1) != 0;
        }
    }

    /** One quote of the truth. */
    record Out(long tickId, int session, Fate fate, long outNs, long sequence, long bid, long ask) {}

    /** Reads all ticks of a closed journal. */
    static List<In> ticks(Path directory) {
        List<In> ticks = new ArrayList<>();
        TruthTickRecord tick = new TruthTickRecord(new UnsafeBuffer(new byte[0]), 0);
        try (JournalReader reader =
                JournalReader.open(directory.resolve(TruthTickRecord.FILE), TruthTickRecord.SCHEMA)) {
            while (reader.next()) {
                tick.wrap(reader);
                ticks.add(new In(tick.tickId(), tick.arrivedNs(), tick.holdNs(), tick.decision(), tick.changedTiers()));
            }
            assertThat(reader.closed()).isTrue();
        }
        return ticks;
    }

    /** Reads all quotes. */
    static List<Out> quotes(Path directory) {
        List<Out> outs = new ArrayList<>();
        TruthQuoteRecord quote = new TruthQuoteRecord(new UnsafeBuffer(new byte[0]), 0);
        try (JournalReader reader =
                JournalReader.open(directory.resolve(TruthQuoteRecord.FILE), TruthQuoteRecord.SCHEMA)) {
            while (reader.next()) {
                quote.wrap(reader);
                outs.add(new Out(
                        quote.tickId(),
                        quote.session(),
                        quote.fate(),
                        quote.outNs(),
                        quote.messageSequence(),
                        quote.bid(),
                        quote.ask()));
            }
        }
        return outs;
    }
}
