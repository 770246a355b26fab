package org.ticktoquote.core.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FeedVenueTest {
    private static final String PLAIN = "fix://127.0.0.1:5001?version=FIX.4.4&sender=DESK&target=LONDON";

    private static FeedVenue venue(boolean tls, String... pairs) {
        return new FeedVenue("LONDON", "FIX.4.4", "DESK", "127.0.0.1", 5001, tls, 299, List.of(pairs));
    }

    private static boolean share(FeedVenue... venues) {
        return FeedVenue.sharePairs(List.of(venues));
    }

    @Test
    void venuesShareAPairThatBothHave() {
        assertThat(share(venue(false, "A"), venue(false, "B", "C"))).isFalse();
        assertThat(share(venue(false, "A"), venue(false, "B", "A"))).isTrue();
        assertThat(share(venue(false), venue(false, "B"))).isTrue();
        assertThat(share(venue(false, "B"), venue(false))).isTrue();
        assertThat(share(venue(false), venue(true))).isTrue();
        assertThat(share(venue(false))).isFalse();
    }

    @Test
    void addressNamesThePairsIfItLacksSome() {
        assertThat(venue(false).address()).isEqualTo(PLAIN);
        assertThat(venue(true).address()).isEqualTo(PLAIN + "&tls=true");
        assertThat(venue(false, "EUR/USD", "A&B=C+D").address()).isEqualTo(PLAIN + "&pairs=EUR%2FUSD%20A%26B%3DC%2BD");
    }
}
