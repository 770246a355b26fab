package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.message.MessageFramer.TimestampEdge;
import org.ticktoquote.fix.tap.TapCounters.Kind;

/** Captures that lack bytes in the middle of a connection, or its beginning. */
final class MissingBytesTest extends TapFixture {
    private static byte[] refresh(int sequence) {
        return Fix.message("35=X|34=" + sequence + "|268=1|279=0|269=0|55=EUR/USD|270=1.6|271=3|");
    }

    /** The hole begins at each byte of one message and ends at each byte of another one. */
    @Test
    void countsMessagesInAHoleAndReadsThoseAroundIt() throws InterruptedException {
        byte[] first = snapshot(2);
        byte[] last = snapshot(5);
        for (int at = 0; at < first.length; at++) {
            int missing = first.length + 100;
            party.logon().read(Arrays.copyOf(first, at));
            party.connection.missing(missing, party.nowNs);
            byte[] rest = Arrays.copyOfRange(last, at, last.length);
            party.read(Fix.join(rest, snapshot(6)));
            String ns = (party.nowNs - 1) + " ";
            List<String> expected = new ArrayList<>(List.of(
                    "logged on",
                    ns + "not captured: " + missing + " bytes, " + (at == 0 ? 3 : 4) + " messages",
                    ns + "1/1 snapshot 6 of 0: 1.5x3 -x0"));
            if (at == 0) {
                expected.set(2, ns + "1/2 snapshot 5 of 0: 1.5x3 -x0");
                expected.add(ns + "2/2 snapshot 6 of 0: 1.5x3 -x0");
            }

            List<String> records = party.recordsSoFar();
            assertThat(records.subList(records.size() - expected.size(), records.size()))
                    .as("hole from byte %d on", at)
                    .isEqualTo(expected);
        }
        assertThat(party.session.counters().of(Kind.GAPS)).isZero();
        assertThat(party.session.counters().of(Kind.MALFORMED)).isZero();
        assertThat(party.session.counters().of(Kind.NOT_CAPTURED)).isEqualTo(3 + 4L * (first.length - 1));
        assertThat(party.told).containsOnly("logged on");
    }

    @Test
    void recordsSeveralHolesBeforeAMessageAsOne() throws InterruptedException {
        party.logon().readAt(5_000, snapshot(2));
        party.connection.missing(10, 5_010);
        party.readAt(5_005, Fix.bytes("270=1.5|"));
        party.connection.missing(20, 5_020);
        party.readAt(5_015, snapshot(7), snapshot(9));

        party.assertRecords(
                "logged on",
                "5000 1/1 snapshot 2 of 0: 1.5x3 -x0",
                "5015 not captured: 30 bytes, 4 messages",
                "5015 1/2 snapshot 7 of 0: 1.5x3 -x0",
                "gap: 9 instead of 8",
                "5015 2/2 snapshot 9 of 0: 1.5x3 -x0",
                "disconnected");
    }

    @Test
    void recordsAHoleAtTheEnd() throws InterruptedException {
        party.logon().read(snapshot(2));
        party.connection.missing(10, 1_500);
        party.connection.detach();
        party.session.close();

        assertThat(party.recordsSoFar()).last().isEqualTo("1500 not captured: 10 bytes, 0 messages");
        assertThat(party.told).containsExactly("logged on");
    }

    @Test
    void bookIsUnknownFromAHoleToItsNextSnapshot() throws InterruptedException {
        party.logon().read(snapshot(2), refresh(3));
        party.connection.missing(10, party.nowNs);
        party.read(refresh(5), snapshot(6), refresh(7));

        assertThat(party.records())
                .containsSubsequence(
                        "1001 2/2 refresh 3 of 0: 1.6x3 -x0",
                        "1002 not captured: 10 bytes, 1 messages",
                        "without book 5 of 0: 1",
                        "1002 2/3 snapshot 6 of 0: 1.5x3 -x0",
                        "1002 3/3 refresh 7 of 0: 1.6x3 -x0");
    }

    @Test
    void ignoresAMessageInsideTheRestOfAnotherOne() throws InterruptedException {
        String inside = Fix.text(snapshot(3));
        byte[] outer = Fix.message("35=j|34=3|95=" + inside.length() + "|96=" + inside + "|58=x|");
        int hole = Fix.text(outer).indexOf("|96=");
        party.logon();
        party.connection.missing(hole, party.nowNs);
        party.read(Arrays.copyOfRange(outer, hole, outer.length), snapshot(4));

        party.assertRecords(
                "logged on",
                "1001 not captured: " + hole + " bytes, 2 messages",
                "1001 1/1 snapshot 4 of 0: 1.5x3 -x0",
                "disconnected");
    }

    @Test
    void skipsABeginStringInsideData() throws InterruptedException {
        party.logon();
        party.connection.missing(7, party.nowNs);
        party.read(Fix.bytes("96=8=FIX.4.4|9=64|35=W|10=000|8=FIX.4.4|9=5|35=W|10=000|10=123|"), snapshot(4))
                .read(snapshot(5));

        party.assertRecords(
                "logged on",
                "1001 not captured: 7 bytes, 2 messages",
                "1001 1/1 snapshot 4 of 0: 1.5x3 -x0",
                "1002 1/1 snapshot 5 of 0: 1.5x3 -x0",
                "disconnected");
    }

    @Test
    void readsAConnectionFromItsMiddle() throws InterruptedException {
        byte[] cut = snapshot(70);
        party.inMidstream(TimestampEdge.LAST_BYTE)
                .read(Arrays.copyOfRange(cut, 9, cut.length), refresh(71))
                .read(snapshot(72), snapshot(74), Fix.message("35=5|34=75|"));

        party.assertRecords(
                "without book 71 of 0: 1",
                "1001 1/3 snapshot 72 of 0: 1.5x3 -x0",
                "gap: 74 instead of 73",
                "1001 2/3 snapshot 74 of 0: 1.5x3 -x0",
                "disconnected");
        assertThat(party.told).containsExactly("unanswered", "book unknown", "dropped");
    }

    /** A Logon can reset the numbers in mid-session. */
    @Test
    void firstLogonOfACutConnectionLeavesTheBooksUnknown() throws InterruptedException {
        party.inMidstream(TimestampEdge.LAST_BYTE)
                .read(Fix.message("35=A|34=1|49=PRICING|56=CLIENT-07|108=30|141=Y|"), refresh(2));

        assertThat(party.updates()).endsWith("without book 2 of 0: 1");
    }

    @Test
    void readsASessionWhoseLogonIsMissing() throws InterruptedException {
        party.connection.missing(0, party.nowNs);
        party.read(snapshot(2)).read(Fix.message("35=A|34=1|108=30|"), snapshot(2));

        party.assertRecords(
                "1000 not captured: 0 bytes, 0 messages",
                "1000 1/1 snapshot 2 of 0: 1.5x3 -x0",
                "reset: 1 instead of 3",
                "logged on",
                "1001 2/2 snapshot 2 of 0: 1.5x3 -x0",
                "disconnected");
    }

    @Test
    void takesOverAFramerThatHasAlreadyReadBytes() throws InterruptedException {
        party.connection.closed("it ended");
        byte[] logon = Fix.message("35=A|34=1|49=PRICING|56=CLIENT-07|108=30|");
        byte[] next = snapshot(2);
        MessageFramer framer = MessageFramer.ofAnyVersion(TimestampEdge.LAST_BYTE);
        byte[] read = Fix.join(logon, Arrays.copyOf(next, 9));
        framer.read(new UnsafeBuffer(read), 0, read.length, 900);
        party.connection = party.session.captured(framer);
        party.connection.takeFramed(900);
        party.read(Arrays.copyOfRange(next, 9, next.length));

        party.assertRecords("logged on", "1000 1/1 snapshot 2 of 0: 1.5x3 -x0", "disconnected");
    }

    @Test
    void messageThatOvertookAnEarlierOneGetsItsTime() throws InterruptedException {
        byte[] late = snapshot(2);
        party.logon()
                .readAt(3_000, Arrays.copyOf(late, 20))
                .readAt(3_500, Arrays.copyOfRange(late, 20, late.length))
                .readAt(3_200, snapshot(3))
                .readAt(3_600, snapshot(4));

        party.assertRecords(
                "logged on",
                "3500 1/1 snapshot 2 of 0: 1.5x3 -x0",
                "3500 1/1 snapshot 3 of 0: 1.5x3 -x0",
                "3600 1/1 snapshot 4 of 0: 1.5x3 -x0",
                "disconnected");
        assertThat(party.session.counters().of(Kind.OVERTAKING)).isEqualTo(1);
    }
}
