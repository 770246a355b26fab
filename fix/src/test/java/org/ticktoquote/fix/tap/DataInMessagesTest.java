package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.fix.message.DataFields;
import org.ticktoquote.fix.message.Fix;

/** Data fields with separators or wrong lengths never produce a price. */
final class DataInMessagesTest {
    private static final String EMBEDDED =
            "x|35=W|34=40|43=Y|55=EUR/USD|262=t2q-07-1-all|268=1|269=0|270=9.9|271=1|10=000|y";
    private static final String NEXT = "35=W|34=3|55=EUR/USD|268=1|269=0|270=1.5|271=3|";

    @TempDir
    Path directory;

    private static String data(int lengthTag) {
        return lengthTag + "=" + EMBEDDED.length() + "|" + (lengthTag + 1) + "=" + EMBEDDED + "|";
    }

    @ParameterizedTest
    @ValueSource(ints = {90, 95, 212, 348, 350, 352, 354, 356, 358, 360, 362, 364, 445, 618, 621})
    void readsNoMessageInsideData(int lengthTag) throws InterruptedException {
        TapParty party = new TapParty(directory).logon();
        party.read(Fix.message("35=B|" + data(lengthTag) + "34=2|148=news|"), Fix.message(NEXT));

        assertThat(party.forwarded).hasSize(2).last().asString().endsWith("34=2|148=news|");
        party.assertRecords("logged on", "1001 2/2 snapshot 3 of 0: 1.5x3 -x0", "disconnected");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "35=n|34=2|DATA(212)|; 'logged on,NEXT,disconnected'",
                "35=j|34=2|45=3|372=V|380=0|DATA(354)|; 'logged on,message rejected 2,NEXT,disconnected'",
                "35=Y|34=2|262=none|DATA(354)|; 'logged on,rejected 65535,NEXT,disconnected'",
                "35=W|34=2|PAIR|DATA(354)|268=1|269=1|270=1.7|271=4|; 'logged on,AT snapshot 2 of 0: -x0 1.7x4,NEXT,disconnected'",
                "35=X|34=2|DATA(354)|268=1|279=0|269=1|PAIR|270=1.7|271=4|; 'logged on,AT refresh 2 of 0: -x0 1.7x4,NEXT,disconnected'",
                "35=X|34=2|268=1|279=0|269=1|PAIR|270=1.7|271=4|DATA(354)|; 'logged on,AT refresh 2 of 0: -x0 1.7x4,NEXT,disconnected'",
                "35=S|34=2|117=1|PAIR|132=1.5|134=2|DATA(354)|; 'logged on,AT quote 2 of 0: 1.5x2 -x0,NEXT,disconnected'",
                "35=i|34=2|117=1|296=1|DATA(364)|295=1|299=1|PAIR|132=1.5|; 'logged on,AT mass quote 2 of 0: 1.5x0 -x0,NEXT,disconnected'",
            })
    void readsFieldsBeforeAndAfterData(String message, String records) throws InterruptedException {
        TapParty party = new TapParty(directory, Symbols.inSymbol(TapParty.PAIRS), EchoedId.NONE, false).logon();
        String body = Pattern.compile("DATA\\((\\d+)\\)\\|")
                .matcher(message.replace("PAIR", "55=EUR/USD"))
                .replaceAll(found -> data(Integer.parseInt(found.group(1))));
        party.read(Fix.message(body), Fix.message(NEXT));

        String read =
                records.replace("NEXT", "1001 2/2 snapshot 3 of 0: 1.5x3 -x0").replace("AT", "1001 1/2");
        party.assertRecords(read.split(","));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "95=500|96=a|b|; the length field 95 is '500'",
                "95=2|96=a|b|; the length field 95 is '2'",
                "95=x|96=a|b|; the length field 95 is 'x'",
                "95=|96=a|b|; the length field 95 is ''",
                "95=-3|96=a|b|; the length field 95 is '-3'",
                "95=99999999999|96=a|b|; the length field 95 is '99999999999'",
            })
    void discardsAMessageWithAWrongLengthAndNamesIt(String data, String why) throws InterruptedException {
        TapParty party = new TapParty(directory).logon();
        String price = "55=EUR/USD|268=1|269=0|270=9.9|271=1|";
        party.read(Fix.message("35=W|34=2|" + data + price), Fix.message(NEXT));

        assertThat(party.told)
                .hasSize(2)
                .last()
                .asString()
                .startsWith("noticed: garbled messages are ignored")
                .contains(why);
        party.assertRecords("logged on", "malformed", "1001 2/2 snapshot 3 of 0: 1.5x3 -x0", "disconnected");
    }

    @Test
    void logonWithAWrongLengthEndsTheSessionWithAReason() throws InterruptedException {
        TapParty party = new TapParty(directory);
        party.read(Fix.message("35=A|34=1|49=PRICING|56=CLIENT-07|108=30|95=4|96=a|b|"));

        assertThat(party.told)
                .containsExactly("over: garbled Logon (35=A): the length field 95 is '4':"
                        + " expected the number of bytes of the data field 96 after it");
    }

    @Test
    void acceptsDataInALogon() throws InterruptedException {
        TapParty party = new TapParty(directory);
        party.read(Fix.message("35=A|34=1|" + data(95) + "49=PRICING|56=CLIENT-07|108=30|"));

        assertThat(party.told).containsExactly("logged on");
    }

    /** Without a length, the end of data is unknown. */
    @Test
    void dataWithoutALengthFieldIsAnOrdinaryField() throws InterruptedException {
        TapParty party = new TapParty(directory).logon();
        party.read(Fix.message("35=W|34=2|96=a|95=7|55=EUR/USD|268=1|269=0|270=1.5|271=3|"));

        assertThat(party.records()).contains("1001 1/1 snapshot 2 of 0: 1.5x3 -x0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"34=2|35=W|55=EUR/USD|268=1|269=0|270=1.5|", "34=2|55=EUR/USD|268=1|269=0|270=1.5|"})
    void messageTypeMustBeTheThirdField(String body) throws InterruptedException {
        TapParty party = new TapParty(directory).logon().read(Fix.message(body));

        assertThat(party.told).last().asString().contains("MsgType (35) is not the third field");
        party.assertRecords("logged on", "malformed", "disconnected");
    }

    @Test
    void usesTheFirstMessageTypeAndSequenceNumber() throws InterruptedException {
        TapParty party = new TapParty(directory).logon();
        party.read(Fix.message("35=W|34=2|55=EUR/USD|268=1|269=0|270=1.5|271=3|35=0|34=77|"), Fix.message(NEXT));

        party.assertRecords(
                "logged on",
                "1001 1/2 snapshot 2 of 0: 1.5x3 -x0",
                "1001 2/2 snapshot 3 of 0: 1.5x3 -x0",
                "disconnected");
    }

    /** All fields of type DATA in the dictionaries of QuickFIX, with their length fields. */
    @Test
    void knowsEveryDataFieldOfTheDictionaries() throws Exception {
        Map<Integer, Integer> known = new HashMap<>();
        for (String name : List.of("FIX42", "FIX43", "FIX44", "FIX50", "FIX50SP1", "FIX50SP2", "FIXT11")) {
            String dictionary = new String(
                    ClassLoader.getSystemResourceAsStream(name + ".xml").readAllBytes(), StandardCharsets.UTF_8);
            Pattern.compile("<field [^>]*type=['\"](?:XML)?DATA['\"][^>]*>")
                    .matcher(dictionary)
                    .results()
                    .map(found -> Integer.parseInt(found.group().replaceAll(".*number=['\"](\\d+).*", "$1")))
                    .forEach(data -> known.put(data == 89 ? 93 : data - 1, data));
        }

        assertThat(DataFields.dataByLength()).isEqualTo(known).hasSizeGreaterThan(20);
    }

    @Test
    void readsAnIdInADataField() throws InterruptedException {
        TapParty party = new TapParty(directory, Symbols.inSymbol(TapParty.PAIRS), EchoedId.of(96, "decimal"), false);
        party.logon().read(Fix.message("35=W|34=2|55=EUR/USD|95=2|96=17|268=1|269=0|270=1.5|271=3|"));

        assertThat(party.records()).contains("1001 1/1 snapshot 2 of 0: 1.5x3 -x0 id 17");
    }

    /** QuickFIX/J gets two gap fills per heartbeat interval, so that it does not consider a streaming counterparty silent. */
    @Test
    void forwardsAGapFillTwiceInEachHeartbeatInterval() throws InterruptedException {
        TapParty party = new TapParty(directory).logon();
        for (int number = 2; number <= 5; number++) {
            party.nowNs += 10_000_000_000L;
            party.read(Fix.message(NEXT.replace("34=3", "34=" + number)));
        }

        assertThat(party.forwarded)
                .containsExactly("35=A|34=1|49=PRICING|56=CLIENT-07|108=30|", "gap fill 2 to 4", "gap fill 4 to 6");
    }
}
