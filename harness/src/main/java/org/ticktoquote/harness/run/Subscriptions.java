package org.ticktoquote.harness.run;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.SessionPlan;

/** Which pairs of the recording are subscribed, and by whom. */
final class Subscriptions {
    private Subscriptions() {}

    /**
     * The pairs by their symbols, or the first so many of the recording.
     *
     * @throws Refusal naming a pair that the recording does not hold, and those that it does
     */
    static List<Instrument> of(List<String> pairs, List<Instrument> available) {
        if (pairs.size() == 1 && pairs.get(0).matches("[0-9]{1,5}")) {
            return available.subList(0, Math.min(Integer.parseInt(pairs.get(0)), available.size()));
        }
        return pairs.stream().map(pair -> named(pair, available)).toList();
    }

    /** Every session with the same pairs; the tiers go round. */
    static List<SessionPlan> sessions(int count, int tiers, List<Instrument> pairs) {
        List<Integer> ids = pairs.stream().map(Instrument::id).toList();
        return IntStream.range(0, count)
                .mapToObj(i -> new SessionPlan(i, String.format(Locale.ROOT, "CLIENT-%02d", i), i % tiers, ids))
                .toList();
    }

    private static Instrument named(String pair, List<Instrument> available) {
        return available.stream()
                .filter(instrument -> instrument.symbol().equalsIgnoreCase(pair))
                .findFirst()
                .orElseThrow(() -> new Refusal(
                        ExitStatus.USAGE,
                        "the recording has no pair '" + pair + "'; it has "
                                + available.stream().map(Instrument::symbol).toList()));
    }
}
