package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.fix.tap.TapCounters.Kind;

final class SnapshotShapesTest {
    private static final String BOTH = "268=2|269=0|270=1.1001|271=1000000|269=1|270=1.1003|271=2000000|";

    @TempDir
    Path directory;

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = ';', textBlock = """
            both sides ; 34=2|55=EUR/USD|268=2|269=0|270=1.1001|271=1000000|269=1|270=1.1003|271=2000000| ; 1.1001x1000000 1.1003x2000000
            ask before bid ; 34=2|55=EUR/USD|268=2|269=1|270=1.1003|271=20|269=0|270=1.1001|271=10| ; 1.1001x10 1.1003x20
            bid only ; 34=2|55=EUR/USD|268=1|269=0|270=1.1001|271=1000000| ; 1.1001x1000000 -x0
            ask only ; 34=2|55=EUR/USD|268=1|269=1|270=1.1003|271=2000000| ; -x0 1.1003x2000000
            empty book ; 34=2|55=EUR/USD|268=0| ; -x0 -x0
            no quantity ; 34=2|55=EUR/USD|268=2|269=0|270=1.1001|269=1|270=1.1003| ; 1.1001x0 1.1003x0
            quantity first ; 34=2|55=EUR/USD|268=2|269=0|271=5|270=1.1001|269=1|271=6|270=1.1003| ; 1.1001x5 1.1003x6
            quantity decimal ; 34=2|55=EUR/USD|268=1|269=0|270=1.1001|271=1000000.00| ; 1.1001x1000000 -x0
            best in the middle ; 34=2|55=EUR/USD|268=6|269=0|270=1|269=0|270=3|269=0|270=2|269=1|270=6|269=1|270=4|269=1|270=5| ; 3x0 4x0
            sides interleaved ; 34=2|55=EUR/USD|268=4|269=0|270=2|271=2|269=1|270=4|271=4|269=0|270=1|271=1|269=1|270=5|271=5| ; 2x2 4x4
            other entry types ; 34=2|55=EUR/USD|268=3|269=2|270=9|271=9|269=0|270=2|271=2|269=4|270=0| ; 2x2 -x0
            symbol at the end ; 34=2|268=1|269=0|270=2|271=2|55=EUR/USD| ; 2x2 -x0
            negative price ; 34=2|55=EUR/USD|268=1|269=0|270=-0.5|271=2| ; -0.5x2 -x0
            many other fields ; 49=PRICING|56=CLIENT-07|34=2|52=20261120-14:12:00|55=EUR/USD|268=1|269=0|270=2|15=EUR|271=2| ; 2x2 -x0
            """)
    void takesTheBestOfEachSide(String shape, String body, String top) throws InterruptedException {
        TapParty party = new TapParty(directory).logon().read(Fix.message("35=W|" + body.strip()));

        assertThat(party.records()).contains("1001 1/1 snapshot 2 of 0: " + top);
        assertThat(party.session.counters().of(Kind.SNAPSHOTS)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "278, decimal, 34=2|55=EUR/USD|268=2|269=0|278=42|270=1|269=1|270=2|278=43|, 43",
        "278, decimal, 34=2|55=EUR/USD|268=3|269=1|278=43|270=2|269=0|278=42|270=1|269=0|270=1|, 43",
        "278, decimal, 34=2|55=EUR/USD|268=2|269=0|278=3|270=1|269=1|278=1000000000001|270=2|, 3",
        "278, decimal, 34=2|55=EUR/USD|268=3|269=2|278=44|270=1|269=0|278=42|270=1|269=4|278=45|270=1|, 42",
        "299, decimal, 34=2|55=EUR/USD|299=42|268=1|269=0|270=1|, 42",
        "299, decimal, 34=2|55=EUR/USD|299=42|268=1|269=0|270=1|299=43|, 42",
        "299, decimal, 34=2|55=EUR/USD|268=2|269=0|270=1|269=2|270=1|299=42|, 42",
        "278, hex,     34=2|55=EUR/USD|268=1|269=0|278=ff|270=1|, 255",
        "278, T:decimal, 34=2|55=EUR/USD|268=1|269=0|278=T:42|270=1|, 42",
        "278, 0xhex,   34=2|55=EUR/USD|268=1|269=0|278=0x1F|270=1|, 31",
        "262, decimal, 34=2|55=EUR/USD|262=1000000000042|268=1|269=0|270=1|, 1000000000042",
    })
    void readsTheEchoedIdInAnyTag(int tag, String transform, String body, long id) throws InterruptedException {
        TapParty party = new TapParty(directory, Symbols.inSymbol(TapParty.PAIRS), EchoedId.of(tag, transform), false);
        party.read(Fix.message("35=W|" + body));

        assertThat(party.records()).hasSize(1).allMatch(text -> text.endsWith(" id " + id));
    }

    @ParameterizedTest
    @CsvSource({"T42", "12a", "-1", "99999999999999999999"})
    void valueThatIsNotAnIdNamesNoTick(String value) throws InterruptedException {
        TapParty party =
                new TapParty(directory).read(Fix.message("35=W|34=2|55=EUR/USD|268=1|269=0|278=" + value + "|270=1|"));

        party.assertRecords("1000 1/1 snapshot 2 of 0: 1x0 -x0");
    }

    @ParameterizedTest
    @CsvSource({
        "34=2|268=1|269=0|270=1|",
        "34=2|55=EUR/USD|268=1|269=0|271=5|",
        "34=2|55=EUR/USD|268=1|269=0|270=abc|",
        "34=2|55=EUR/USD|268=1|269=0|270=1.1234567891|",
        "55=EUR/USD|268=1|269=0|270=1|",
    })
    void snapshotWithoutRequiredFieldsIsMalformed(String body) throws InterruptedException {
        TapParty party = new TapParty(directory).read(Fix.message("35=W|" + body));

        party.assertRecords("malformed");
        assertThat(party.session.counters().of(Kind.MALFORMED)).isEqualTo(1);
        assertThat(party.session.counters().of(Kind.SNAPSHOTS)).isZero();
    }

    @Test
    void symbolWithoutASubscriptionIsUnknown() throws InterruptedException {
        TapParty party = new TapParty(directory).read(Fix.message("35=W|34=2|55=GBP/USD|" + BOTH));

        party.assertRecords("unknown symbol 2");
        assertThat(party.session.counters().of(Kind.UNKNOWN_SYMBOLS)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "269=0|270=1.5|271=0|269=1|270=1.6|271=5|; -x0 1.6x5",
                "269=0|270=1.5|271=0.00|269=1|270=1.6|271=0|; -x0 -x0 nothing to be had",
                "269=0|271=0|269=1|270=1.6|; -x0 1.6x0",
                "269=0|270=1.5|271=0|269=0|270=1.4|271=3|269=1|270=1.6|271=7|; 1.4x3 1.6x7",
                "269=0|270=1.5|271=0.5|269=1|270=1.6|271=00.25|; 1.5x0 1.6x0",
                "269=0|270=1.5|269=1|270=1.6|271=x|; 1.5x0 1.6x0",
            })
    void levelOfSizeZeroIsNotAPrice(String entries, String top) throws InterruptedException {
        TapParty party = new TapParty(directory).logon().read(Fix.message("35=W|34=2|55=EUR/USD|268=2|" + entries));

        assertThat(party.records()).contains("1001 1/1 snapshot 2 of 0: " + top);
        boolean withdrawn = entries.contains("271=0|") || entries.contains("271=0.00|");
        assertThat(party.told.stream().anyMatch(text -> text.contains("levels of size 0 (271=0)")))
                .isEqualTo(withdrawn);
    }

    @Test
    void levelOfSizeZeroIsAPriceIfDeclared() throws InterruptedException {
        SessionFormat form = new SessionFormat("FIX.4.4", Symbols.inSymbol(TapParty.PAIRS), EchoedId.NONE, true);
        TapParty party = new TapParty(directory, form, false)
                .logon()
                .read(Fix.message("35=W|34=2|55=EUR/USD|268=2|269=0|270=1.5|271=0|269=1|270=1.6|271=0|"));

        assertThat(party.records()).contains("1001 1/1 snapshot 2 of 0: 1.5x0 1.6x0");
        assertThat(party.told).noneMatch(text -> text.startsWith("noticed"));
    }
}
