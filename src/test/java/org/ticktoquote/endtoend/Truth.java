package org.ticktoquote.endtoend;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.pricing.truth.Decision;
import org.ticktoquote.pricing.truth.Fate;
import org.ticktoquote.pricing.truth.TruthQuoteRecord;
import org.ticktoquote.pricing.truth.TruthTickRecord;

/** The built-in application's own record. */
final class Truth {
    private Truth() {}

    /** A received tick. */
    record Tick(long id, long arrivedNs, Decision decision, long changedTiers, long holdNs) {
        boolean measured() {
            return !TickRecord.isWarmUp(id);
        }
    }

    /** A quote for a session, sent or not. */
    record Quote(
            long tickId,
            int session,
            int instrument,
            Fate fate,
            long outNs,
            long bid,
            long ask,
            long supersededBy,
            long sequence) {
        boolean measured() {
            return !TickRecord.isWarmUp(tickId);
        }

        boolean is(Fate... fates) {
            return List.of(fates).contains(fate);
        }
    }

    static List<Tick> ticks(Path directory) {
        List<Tick> ticks = new ArrayList<>();
        try (JournalReader reader =
                JournalReader.open(directory.resolve(TruthTickRecord.FILE), TruthTickRecord.SCHEMA)) {
            TruthTickRecord tick = new TruthTickRecord(reader.buffer(), 0);
            while (reader.next()) {
                tick.wrap(reader);
                ticks.add(
                        new Tick(tick.tickId(), tick.arrivedNs(), tick.decision(), tick.changedTiers(), tick.holdNs()));
            }
        }
        return ticks;
    }

    /** Returns all quotes; those of one session and pair are in the order of their fates. */
    static List<Quote> quotes(Path directory) {
        List<Quote> quotes = new ArrayList<>();
        Path file = directory.resolve(TruthQuoteRecord.FILE);
        try (JournalReader reader = JournalReader.open(file, TruthQuoteRecord.SCHEMA)) {
            TruthQuoteRecord quote = new TruthQuoteRecord(reader.buffer(), 0);
            while (reader.next()) {
                quote.wrap(reader);
                quotes.add(new Quote(
                        quote.tickId(),
                        quote.session(),
                        quote.instrumentId(),
                        quote.fate(),
                        quote.outNs(),
                        quote.bid(),
                        quote.ask(),
                        quote.supersededBy(),
                        quote.messageSequence()));
            }
        }
        return quotes;
    }

    /** Returns the number of measured ticks x sessions with one of these fates. */
    static long count(List<Quote> quotes, Fate... fates) {
        return quotes.stream()
                .filter(Quote::measured)
                .filter(quote -> quote.is(fates))
                .count();
    }

    /** Returns the number of snapshots older than a measured tick already shown to their session and pair. */
    static long regressed(List<Quote> quotes) {
        Map<List<Integer>, Long> newest = new HashMap<>();
        long regressed = 0;
        for (Quote quote : quotes) {
            if (quote.outNs() > 0) {
                List<Integer> way = List.of(quote.session(), quote.instrument());
                long shown = newest.getOrDefault(way, 0L);
                boolean older = quote.measured() ? quote.tickId() < shown : shown > 0;
                regressed += older ? 1 : 0;
                newest.put(way, quote.measured() ? Math.max(shown, quote.tickId()) : shown);
            }
        }
        return regressed;
    }
}
