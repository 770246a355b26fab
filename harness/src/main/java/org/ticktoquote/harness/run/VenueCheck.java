package org.ticktoquote.harness.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.net.PlannedVenue;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunManifest;

/** Checks whether declared FIX venues permit a run's matching and model, before any process starts. */
final class VenueCheck {
    private final List<PlannedVenue> venues;
    private final RunManifest.Declared declared;

    /** @param venues empty if the market data comes from another source */
    VenueCheck(List<PlannedVenue> venues, RunManifest.Declared declared) {
        this.venues = venues;
        this.declared = declared;
    }

    /** Refuses matching by an id that no venue sends. */
    void requireIds() {
        if (declared.matching().identified()
                && !venues.isEmpty()
                && venues.stream().noneMatch(PlannedVenue::namesTicks)) {
            throw Problem.of("--match")
                    .value(Matching.BY_ID)
                    .fault("is not possible: no venue of --venues sends tick ids (tickId: none)")
                    .expected("--match price, or a tickId of 299 or 278")
                    .exception();
        }
    }

    /** Refuses venues that share a pair if a declaration needs a total order of their ticks and no order is declared. */
    void requireOrder() {
        declared.requireVenueOrder("--venues", shared(), "pairs of one venue each");
    }

    /** Describes two venues with a shared pair; empty if there are none. */
    private Optional<String> shared() {
        return IntStream.range(0, venues.size())
                .boxed()
                .flatMap(place -> venues.subList(0, place).stream().flatMap(other -> shared(other, venues.get(place))))
                .findFirst();
    }

    private static Stream<String> shared(PlannedVenue one, PlannedVenue other) {
        return one.pairs().stream()
                .filter(other.pairs()::contains)
                .map(pair -> one.name() + " and " + other.name() + " both have " + pair);
    }

    /**
     * Returns warnings about venues that affect the figures.
     *
     * @param subscribed pairs of the clients
     */
    List<String> warnings(List<Instrument> subscribed) {
        List<String> warnings = new ArrayList<>();
        if (!venues.isEmpty()) {
            warnOfMissing(subscribed, warnings);
            warnOfNameless(warnings);
        }
        return warnings;
    }

    private void warnOfMissing(List<Instrument> subscribed, List<String> warnings) {
        String missing = subscribed.stream()
                .map(Instrument::symbol)
                .filter(pair -> venues.stream().noneMatch(venue -> venue.pairs().contains(pair)))
                .collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            warnings.add("--venues: no venue has " + missing
                    + ": clients get no price of it unless the application derives one" + " from other pairs");
        }
    }

    private void warnOfNameless(List<String> warnings) {
        String nameless = venues.stream()
                .filter(venue -> !venue.namesTicks())
                .map(PlannedVenue::name)
                .collect(Collectors.joining(", "));
        if (declared.matching().identified() && !nameless.isEmpty()) {
            warnings.add("--venues: " + nameless
                    + " sends no tick ids (tickId: none), so no snapshot can echo them, expected"
                    + " --match price, or a tickId");
        }
    }
}
