package org.ticktoquote.harness.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.SessionPlan;

/** Which session subscribes to which pairs, at which tier. */
final class Subscriptions {
    private Subscriptions() {}

    /**
     * A plan for every session: all get the same pairs; tiers go round.
     *
     * @throws Refusal naming a pair that the recording does not hold, and those that it does
     */
    static List<SessionPlan> of(RunPlan plan, List<Instrument> available) {
        List<Integer> chosen =
                chosen(plan.pairs(), available).stream().map(Instrument::id).toList();
        int tiers = plan.model().halfSpreadTenthPips().size();
        List<SessionPlan> sessions = new ArrayList<>();
        for (int i = 0; i < plan.sessions(); i++) {
            sessions.add(new SessionPlan(i, String.format(Locale.ROOT, "CLIENT-%02d", i), i % tiers, chosen));
        }
        return sessions;
    }

    private static List<Instrument> chosen(List<String> pairs, List<Instrument> available) {
        if (pairs.size() == 1 && pairs.get(0).matches("[0-9]+")) {
            return available.subList(0, Math.min(Integer.parseInt(pairs.get(0)), available.size()));
        }
        return pairs.stream().map(pair -> named(pair, available)).toList();
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
