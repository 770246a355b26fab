package org.ticktoquote.replayer.venue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.feed.Markets;

/**
 * Warns about ticks that two declared venues send, ticks that no venue sends, and declared pairs that are not in the
 * recording.
 */
record SourceWarnings(List<VenueSetup> venues, Markets markets) {
    private static final int SHOWN = 3;

    /** Returns one sentence per kind of fault; empty if every tick is sent once and every pair is known. */
    List<String> warnings() {
        List<String> twice = IntStream.range(0, venues.size())
                .boxed()
                .flatMap(one -> venues.stream().skip(one + 1L).flatMap(other -> shared(venues.get(one), other)))
                .toList();
        List<String> unsent = markets.instruments().stream()
                .filter(pair -> unsent(pair).count() < markets.venues().size())
                .flatMap(pair -> unsent(pair)
                        .mapToObj(source ->
                                pair.symbol() + " of " + markets.venues().get(source)))
                .toList();
        List<String> unknown = venues.stream()
                .filter(venue -> !venue.unknownPairs().isEmpty())
                .map(venue -> venue.name() + " has " + listed(venue.unknownPairs(), ", "))
                .toList();
        List<String> warnings = new ArrayList<>();
        warn(
                warnings,
                listed(twice, "; ")
                        + ": the application gets these ticks twice, but a declared price model expects them once. Use carries or pairs to"
                        + " separate the venues",
                twice);
        warn(warnings, "no venue sends " + listed(unsent, ", ") + ": the application does not get these ticks", unsent);
        warn(warnings, listed(unknown, ", ") + ": the recording has no such pair", unknown);
        return warnings;
    }

    private static void warn(List<String> warnings, String text, List<String> found) {
        if (!found.isEmpty()) {
            warnings.add("--venues: " + text);
        }
    }

    private Stream<String> shared(VenueSetup one, VenueSetup other) {
        List<String> sources = one.carries().stream()
                .filter(other.carries()::contains)
                .map(markets.venues()::get)
                .toList();
        List<String> pairs = markets.instruments().stream()
                .filter(pair -> one.has(pair) && other.has(pair))
                .map(Instrument::symbol)
                .toList();
        return sources.isEmpty() || pairs.isEmpty()
                ? Stream.empty()
                : Stream.of(one.name() + " and " + other.name() + " both send " + listed(pairs, ", ") + " of "
                        + listed(sources, ", "));
    }

    /** Returns the sources whose ticks of a pair no venue sends. */
    private IntStream unsent(Instrument pair) {
        return IntStream.range(0, markets.venues().size())
                .filter(source ->
                        venues.stream().noneMatch(venue -> venue.carries().contains(source) && venue.has(pair)));
    }

    /** Lists the first names and the number of further ones. */
    private static String listed(List<String> names, String between) {
        String shown = String.join(between, names.subList(0, Math.min(SHOWN, names.size())));
        return names.size() <= SHOWN ? shown : shown + " and " + (names.size() - SHOWN) + " more";
    }
}
