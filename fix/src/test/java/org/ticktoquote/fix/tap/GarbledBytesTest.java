package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.message.MessageFramer.TimestampEdge;
import org.ticktoquote.fix.tap.TapCounters.Kind;

/** Bytes that are not a FIX message are reported with bounded output and finally end the session. */
final class GarbledBytesTest extends TapFixture {
    private static final String TOO_OFTEN =
            "over: more than " + ConnectionTap.MAX_BROKEN_READS + " reads had bytes that are not a FIX message: ";

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "HTTP/1.1 400 Bad Request~Server: x; the counterparty uses HTTP: 'HTTP/1.1 400 Bad Request\\x0aServer: x'",
                "^!^#^#~~~~; the counterparty uses TLS and the session template has no 'tls': '\\x15\\x03\\x03\\x0a\\x0a\\x0a\\x0a'",
                "SSH-2.0-x; '''SSH-2.0-x'''",
                "8=FIX.4.2|9=10|35=0|34=1|10=000|; BeginString (8) is 'FIX.4.2', expected 'FIX.4.4' followed by BodyLength (9)",
                "8=FIX.4.4|35=0|10=000|; BeginString (8) is 'FIX.4.4', expected 'FIX.4.4' followed by BodyLength (9)",
                "8=FIX.4.4|9=x|35=0|; BodyLength (9) is 'x', expected CheckSum (10) after that many bytes",
                "8=FIX.4.4|9=4|35=0|34=1|10=000|; BodyLength (9) is '4', expected CheckSum (10) after that many bytes",
                "8=FIX.4.4|9=10|35=0|34=1|10=000|; 'CheckSum (10) is ''000'', expected 165'",
                "8=FIX.4.4|9=131073|; BodyLength (9) is '131073': the message exceeds the limit of 131072 bytes",
            })
    void garbageBeforeALogonEndsTheSessionAndIsQuoted(String bytes, String cause) throws InterruptedException {
        byte[] sent =
                Fix.bytes(bytes.replace("^!", "\u0015").replace("^#", "\u0003").replace('~', '\n'));
        party.read(sent).logon();

        assertThat(party.told)
                .containsExactly("over: the bytes before the Logon are not a FIX message: " + cause.replace("''", "'"));
        assertThat(party.forwarded).containsExactly("end");
        party.assertRecords("malformed");
    }

    @Test
    void writesOneRecordPerReadOfGarbage() throws InterruptedException {
        byte[] flood = Fix.bytes(String.join("", Collections.nCopies(10_000, "8=FIX.4.4|9=|")));
        party.logon().read(flood).read(flood);

        assertThat(party.session.counters().of(Kind.MALFORMED)).isEqualTo(20_000);
        party.assertRecords("logged on", "malformed 10000", "malformed 10000", "disconnected");
    }

    @Test
    void tooManyReadsOfGarbageEndTheSession() throws InterruptedException {
        party.logon();
        for (int i = 0; i < 500; i++) {
            party.read(Fix.bytes("noise " + i));
        }

        assertThat(party.told).containsExactly("logged on", "dropped", TOO_OFTEN + "'noise 100'");
        assertThat(party.forwarded).hasSize(2).last().isEqualTo("end");
        List<String> records = party.records();
        assertThat(records).hasSize(ConnectionTap.MAX_BROKEN_READS + 3).last().isEqualTo("ended");
    }

    @Test
    void countsGarbageOverAllConnectionsOfASession() throws InterruptedException {
        for (int i = 0; i <= ConnectionTap.MAX_BROKEN_READS; i++) {
            party.logon().read(Fix.bytes("noise"));
            party.connection.closed("it ended");
            party.connection = party.session.connected(party);
        }
        party.logon();

        assertThat(party.told).last().isEqualTo(TOO_OFTEN + "'noise'");
        assertThat(party.told).filteredOn("logged on"::equals).hasSize(ConnectionTap.MAX_BROKEN_READS + 1);
    }

    @ParameterizedTest
    @CsvSource({
        "noise, 1, false",
        "noise, 500, true",
        "8=FIX.4.4|9=200000|35=W|, 1, true",
    })
    void garbageDoesNotEndTheSessionOfACapture(String garbage, int reads, boolean afterLogon)
            throws InterruptedException {
        capture();
        if (afterLogon) {
            party.logon();
        }
        for (int i = 0; i < reads; i++) {
            party.read(Fix.bytes(garbage));
        }
        party.read(snapshot(3)).read(snapshot(4), snapshot(6));

        assertThat(party.told).doesNotContain("dropped").noneMatch(text -> text.startsWith("over"));
        assertThat(party.updates())
                .endsWith(
                        "snapshot 3 of 0: 1.5x3 -x0",
                        "snapshot 4 of 0: 1.5x3 -x0",
                        "gap: 6 instead of 5",
                        "snapshot 6 of 0: 1.5x3 -x0");
    }

    private void capture() {
        party.connection.closed("it ended");
        party.connection = party.session.captured(MessageFramer.of("FIX.4.4", TimestampEdge.LAST_BYTE));
    }

    @Test
    void logonOfACaptureStartsWithEmptyBooksAfterGarbage() throws InterruptedException {
        capture();
        party.read(Fix.bytes("noise")).logon();
        party.read(Fix.message("35=X|34=2|268=1|279=0|269=0|55=EUR/USD|270=1.6|271=3|"));
        assertThat(party.updates()).endsWith("refresh 2 of 0: 1.6x3 -x0");
    }

    /** Refreshes after many reads of garbage belong to the books as they were. */
    @Test
    void garbageInACaptureLosesNoBook() throws InterruptedException {
        capture();
        party.logon().read(snapshot(2));
        for (int i = 0; i <= ConnectionTap.MAX_BROKEN_READS; i++) {
            party.read(Fix.bytes("noise"));
        }
        party.read(Fix.message("35=X|34=3|268=1|279=0|269=0|55=EUR/USD|270=1.6|271=3|"));

        assertThat(party.updates()).endsWith("refresh 3 of 0: 1.6x3 -x0");
    }

    @Test
    void garbageBetweenMessagesLosesNoMessage() throws InterruptedException {
        byte[] garbage = Fix.bytes("b8=FIX.4.4|9=7|c");
        party.logon().read(Fix.bytes("a"), snapshot(2), garbage, snapshot(3), Fix.bytes("d"));

        party.assertRecords(
                "logged on",
                "malformed 4",
                "1001 1/2 snapshot 2 of 0: 1.5x3 -x0",
                "1001 2/2 snapshot 3 of 0: 1.5x3 -x0",
                "disconnected");
    }

    @Test
    void reportsAConnectionThatEndsWithoutALogon() {
        party.connection.closed("it ended");

        assertThat(party.told).containsExactly("unanswered");
    }

    @Test
    void messageThatIsTooLongEndsTheSession() throws InterruptedException {
        party.logon().read(Fix.bytes("8=FIX.4.4|9=200000|35=W|"));
        party.read(Fix.message("35=W|34=2|55=EUR/USD|268=0|"));

        assertThat(party.told)
                .containsExactly(
                        "logged on",
                        "dropped",
                        "over: BodyLength (9) is '200000': the message exceeds the limit of 131072 bytes");
        party.assertRecords("logged on", "malformed", "ended");
    }
}
