package org.ticktoquote.endtoend;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

/**
 * Brute-force matching by price: everything in memory, every state tried for every snapshot, once forwards
 * and once backwards. Counts due ticks with only one possible answer.
 */
final class PriceOracle {
    private final RunManifest manifest;
    private final RunDirectory directory;
    private final long uncertaintyNs;

    /** A state of one pair and tier: its measured tick (0: the warm-up), time and price. */
    private record State(long tickId, long sentNs, long bid, long ask) {}

    private PriceOracle(Path run) {
        this.directory = new RunDirectory(run);
        this.manifest = RunManifest.read(directory.manifest());
        this.uncertaintyNs = manifest.time().clocks().stream()
                .mapToLong(pair -> pair.uncertaintyNs())
                .reduce(1_000, Math::max);
    }

    /** Returns the number of due ticks x sessions with a certain answer. */
    static long certain(Path run) {
        PriceOracle oracle = new PriceOracle(run);
        long certain = 0;
        for (SessionPlan session : oracle.manifest.sessions()) {
            for (int instrument : session.instruments()) {
                certain += oracle.certain(session, instrument);
            }
        }
        return certain;
    }

    /** Returns the number of quotes whose price is not that of the named tick. */
    static long misquoted(Path run, List<Truth.Quote> quotes) {
        PriceOracle oracle = new PriceOracle(run);
        long misquoted = 0;
        for (SessionPlan session : oracle.manifest.sessions()) {
            for (int instrument : session.instruments()) {
                Map<Long, State> states = new HashMap<>();
                oracle.states(instrument, session.tier()).forEach(state -> states.put(state.tickId(), state));
                misquoted += quotes.stream()
                        .filter(quote -> quote.session() == session.index() && quote.instrument() == instrument)
                        .filter(quote -> quote.measured() && quote.outNs() > 0)
                        .filter(quote -> quote.bid()
                                        != states.get(quote.tickId()).bid()
                                || quote.ask() != states.get(quote.tickId()).ask())
                        .count();
            }
        }
        return misquoted;
    }

    private long certain(SessionPlan session, int instrument) {
        List<State> states = states(instrument, session.tier());
        List<ReceivedQuote> shown = shown(session.index(), instrument);
        int[] oldest = new int[shown.size()];
        int[] newest = new int[shown.size()];
        int floor = 0;
        for (int i = 0; i < oldest.length; i++) {
            oldest[i] = floor;
            while (oldest[i] < states.size() && !possible(states.get(oldest[i]), shown.get(i))) {
                oldest[i]++;
            }
            floor = oldest[i] < states.size() ? oldest[i] : floor;
        }
        int bound = states.size() - 1;
        for (int i = newest.length - 1; i >= 0; i--) {
            newest[i] = bound;
            while (newest[i] >= 0 && !possible(states.get(newest[i]), shown.get(i))) {
                newest[i]--;
            }
            bound = newest[i] >= 0 && oldest[i] < states.size() ? newest[i] : bound;
        }
        return count(states, shown, oldest, newest);
    }

    private boolean possible(State state, ReceivedQuote shown) {
        return state.bid() == shown.bid()
                && state.ask() == shown.ask()
                && state.sentNs() <= shown.receivedNs() + uncertaintyNs;
    }

    private static long count(List<State> states, List<ReceivedQuote> shown, int[] oldest, int[] newest) {
        long certain = 0;
        int soonest = 0;
        int latest = 0;
        for (int state = 0; state < states.size(); state++) {
            while (soonest < newest.length && newest[soonest] < state) {
                soonest++;
            }
            while (latest < oldest.length && (oldest[latest] < state || oldest[latest] == states.size())) {
                latest++;
            }
            boolean measured = states.get(state).tickId() != 0;
            certain += measured && receivedNs(shown, soonest) == receivedNs(shown, latest) ? 1 : 0;
        }
        return certain;
    }

    /** Returns the receive time of a snapshot; snapshots of one read have the same time. */
    private static long receivedNs(List<ReceivedQuote> shown, int index) {
        return index < shown.size() ? shown.get(index).receivedNs() : Long.MAX_VALUE;
    }

    private List<State> states(int instrument, int tier) {
        DueTicks model = new DueTicks(
                manifest.declared().model(),
                manifest.recording().instruments(),
                manifest.recording().venues().size());
        List<State> states = new ArrayList<>();
        addStates(directory.warmUp(), true, model, instrument, tier, states);
        model.newFeedSession(manifest.replay().fromNs());
        addStates(directory.ticks(), false, model, instrument, tier, states);
        return states;
    }

    private static void addStates(
            Path journal, boolean warmUp, DueTicks model, int instrument, int tier, List<State> states) {
        TickRecord tick = new TickRecord(new UnsafeBuffer(new byte[0]), 0);
        try (JournalReader reader = JournalReader.open(journal, TickRecord.SCHEMA)) {
            while (reader.next()) {
                long due = model.dueTiers(tick.wrap(reader));
                if (tick.instrumentId() == instrument && (due >>> tier & 1) != 0) {
                    states.add(new State(
                            warmUp ? 0 : tick.tickId(),
                            tick.sentNs(),
                            model.expectedBid(instrument, tier),
                            model.expectedAsk(instrument, tier)));
                }
            }
        }
    }

    private List<ReceivedQuote> shown(int session, int instrument) {
        return ReceivedQuote.of(directory, session).stream()
                .filter(quote -> quote.instrument() == instrument)
                .filter(quote -> quote.receivedNs() <= manifest.replay().drainDeadlineNs())
                .toList();
    }
}
