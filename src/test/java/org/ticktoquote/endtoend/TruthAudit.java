package org.ticktoquote.endtoend;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;
import org.ticktoquote.pricing.truth.Decision;
import org.ticktoquote.pricing.truth.Fate;

/**
 * Compares the analysis of a run with the built-in application's own record: every tick at every session, and for every
 * snapshot {@code sent <= arrived <= out <= received}, within the uncertainty of the hosts' clocks.
 */
final class TruthAudit {
    private record Key(long tickId, int session) {}

    /** One published tick at one session. */
    record Journey(long intendedNs, long sentNs, long arrivedNs, long holdNs, long outNs, long receivedNs) {
        /** Returns the time from the application's socket to the client's read. */
        long wayOutNs() {
            return receivedNs - outNs;
        }
    }

    private final Map<Long, Truth.Tick> ticks = new HashMap<>();
    private final Map<Key, Truth.Quote> quotes = new HashMap<>();
    private final List<String> disagreements = new ArrayList<>();
    private final List<Journey> published = new ArrayList<>();
    private ClockTranslation application = ClockTranslation.NONE;
    private long toleranceNs;
    private long compared;
    private boolean conflating;
    /** A returned price also suppresses those conflated before it. */
    private boolean suppressing;

    static TruthAudit of(Path run) {
        TruthAudit audit = new TruthAudit();
        audit.read(run);
        audit.compare(run);
        return audit;
    }

    private void read(Path run) {
        Truth.ticks(run).stream().filter(Truth.Tick::measured).forEach(tick -> ticks.put(tick.id(), tick));
        Truth.quotes(run).stream()
                .filter(quote -> quote.measured() && !quote.fate().extra())
                .forEach(quote -> quotes.put(new Key(quote.tickId(), quote.session()), quote));
    }

    private void compare(Path run) {
        RunManifest manifest = RunManifest.read(new RunDirectory(run).manifest());
        application = manifest.translation(Role.APPLICATION);
        toleranceNs = application.boundNs() + manifest.translation(Role.CLIENTS).boundNs();
        suppressing = manifest.declared().conflation().suppressUnchanged();
        conflating = manifest.declared().conflation().policy().equals(Conflation.INTERVAL);
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
        Truth.Tick tick = ticks.get(tickId);
        if (tick == null) {
            disagreements.add("tick " + tickId + " never arrived");
            return;
        }
        boolean due = tick.decision() == Decision.PUBLISHED && (tick.changedTiers() >> session.tier() & 1) == 1;
        Truth.Quote quote = quotes.get(new Key(tickId, session.index()));
        int expected = !due
                ? ResultCell.UNCHANGED
                : switch (quote.fate()) {
                    case SENT, REORDERED_BY_FAULT -> ResultCell.PUBLISHED;
                    case CONFLATED -> ResultCell.CONFLATED;
                    case SUPPRESSED_AS_SENT -> ResultCell.UNCHANGED;
                    default -> ResultCell.SKIPPED;
                };
        int found = ResultCell.outcome(cell);
        boolean lostForSkipped = expected == ResultCell.SKIPPED && found == ResultCell.LOST;
        boolean slice = conflating && isLeftOut(expected) && isLeftOut(found);
        boolean cameBack = suppressing && expected == ResultCell.CONFLATED && found == ResultCell.UNCHANGED;
        if (found != expected && !lostForSkipped && !slice && !cameBack) {
            disagreements.add("tick " + tickId + " at session " + session.index() + ": analysis says " + found
                    + ", the application " + tick.decision() + " " + quote);
        }
        if (found == ResultCell.PUBLISHED && expected == ResultCell.PUBLISHED && quote.fate() == Fate.SENT) {
            path(results, tickId, cell, tick, quote);
        }
    }

    /** It is not observable which quote of a slice is missing, only that one is. */
    private static boolean isLeftOut(int outcome) {
        return outcome == ResultCell.CONFLATED || outcome == ResultCell.SKIPPED || outcome == ResultCell.LOST;
    }

    private void path(TickResults results, long tickId, long cell, Truth.Tick tick, Truth.Quote quote) {
        Journey path = new Journey(
                results.intendedNs(tickId),
                results.sentNs(tickId),
                application.toRun(tick.arrivedNs()),
                tick.holdNs(),
                application.toRun(quote.outNs()),
                results.intendedNs(tickId) + ResultCell.responseNs(cell));
        published.add(path);
        boolean ordered = path.sentNs() <= path.arrivedNs() + toleranceNs
                && path.arrivedNs() + path.holdNs() <= path.outNs()
                && path.outNs() <= path.receivedNs() + toleranceNs;
        if (!ordered) {
            disagreements.add("tick " + tickId + ": out of order " + path);
        }
    }

    /** Returns the number of compared ticks x sessions. */
    long compared() {
        return compared;
    }

    /** Returns a description of every disagreement. */
    List<String> disagreements() {
        return disagreements;
    }

    /** Returns every published tick at every session. */
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
                .filter(entry -> entry.getValue().fate() == fate)
                .count();
    }
}
