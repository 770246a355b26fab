package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.net.PlannedVenue;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunManifest;

class VenueCheckTest {
    private static final List<Instrument> PAIRS =
            List.of(new Instrument(0, "EUR/USD", 100_000, 10_000), new Instrument(1, "USD/JPY", 10_000_000, 1_000_000));
    private static final RunManifest.Declared BY_ID = declared(Matching.BY_ID, Matching.UNDECLARED);
    private static final RunManifest.Declared BY_PRICE = declared(Matching.BY_PRICE, Matching.UNDECLARED);
    private static final PlannedVenue LONDON = new PlannedVenue("LONDON", true, List.of("EUR/USD"));
    private static final PlannedVenue TOKYO = new PlannedVenue("TOKYO", true, List.of("USD/JPY"));
    private static final PlannedVenue NAMELESS = new PlannedVenue("LMX", false, List.of("EUR/USD", "USD/JPY"));

    private static RunManifest.Declared declared(String by, String order) {
        Matching matching =
                new Matching(by, 278, "decimal", List.of(), Matching.DECLARED, order, Matching.Limits.DEFAULT);
        return new RunManifest.Declared(
                matching, ApplicationModel.UNKNOWN, new Conflation(Conflation.UNKNOWN, 0, false));
    }

    private static List<String> warnings(RunManifest.Declared declared, PlannedVenue... venues) {
        return check(declared, venues).warnings(PAIRS);
    }

    @Test
    void warnsOfNothingForOtherFeedsAndMatchingVenues() {
        assertThat(warnings(BY_ID)).isEmpty();
        assertThat(warnings(BY_ID, LONDON, TOKYO)).isEmpty();
        assertThat(warnings(BY_PRICE, LONDON, TOKYO)).isEmpty();
        assertThat(warnings(BY_PRICE, NAMELESS)).isEmpty();
    }

    @Test
    void warnsOfAClientPairThatNoVenueHasAndOfAVenueWithoutIdsIfMatchingById() {
        assertThat(warnings(BY_ID, LONDON))
                .containsExactly(
                        "--venues: no venue has USD/JPY: clients get no price of it unless the application derives one"
                                + " from other pairs");
        assertThat(warnings(BY_ID, LONDON, NAMELESS))
                .containsExactly(
                        "--venues: LMX sends no tick ids (tickId: none), so no snapshot can echo them, expected"
                                + " --match price, or a tickId");
    }

    private static VenueCheck check(RunManifest.Declared declared, PlannedVenue... venues) {
        return new VenueCheck(List.of(venues), declared);
    }

    @Test
    void refusesVenuesThatShareAPairIfMatchingNeedsOneOrder() {
        assertThatThrownBy(check(BY_PRICE, LONDON, NAMELESS)::requireOrder)
                .hasMessageStartingWith(
                        "--venues: LONDON and LMX both have EUR/USD, so the application can read their ticks in"
                                + " another order than they were sent; matching by price depends on the sending order,"
                                + " expected"
                                + " --venue-order total if");
        check(BY_ID, LONDON, NAMELESS).requireOrder();
        check(declared(Matching.BY_PRICE, Matching.TOTAL), LONDON, NAMELESS).requireOrder();
        check(BY_PRICE, LONDON, TOKYO).requireOrder();
    }

    @Test
    void refusesMatchingByIdIfNoVenueSendsIds() {
        assertThatThrownBy(check(BY_ID, NAMELESS)::requireIds)
                .hasMessage(
                        "--match: 'id' is not possible: no venue of --venues sends tick ids (tickId: none), expected"
                                + " --match price, or a tickId of 299 or 278");
        check(BY_PRICE, NAMELESS).requireIds();
        check(BY_ID, NAMELESS, TOKYO).requireIds();
        check(BY_ID).requireIds();
    }
}
