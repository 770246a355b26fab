package org.ticktoquote.replayer.venue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.replayer.feed.Markets;

/** Looks for pairs of which only some ticks leave, and for pairs that a venue is said to have and the recording has not. */
final class UnsentSources {
    private final List<VenueSetup> venues;
    private final Markets markets;

    UnsentSources(List<VenueSetup> venues, Markets markets) {
        this.venues = venues;
        this.markets = markets;
    }

    /** A sentence of each kind; none where every tick leaves and every name is known. */
    List<String> warnings() {
        List<String> sources = markets.instruments().stream()
                .filter(each -> sourcesUnsent(each.id()) < markets.venues().size())
                .flatMap(each -> IntStream.range(0, markets.venues().size())
                        .filter(source -> isUnsent(each.id(), source))
                        .mapToObj(source ->
                                each.symbol() + " of " + markets.venues().get(source)))
                .toList();
        return Stream.concat(
                        sentence("no venue sends ", sources, ": these ticks are due for nobody").stream(),
                        unknown().stream())
                .toList();
    }

    private long sourcesUnsent(int instrument) {
        return IntStream.range(0, markets.venues().size())
                .filter(source -> isUnsent(instrument, source))
                .count();
    }

    private boolean isUnsent(int instrument, int source) {
        return venues.stream()
                .noneMatch(venue -> venue.carries().contains(source)
                        && !venue.symbols().get(instrument).equals(SymbolName.NONE));
    }

    private static List<String> sentence(String start, List<String> found, String end) {
        return found.isEmpty() ? List.of() : List.of("--venues: " + start + SharedSources.listed(found, ", ") + end);
    }

    private List<String> unknown() {
        List<String> found = new ArrayList<>();
        for (VenueSetup venue : venues) {
            if (!venue.unknownPairs().isEmpty()) {
                found.add(venue.name() + " is said to have " + SharedSources.listed(venue.unknownPairs(), ", "));
            }
        }
        return sentence("", found, ": the recording has no such pair");
    }
}
