package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.fix.tap.TapCounters.Kind;

final class QuotesTest {
    @TempDir
    Path directory;

    private int number = 1;

    private TapParty party(Symbols symbols) throws InterruptedException {
        return new TapParty(directory, symbols, EchoedId.of(117, "decimal"), false).logon();
    }

    private TapParty party() throws InterruptedException {
        return party(Symbols.inSymbol(TapParty.PAIRS));
    }

    private byte[] message(String type, String body) {
        return Fix.message("35=" + type + "|34=" + ++number + "|" + body);
    }

    @Test
    void sideOfSizeZeroIsNotAPrice() throws InterruptedException {
        TapParty party = party().read(
                        message("S", "117=17|55=EUR/USD|132=1.5|133=1.6|134=0|135=4|"),
                        message("S", "117=18|55=EUR/USD|132=1.5|133=1.6|134=0|135=0.00|"));

        party.assertUpdates("quote 2 of 0: -x0 1.6x4 id 17", "quote 3 of 0: -x0 -x0 id 18 nothing to be had");
        assertThat(party.session.counters().snapshots(0)).isEqualTo(1);
    }

    @Test
    void quoteCanNameItsPairByItsRequest() throws InterruptedException {
        RequestIds requests = new RequestIds();
        requests.add("t2q-07-1-1", 1);
        SessionFormat form = new SessionFormat(
                "FIX.4.4", Symbols.inRequestId(requests), EchoedId.of(117, "decimal"), false, requests);
        TapParty party = new TapParty(directory, form, false).logon();
        party.read(message("S", "131=t2q-07-1-1|117=1|132=1.5|"), message("Z", "131=t2q-07-1-1|117=1|298=5|"));

        party.assertUpdates("quote 2 of 1: 1.5x0 -x0 id 1", "cancel 3 of 1: -x0 -x0 id 1");
    }

    @Test
    void usesTheBestOfSeveralEntriesOfAPair() throws InterruptedException {
        TapParty party = party().read(message(
                "i",
                "117=9|295=3|299=a|55=EUR/USD|132=1.5|133=1.7|134=1|135=1|"
                        + "299=b|55=EUR/USD|132=1.4|133=1.6|134=2|135=2|299=c|55=GBP/USD|132=1|"));

        party.assertUpdates("unknown symbol 2", "mass quote 2 of 0: 1.5x1 1.6x2 id 9");
    }

    @Test
    void quoteEntryIdCanNameThePair() throws InterruptedException {
        TapParty party = party(Symbols.inQuoteEntryId(Map.of("s1", 0, "s2", 1)))
                .read(message("i", "117=9|295=1|299=s2|132=100|133=101|"));

        party.assertUpdates("mass quote 2 of 1: 100x0 101x0 id 9");
    }

    @Test
    void cancelWithdrawsTheQuotesItNames() throws InterruptedException {
        String both = "117=1|295=2|299=a|55=EUR/USD|132=1.5|299=b|55=USD/JPY|132=100|";
        TapParty party = party().read(
                        message("i", both),
                        message("Z", "117=8|298=1|295=1|55=USD/JPY|"),
                        message("Z", "117=8|298=1|55=EUR/USD|"),
                        message("i", both),
                        message("Z", "117=a|298=5|"),
                        message("Z", "117=nobody's|298=5|"),
                        message("Z", "117=8|298=4|"));

        party.assertUpdates(
                "mass quote 2 of 0: 1.5x0 -x0 id 1",
                "mass quote 2 of 1: 100x0 -x0 id 1",
                "cancel 3 of 1: -x0 -x0 id 8",
                "cancel 4 of 0: -x0 -x0 id 8",
                "mass quote 5 of 0: 1.5x0 -x0 id 1",
                "mass quote 5 of 1: 100x0 -x0 id 1",
                "cancel 6 of 0: -x0 -x0",
                "unknown cancel 7",
                "cancel 8 of 1: -x0 -x0 id 8");
    }

    @Test
    void ignoresTheCancelOfAReplacedQuote() throws InterruptedException {
        TapParty party = party().read(
                        message("S", "117=1|55=EUR/USD|132=1.5|"),
                        message("S", "117=2|55=EUR/USD|132=1.6|"),
                        message("Z", "117=1|131=r|298=1|295=1|55=EUR/USD|"),
                        message("Z", "117=1|298=5|"),
                        message("Z", "298=1|55=EUR/USD|117=1|"),
                        message("Z", "117=2|298=1|295=1|55=EUR/USD|"),
                        message("S", "117=3|55=EUR/USD|132=1.7|"),
                        message("Z", "117=2|298=4|"));

        party.assertUpdates(
                "quote 2 of 0: 1.5x0 -x0 id 1",
                "quote 3 of 0: 1.6x0 -x0 id 2",
                "cancel 7 of 0: -x0 -x0 id 2",
                "quote 8 of 0: 1.7x0 -x0 id 3",
                "cancel 9 of 0: -x0 -x0 id 2");
    }

    @Test
    void quoteIdCountsEvenWithAQuoteEntryId() throws InterruptedException {
        TapParty party = party().read(
                        message("S", "117=1|55=EUR/USD|132=1.5|299=41|"),
                        message("S", "117=2|55=EUR/USD|132=1.6|299=42|"),
                        message("Z", "117=1|298=1|295=1|55=EUR/USD|299=42|"),
                        message("Z", "298=1|55=EUR/USD|117=1|299=42|"),
                        message("Z", "117=2|298=5|"));

        party.assertUpdates(
                "quote 2 of 0: 1.5x0 -x0 id 1", "quote 3 of 0: 1.6x0 -x0 id 2", "cancel 6 of 0: -x0 -x0 id 2");
    }

    @Test
    void resentQuoteDoesNotReplaceTheNewestOne() throws InterruptedException {
        TapParty party = party().read(
                        message("S", "117=1|55=EUR/USD|132=1.5|"),
                        message("S", "117=2|55=EUR/USD|132=1.6|"),
                        Fix.message("35=S|34=2|43=Y|117=1|55=EUR/USD|132=1.5|"),
                        message("Z", "117=2|298=1|295=1|55=EUR/USD|"));

        party.assertUpdates(
                "quote 2 of 0: 1.5x0 -x0 id 1",
                "quote 3 of 0: 1.6x0 -x0 id 2",
                "quote 2 of 0: 1.5x0 -x0 id 1 possdup",
                "cancel 4 of 0: -x0 -x0 id 2");
    }

    /** The quote of the gap is newer than the live one, although it is resent. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"117=2|298=5|; cancel 5 of 0: -x0 -x0 id 2", "117=1|298=1|295=1|55=EUR/USD|;"})
    void resentQuoteOfAGapIsTheNewestOne(String cancel, @Nullable String update) throws InterruptedException {
        TapParty party = party().read(
                        Fix.message("35=S|34=2|117=1|55=EUR/USD|132=1.5|"),
                        Fix.message("35=0|34=4|"),
                        Fix.message("35=S|34=3|43=Y|117=2|55=EUR/USD|132=1.6|"),
                        Fix.message("35=Z|34=5|" + cancel));

        party.assertUpdates(Stream.of(
                        "quote 2 of 0: 1.5x0 -x0 id 1",
                        "gap: 4 instead of 3",
                        "quote 3 of 0: 1.6x0 -x0 id 2 possdup",
                        update)
                .filter(Objects::nonNull)
                .toArray(String[]::new));
    }

    @Test
    void resentCancelDoesNotWithdrawANewerQuote() throws InterruptedException {
        TapParty party = party().read(
                        Fix.message("35=S|34=2|117=2|55=EUR/USD|132=1.5|"),
                        Fix.message("35=S|34=3|117=3|55=EUR/USD|132=1.6|"),
                        Fix.message("35=S|34=4|117=4|55=EUR/USD|132=1.7|"),
                        Fix.message("35=Z|34=2|43=Y|117=2|298=1|295=1|55=EUR/USD|"),
                        Fix.message("35=Z|34=5|117=4|298=5|"));

        party.assertUpdates(
                "quote 2 of 0: 1.5x0 -x0 id 2",
                "quote 3 of 0: 1.6x0 -x0 id 3",
                "quote 4 of 0: 1.7x0 -x0 id 4",
                "cancel 2 of 0: -x0 -x0 id 2 possdup",
                "cancel 5 of 0: -x0 -x0 id 4");
    }

    @Test
    void unreadableQuotesAreMalformed() throws InterruptedException {
        TapParty party = party().read(
                        message("S", "117=1|132=1.5|"),
                        message("S", "117=1|55=EUR/USD|132=dear|"),
                        message("i", "117=1|295=2|299=a|132=1.5|299=b|55=USD/JPY|132=100|"));

        party.assertUpdates("malformed", "malformed", "malformed", "mass quote 4 of 1: 100x0 -x0 id 1");
    }

    @Test
    void countsAllTypesAndDoesNotForwardThem() throws InterruptedException {
        TapParty party = party().read(
                        message("X", "55=EUR/USD|268=1|279=0|269=0|278=b|270=1|"),
                        message("S", "117=1|55=EUR/USD|132=1.5|"),
                        message("i", "117=1|295=1|299=b|55=USD/JPY|132=100|"),
                        message("Z", "298=4|"),
                        message("0", ""));

        TapCounters counters = party.session.counters();
        assertThat(List.of(
                        counters.of(Kind.INCREMENTALS),
                        counters.of(Kind.QUOTES),
                        counters.of(Kind.MASS_QUOTES),
                        counters.of(Kind.QUOTE_CANCELS)))
                .containsExactly(1L, 1L, 1L, 1L);
        assertThat(party.forwarded.subList(1, 3)).containsExactly("gap fill 2 to 6", "35=0|34=6|");
    }
}
