package org.ticktoquote.harness.run;

import java.util.List;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.Instrument;

/** Which pairs of the recording are subscribed. */
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
