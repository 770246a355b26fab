package org.ticktoquote.endtoend;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;
import org.ticktoquote.pricing.truth.Fate;

/**
 * Compares both attributions of a run with the built-in application's own record: a tick was answered by its own quote or by
 * the quote that replaced it.
 *
 * @param compared ticks x sessions that were published
 * @param certain compared ticks x sessions that the analysis calls certain
 * @param wrong certain ticks x sessions that were answered at another time
 * @param outside ticks x sessions answered before the soonest or after the latest time
 */
record VenueTruth(long compared, long certain, long wrong, long outside) {
    private record Key(long number, int session) {}

    static VenueTruth of(Path run) {
        Map<Key, Truth.Quote> quotes = quotes(run);
        Map<Key, Long> received = received(run);
        long certain = 0;
        long wrong = 0;
        long outside = 0;
        long compared = 0;
        try (TickResults soonest = TickResults.open(run.resolve("tick-results-soonest.bin"));
                TickResults latest = TickResults.open(run.resolve("tick-results.bin"))) {
            for (Key key : quotes.keySet()) {
                Long answeredNs = key.number() > latest.ticks() ? null : answered(key, quotes, received);
                if (answeredNs != null) {
                    long truth = answeredNs - latest.intendedNs(key.number());
                    long soon = responseNs(soonest.cell(key.number(), key.session()));
                    long cell = latest.cell(key.number(), key.session());
                    compared++;
                    certain += ResultCell.isCertain(cell) ? 1 : 0;
                    wrong += ResultCell.isCertain(cell) && truth != responseNs(cell) ? 1 : 0;
                    outside += truth < soon || truth > responseNs(cell) ? 1 : 0;
                }
            }
        }
        return new VenueTruth(compared, certain, wrong, outside);
    }

    private static long responseNs(long cell) {
        return ResultCell.answered(cell) ? ResultCell.responseNs(cell) : Long.MAX_VALUE;
    }

    /** Returns the time of the answer; null if no quote followed. */
    private static Long answered(Key tick, Map<Key, Truth.Quote> quotes, Map<Key, Long> received) {
        Truth.Quote quote = quotes.get(tick);
        while (quote != null && quote.fate() == Fate.CONFLATED) {
            quote = quotes.get(new Key(quote.supersededBy(), tick.session()));
        }
        return quote == null || quote.fate() != Fate.SENT
                ? null
                : received.get(new Key(quote.sequence(), tick.session()));
    }

    private static Map<Key, Truth.Quote> quotes(Path run) {
        Map<Key, Truth.Quote> quotes = new HashMap<>();
        Truth.quotes(run).stream()
                .filter(quote -> !quote.fate().extra())
                .forEach(quote -> quotes.put(new Key(quote.tickId(), quote.session()), quote));
        return quotes;
    }

    /** Returns receive times by message number and session; no session disconnects here. */
    private static Map<Key, Long> received(Path run) {
        Map<Key, Long> received = new HashMap<>();
        RunDirectory directory = new RunDirectory(run);
        for (SessionPlan session : RunManifest.read(directory.manifest()).sessions()) {
            ReceivedQuote.of(directory, session.index())
                    .forEach(quote -> received.put(new Key(quote.sequence(), session.index()), quote.receivedNs()));
        }
        return received;
    }
}
