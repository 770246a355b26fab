package org.ticktoquote.replayer.venue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ticktoquote.replayer.feed.Markets;

/** Looks for ticks that two venues send: an application that is at both has them twice. */
final class SharedSources {
    private static final int SHOWN = 3;

    private final List<VenueSetup> venues;
    private final Markets markets;

    SharedSources(List<VenueSetup> venues, Markets markets) {
        this.venues = venues;
        this.markets = markets;
    }

    /** One sentence of all such venues; none where each tick leaves at one. */
    List<String> warnings() {
        List<String> found = new ArrayList<>();
        for (int one = 0; one < venues.size(); one++) {
            for (int other = one + 1; other < venues.size(); other++) {
                look(venues.get(one), venues.get(other), found);
            }
        }
        return found.isEmpty()
                ? List.of()
                : List.of("--venues: " + listed(found, "; ")
                        + ": the application has these ticks twice, and a declared price model expects them once;"
                        + " carries or pairs keep venues apart");
    }

    private void look(VenueSetup one, VenueSetup other, List<String> found) {
        List<String> sources = one.carries().stream()
                .filter(other.carries()::contains)
                .map(markets.venues()::get)
                .toList();
        List<String> pairs = IntStream.range(0, markets.instruments().size())
                .filter(id -> has(one, id) && has(other, id))
                .mapToObj(id -> markets.instruments().get(id).symbol())
                .toList();
        if (!sources.isEmpty() && !pairs.isEmpty()) {
            found.add(one.name() + " and " + other.name() + " both send " + listed(pairs, ", ") + " of "
                    + listed(sources, ", "));
        }
    }

    private static boolean has(VenueSetup venue, int instrument) {
        return !venue.symbols().get(instrument).equals(SymbolName.NONE);
    }

    /** The first of them, and how many more there are. */
    static String listed(List<String> names, String between) {
        String shown = String.join(between, names.subList(0, Math.min(SHOWN, names.size())));
        return names.size() <= SHOWN ? shown : shown + " and " + (names.size() - SHOWN) + " more";
    }
}
