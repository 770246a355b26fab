package org.ticktoquote.replayer.venue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.core.journal.TickRecord.NOT_SUBSCRIBED;
import static org.ticktoquote.core.journal.TickRecord.SUPERSEDED;
import static org.ticktoquote.replayer.venue.OpenVenues.ALPHA;
import static org.ticktoquote.replayer.venue.OpenVenues.BETA;
import static org.ticktoquote.replayer.venue.OpenVenues.EUR_USD;
import static org.ticktoquote.replayer.venue.OpenVenues.USD_JPY;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;

/** Tests venues that send one tick per pair and time slice. */
class SlicedVenueTest {
    private static final long MS = 1_000_000;
    private static final String PAIR = "55=EUR/USD|";

    @TempDir
    private Path folder;

    private static RecordedQuote quote(long timeMs, int instrument, int venue, long bid, long ask) {
        return TestRecording.quote(timeMs * MS, instrument, venue, bid, ask);
    }

    /** The tick after the window is in the slice of the last one. */
    @Test
    void sendsLastTickOfEachSliceAndOfTheWindow() throws Exception {
        try (OpenVenues venues = OpenVenues.preset("sliced");
                FixSocket application = venues.logOn("SLICED", "FIX.4.2", "");
                Recording recording = TestRecording.of(
                        folder,
                        List.of(
                                quote(0, EUR_USD, ALPHA, 1, 9),
                                quote(3, USD_JPY, ALPHA, 1, 9),
                                quote(9, EUR_USD, ALPHA, 2, 9),
                                quote(10, EUR_USD, ALPHA, 3, 9),
                                quote(19, EUR_USD, BETA, 4, 8),
                                quote(25, EUR_USD, BETA, 5, 8),
                                quote(26, EUR_USD, BETA, 6, 8)))) {
            application.subscribe("1", "264=0|", PAIR);
            venues.awaitSubscribed();
            assertThat(venues.play(recording, 6)).containsExactly(SUPERSEDED, NOT_SUBSCRIBED, 0, SUPERSEDED, 0, 0);
            assertThat(venues.feed.facts())
                    .containsEntry("messages", 3L)
                    .containsEntry("ticksSuperseded", 2L)
                    .containsEntry("ticksUnwanted", 1L);
            assertThat(application.await("|35=W|")).contains("|268=2|", "|270=0.00000000", "|299=3|");
            assertThat(application.await("|35=W|")).contains("|268=4|", "|270=0.000000003|", "|299=5|");
            assertThat(application.await("|35=W|")).contains("|270=0.000000005|", "|299=6|");
        }
    }

    @Test
    void venueWithoutSlicesSendsAllTicks() throws Exception {
        try (OpenVenues venues = OpenVenues.of(folder, "venues: {A: {slice: 10ms}, B: {}, C: {slice: 1ms}}");
                FixSocket a = venues.logOn("A", "FIX.4.4", "");
                FixSocket b = venues.logOn("B", "FIX.4.4", "");
                FixSocket c = venues.logOn("C", "FIX.4.4", "");
                Recording recording = TestRecording.of(
                        folder, List.of(quote(0, EUR_USD, ALPHA, 1, 9), quote(1, EUR_USD, ALPHA, 2, 9)))) {
            a.subscribe("a", "264=0|", PAIR);
            b.subscribe("b", "264=0|", PAIR);
            c.subscribe("c", "264=0|", PAIR);
            venues.awaitSubscribed();
            assertThat(venues.play(recording, 2)).containsExactly(0, 0);
            assertThat(venues.feed.facts()).containsEntry("messages", 5L);
            assertThat(a.await("|35=W|")).contains("|299=2|");
            assertThat(b.await("|35=W|")).contains("|299=1|");
            assertThat(c.await("|35=W|")).contains("|299=1|");
        }
    }

    /** Book that an application builds from messages. */
    private static final class ReceivedBook {
        private final Map<String, String> entries = new TreeMap<>();

        List<String> apply(String message) {
            if (message.contains("|35=W|")) {
                entries.clear();
            }
            for (String entry :
                    message.substring(message.indexOf("|268=")).split("(?=279=)|(?=(?<!279=.[|])269=)", -1)) {
                String key = part(entry, "278");
                String level = part(entry, "269") + " " + part(entry, "270");
                if (entry.startsWith("279=2")) {
                    assertThat(entries.remove(key)).as("deleted by %s", message).isNotNull();
                } else if (entry.startsWith("279") || entry.startsWith("269")) {
                    String former = entries.put(key.isEmpty() ? "" + entries.size() : key, level);
                    assertThat(former == null).as("%s of %s", entry, message).isEqualTo(!entry.startsWith("279=1"));
                }
            }
            return entries.values().stream().sorted().toList();
        }

        private static String part(String entry, String tag) {
            for (String field : entry.split("[|]", -1)) {
                if (field.startsWith(tag + "=")) {
                    return field.substring(tag.length() + 1);
                }
            }
            return "";
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ticks: W", "ticks: X", "ticks: X, entryKeys: price"})
    void everyMessageIncludesChangesOfSupersededTicks(String form) throws Exception {
        long seed = 20_261_127;
        Random random = new Random(seed);
        List<RecordedQuote> quotes = new ArrayList<>();
        long timeNs = 0;
        for (int i = 0; i < 300; i++) {
            timeNs += random.nextInt((int) (4 * MS));
            int sides = 1 + random.nextInt(3);
            quotes.add(TestRecording.quote(
                    timeNs,
                    EUR_USD,
                    random.nextInt(2),
                    (sides & 1) == 0 ? Price.NONE : 1_000_000_000L + i * 10_000L,
                    (sides & 2) == 0 ? Price.NONE : 2_000_000_000L + i * 10_000L));
        }
        try (OpenVenues venues = OpenVenues.of(folder, "venues: {A: {slice: 10ms, " + form + "}}");
                FixSocket application = venues.logOn("A", "FIX.4.4", "");
                Recording recording = TestRecording.of(folder, quotes)) {
            application.subscribe("1", "264=0|", PAIR);
            venues.awaitSubscribed();
            List<Integer> remarks = venues.play(recording, quotes.size());
            ReceivedBook received = new ReceivedBook();
            for (int i = 0; i < quotes.size(); i++) {
                assertThat(remarks.get(i) == 0)
                        .as("seed %d: tick %d leaves", seed, i + 1)
                        .isEqualTo(i + 1 == quotes.size() || slice(quotes.get(i)) != slice(quotes.get(i + 1)));
                if (remarks.get(i) == 0) {
                    String message = application.await("|268=");
                    assertThat(message).contains("|299=" + (i + 1) + "|");
                    assertThat(received.apply(message))
                            .as("seed %d: book after tick %d", seed, i + 1)
                            .isEqualTo(book(quotes.subList(0, i + 1)));
                }
            }
        }
    }

    private static long slice(RecordedQuote quote) {
        return quote.venueTimeNs() / (10 * MS);
    }

    private static List<String> book(List<RecordedQuote> quotes) {
        Map<String, String> book = new TreeMap<>();
        for (RecordedQuote quote : quotes) {
            if (quote.hasBid()) {
                book.put(quote.venueId() + "b", "0 " + text(quote.bid()));
            }
            if (quote.hasAsk()) {
                book.put(quote.venueId() + "o", "1 " + text(quote.ask()));
            }
        }
        return book.values().stream().sorted().toList();
    }

    private static String text(long price) {
        return "%d.%05d".formatted(price / Price.SCALE, price % Price.SCALE / 10_000);
    }
}
