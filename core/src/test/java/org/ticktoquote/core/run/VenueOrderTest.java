package org.ticktoquote.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.run.RunManifest.Declared;

/** Default order in which the application takes ticks of several venues. */
final class VenueOrderTest {
    private static final Matching BY_ID = Matching.byId(299, "decimal").with(Matching.UNDECLARED);
    private static final Conflation NONE = new Conflation(Conflation.NONE, 0);
    private static final ApplicationModel MODEL =
            new ApplicationModel(true, ApplicationModel.SINGLE, true, 0, List.of(0L), 0);

    @Test
    void severalFixVenuesAreOrderedPerVenueUnlessDeclared() {
        Declared declared = new Declared(BY_ID, ApplicationModel.UNKNOWN, NONE);
        assertThat(order(declared.withVenueOrder(2))).isEqualTo(Matching.PER_VENUE);
        assertThat(order(declared.withVenueOrder(1))).isEqualTo(Matching.TOTAL);
        assertThat(order(declared.withVenueOrder(0))).as("no FIX venues").isEqualTo(Matching.TOTAL);
        assertThat(declared.withVenueOrder(2).matching().exact()).isFalse();
        assertThat(declared.withVenueOrder(1).matching().exact()).isTrue();

        Declared total = new Declared(BY_ID.with(Matching.TOTAL), ApplicationModel.UNKNOWN, NONE);
        Declared perVenue = new Declared(BY_ID.with(Matching.PER_VENUE), ApplicationModel.UNKNOWN, NONE);
        assertThat(order(total.withVenueOrder(2))).isEqualTo(Matching.TOTAL);
        assertThat(order(perVenue.withVenueOrder(0))).isEqualTo(Matching.PER_VENUE);
    }

    @Test
    void keepsATotalOrderIfOtherSettingsNeedIt() {
        Matching byPrice = Matching.byPrice(Matching.LEARNED).with(Matching.UNDECLARED);
        assertTotal(new Declared(byPrice, ApplicationModel.UNKNOWN, NONE), "matching by price");
        assertTotal(new Declared(BY_ID, MODEL, NONE), "a declared model");
        assertTotal(
                new Declared(BY_ID, ApplicationModel.UNKNOWN, new Conflation(Conflation.INTERVAL, 10)),
                "conflation by an interval");
    }

    @Test
    void isUnknownWithoutTheModelOfAnApplicationThatSuppressesUnchangedPrices() {
        Declared declared = new Declared(BY_ID, MODEL, new Conflation(Conflation.NONE, 0, true)).withoutModel();
        assertThat(order(declared.withVenueOrder(2))).isEqualTo(Matching.PER_VENUE);
        assertThat(declared.conflation().suppressUnchanged()).isFalse();
    }

    private static void assertTotal(Declared declared, String because) {
        assertThat(declared.needsTotalOrder()).contains(because);
        assertThat(order(declared.withVenueOrder(2))).as(because).isEqualTo(Matching.TOTAL);
    }

    private static String order(Declared declared) {
        return declared.matching().venueOrder();
    }
}
