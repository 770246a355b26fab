package org.ticktoquote.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.net.FeedVenue;
import org.ticktoquote.core.run.Instrument;

class ReplayerReadyTest {
    @Test
    void flattensItsMembersAndRoundTrips() {
        ReplayerReady ready = new ReplayerReady(
                new ReplayerReady.Recording("ab", List.of(new Instrument(0, "EUR/USD", 1, 1)), List.of("A")),
                new ReplayerReady.Window(1, 2, 3, "cd"),
                4,
                new ReplayerReady.Peaks(5, 6, 7),
                new ReplayerReady.Output(
                        "tcp://127.0.0.1:1",
                        FeedBinding.REPLAYER,
                        List.of(new FeedVenue("V", "FIX.4.4", "A", "h", 1, true, 299, List.of("EUR/USD"))),
                        "ef",
                        Map.of("V.dictionary", "01"),
                        List.of(),
                        Map.of("a", 8L)),
                new ReplayerReady.Pacer(9, 10, List.of(0)),
                List.of());
        StatusLine line = StatusLine.of(ProcessProtocol.READY, ready);
        String members =
                "recordingSha256 instruments venues fromNs toNs ticks windowSha256 announcementNs peakPerSecond"
                        + " peakPer100Ms peakPer10Ms feed feedBinding feedVenues venuesSha256 venueFiles plugins feedFacts pacer"
                        + " warnings";
        assertThat(line.detail().fieldNames()).toIterable().containsExactly(members.split(" "));
        assertThat(StatusLine.parse(line.text()).orElseThrow().detailAs(ReplayerReady.class))
                .isEqualTo(ready);
    }
}
