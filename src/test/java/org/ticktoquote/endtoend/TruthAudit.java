package org.ticktoquote.endtoend;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.analysis.results.Cell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;
import org.ticktoquote.pricing.truth.Decision;
import org.ticktoquote.pricing.truth.Fate;
import org.ticktoquote.pricing.truth.TruthQuoteRecord;
import org.ticktoquote.pricing.truth.TruthTickRecord;

/**
 * Holds the analysis of a run against the built-in application's own account: every tick at every session, and for every
 * snapshot {@code sent <= arrived <= out <= received}.
 */
final class TruthAudit {
    private record Tick(long arrivedNs, Decision decision, long changedTiers, long holdNs) {}

    private record Key(long tickId, int session) {}

    private record Quote(Fate fate, long outNs) {}

    /** One published tick at one session. */
    record Journey(long intendedNs, long sentNs, long arrivedNs, long holdNs, long outNs, long receivedNs) {
        /** From the application's socket to the client's read. */
        long wayOutNs() {
            return receivedNs - outNs;
        }
    }

    private final Map<Long, Tick> ticks = new HashMap<>();
    private final Map<Key, Quote> quotes = new HashMap<>();
    private final List<String> disagreements = new ArrayList<>();
    private final List<Journey> published = new ArrayList<>();
    private long compared;
    private long lateConflations;

    static TruthAudit of(Path run) {
        TruthAudit audit = new TruthAudit();
        audit.readTicks(run.resolve(TruthTickRecord.FILE));
        audit.readQuotes(run.resolve(TruthQuoteRecord.FILE));
        audit.compare(run);
        return audit;
    }

    private void readTicks(Path file) {
        try (JournalReader reader = JournalReader.open(file, TruthTickRecord.SCHEMA)) {
            TruthTickRecord tick = new TruthTickRecord(reader.buffer(), 0);
            while (reader.next()) {
                tick.wrap(reader);
                if (!TickRecord.isWarmUp(tick.tickId())) {
                    ticks.put(
                            tick.tickId(),
                            new Tick(tick.arrivedNs(), tick.decision(), tick.changedTiers(), tick.holdNs()));
                }
            }
        }
    }

    private void readQuotes(Path file) {
        try (JournalReader reader = JournalReader.open(file, TruthQuoteRecord.SCHEMA)) {
            TruthQuoteRecord quote = new TruthQuoteRecord(reader.buffer(), 0);
            while (reader.next()) {
                quote.wrap(reader);
                if (!quote.fate().extra()) {
                    quotes.put(new Key(quote.tickId(), quote.session()), new Quote(quote.fate(), quote.outNs()));
                }
            }
        }
    }

    private void compare(Path run) {
        RunManifest manifest = RunManifest.read(new RunDirectory(run).manifest());
        try (TickResults results = TickResults.open(run.resolve("tick-results.bin"))) {
            for (long tickId = 1; tickId <= results.ticks(); tickId++) {
                for (SessionPlan session : manifest.sessions()) {
                    if (session.instruments().contains(results.instrumentId(tickId))) {
                        compare(results, tickId, session);
                    }
                }
            }
        }
    }

    private void compare(TickResults results, long tickId, SessionPlan session) {
        compared++;
        long cell = results.cell(tickId, session.index());
        Tick tick = ticks.get(tickId);
        if (tick == null) {
            disagreements.add("tick " + tickId + " never arrived");
            return;
        }
        boolean due = tick.decision() == Decision.PUBLISHED && (tick.changedTiers() >> session.tier() & 1) == 1;
        Quote quote = quotes.get(new Key(tickId, session.index()));
        int expected = !due
                ? Cell.UNCHANGED
                : switch (quote.fate()) {
                    case SENT -> Cell.PUBLISHED;
                    case CONFLATED -> Cell.CONFLATED;
                    default -> Cell.SKIPPED;
                };
        int found = Cell.outcome(cell);
        boolean lostForSkipped = expected == Cell.SKIPPED && found == Cell.LOST;
        boolean lateConflation = expected == Cell.CONFLATED && found == Cell.SKIPPED;
        lateConflations += lateConflation ? 1 : 0;
        if (found != expected && !lostForSkipped && !lateConflation) {
            disagreements.add("tick " + tickId + " at session " + session.index() + ": analysis says " + found
                    + ", the application " + tick.decision() + " " + quote);
        }
        if (found == Cell.PUBLISHED && expected == Cell.PUBLISHED) {
            path(results, tickId, cell, tick, quote);
        }
    }

    private void path(TickResults results, long tickId, long cell, Tick tick, Quote quote) {
        Journey path = new Journey(
                results.intendedNs(tickId),
                results.sentNs(tickId),
                tick.arrivedNs(),
                tick.holdNs(),
                quote.outNs(),
                results.intendedNs(tickId) + Cell.responseNs(cell));
        published.add(path);
        boolean ordered = path.sentNs() <= path.arrivedNs()
                && path.arrivedNs() + path.holdNs() <= path.outNs()
                && path.outNs() <= path.receivedNs();
        if (!ordered) {
            disagreements.add("tick " + tickId + ": out of order " + path);
        }
    }

    /** Ticks x sessions that were held against the truth. */
    long compared() {
        return compared;
    }

    /** Every place where analysis and application differ, in words. */
    List<String> disagreements() {
        return disagreements;
    }

    /** Conflations of the application that the declared interval does not explain: its slices began late. */
    long lateConflations() {
        return lateConflations;
    }

    /** Every published tick at every session. */
    List<Journey> published() {
        return published;
    }

    long decisions(Decision decision) {
        return ticks.values().stream()
                .filter(tick -> tick.decision() == decision)
                .count();
    }

    long fates(Fate fate) {
        return quotes.entrySet().stream()
                .filter(entry -> !TickRecord.isWarmUp(entry.getKey().tickId()))
                .filter(entry -> entry.getValue().fate() == fate)
                .count();
    }
}
