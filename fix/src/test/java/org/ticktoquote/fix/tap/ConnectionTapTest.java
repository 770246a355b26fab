package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.fix.tap.TapCounters.Kind;

final class ConnectionTapTest extends TapFixture {
    private static byte[] heartbeat(int sequence) {
        return Fix.message("35=0|34=" + sequence + "|");
    }

    /**
     * Reads messages after a Logon. A comma ends a read. {@code 2} is a snapshot, {@code h2} a heartbeat, {@code r2} a resent
     * snapshot, {@code b2} a broken one, {@code f2-5} a gap fill, {@code s2-5} another reset, {@code l1} a Logon that resets the
     * numbers.
     */
    private void readAfterLogon(String reads) {
        party.logon();
        for (String read : reads.split(", ")) {
            party.read(
                    Stream.of(read.split(" ")).map(ConnectionTapTest::message).toArray(byte[][]::new));
        }
    }

    private static byte[] message(String text) {
        String[] numbers = text.replaceAll("[a-z]", "").split("-");
        String number = "|34=" + numbers[0] + "|";
        return switch (text.charAt(0)) {
            case 'h' -> Fix.message("35=0" + number);
            case 'r' -> Fix.message("35=W" + number + "43=Y|55=EUR/USD|268=1|269=0|270=1.5|");
            case 'f' -> Fix.message("35=4" + number + "123=Y|36=" + numbers[1] + "|");
            case 's' -> Fix.message("35=4" + number + "36=" + numbers[1] + "|");
            case 'l' -> Fix.message("35=A" + number + "49=PRICING|56=CLIENT-07|108=30|141=Y|");
            case 'b' ->
                Fix.bytes(Fix.text(snapshot(Integer.parseInt(numbers[0]))).replace("34=", "24="));
            default -> snapshot(Integer.parseInt(text));
        };
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', textBlock = """
            one gap fill for swallowed numbers ; 2 3, 4 h5, h6 ; 0 ; gap fill 2 to 5, 35=0|34=5|, 35=0|34=6|
            a gap stays visible ; 2 5 6 h7 ; 1 ; gap fill 2 to 3, gap fill 5 to 6, gap fill 6 to 7, 35=0|34=7|
            a gap is visible at once ; 2 3, 7 8 ; 1 ; gap fill 2 to 4, gap fill 7 to 8
            resent messages at once ; 2, 5, r3 r4 ; 1 ; gap fill 2 to 3, gap fill 5 to 6, gap fill 3 to 5 possdup
            a resent snapshot ; 2 4, r3, h5 ; 1 ; gap fill 2 to 3, gap fill 4 to 5, gap fill 3 to 4 possdup, 35=0|34=5|
            a number used twice ; 2 2 h3 ; 1 ; gap fill 2 to 3, 35=0|34=3|
            """)
    void forwardsGapFillsToQuickfix(String name, String reads, int gaps, String forwarded) {
        readAfterLogon(reads);

        assertThat(party.forwarded.subList(1, party.forwarded.size())).containsExactly(forwarded.split(", "));
        assertThat(party.forwarded.get(0)).isEqualTo("35=A|34=1|49=PRICING|56=CLIENT-07|108=30|");
        assertThat(party.session.counters().of(Kind.GAPS)).isEqualTo(gaps);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', textBlock = """
            a gap is recorded once ; 2 5 6 h7 ; 1 ; gap: 5 instead of 3
            a backward reset is a gap and does not move the expectation ; 2 3 s4-2 4 5 ; 1 ; gap: 2 instead of 4
            an unannounced restart ; 2 3 4 5 6, 1 2 r2 3 5 6 7 ; 2 ; gap: 1 instead of 7, gap: 5 instead of 4
            a gap fill after a missing number ; 2 f5-9 9 ; 1 ; gap: 5 instead of 3
            an unmarked gap fill for missing numbers ; 2 5 f3-5 6 ; 1 ; gap: 5 instead of 3
            a gap fill after a restart ; 2 3 4 5 6, 1 2 f3-5 5 7 ; 1 ; gap: 1 instead of 7
            a reset moves the expectation and a skip is recorded ; 2 s1-50 50, s51-52 52 ; 0 ; reset: 50 instead of 3
            a gap fill without a gap is recorded as a reset ; 2 f3-10 10, f11-12 12 ; 0 ; reset: 10 instead of 3
            a reset to one ; 2 3 4 s5-1, 1, 2, 3 ; 1 ; gap: 1 instead of 5
            a second Logon ; 2 3, l1, 2 ; 0 ; reset: 1 instead of 4, logged on
            a broken message ; 2 b3 4 ; 1 ; malformed, gap: 4 instead of 3
            """)
    void recordsGapsAndResets(String name, String reads, int gaps, String events) throws InterruptedException {
        readAfterLogon(reads);

        List<String> all = party.records();
        List<String> records =
                all.stream().filter(text -> !text.contains("snapshot")).toList();
        long snapshots = Stream.of(reads.split(",? "))
                .filter(read -> read.matches("r?\\d+"))
                .count();
        assertThat(all.size() - records.size()).isEqualTo((int) snapshots);
        assertThat(records.subList(1, records.size() - 1)).containsExactly(events.split(", "));
        assertThat(party.session.counters().of(Kind.GAPS)).isEqualTo(gaps);
    }

    @Test
    void forwardsNothingBeforeALogonAndTheRestAtTheEnd() throws InterruptedException {
        party.read(snapshot(9)).logon().read(snapshot(2));
        party.connection.closed("it ended");
        party.connection = party.session.connected(party);
        party.logon().read(heartbeat(2));

        assertThat(party.forwarded)
                .extracting(text -> text.replaceFirst("\\|.*", ""))
                .containsExactly("35=A", "gap fill 2 to 3", "35=A", "35=0");
        assertThat(party.told).containsExactly("logged on", "dropped: it ended", "logged on");
    }

    @Test
    void reportsAConnectionThatEndsAfterASecondLogon() throws InterruptedException {
        party.logon().read(snapshot(2)).logon();
        party.connection.closed("it ended");
        assertThat(party.told)
                .containsExactly("logged on", "logged on", "dropped: it ended, after a second Logon (35=A)");
    }

    @Test
    void hundredMessagesWithoutAPriceInASecondAreAFlood() throws InterruptedException {
        party.logon();
        for (int number = 2; number <= 210; number++) {
            party.read(Fix.message("35=1|34=" + number + "|112=again|"));
        }
        party.nowNs += 1_000_000_000L;
        for (int number = 211; number <= 309; number++) {
            party.read(heartbeat(number), snapshot(number + 1_000));
        }
        party.nowNs += 1_000_000_000L;
        party.read(heartbeat(310));

        assertThat(party.records())
                .filteredOn(text -> text.startsWith("flood"))
                .containsExactly("flood 100", "flood 200");
    }

    @Test
    void onlyASequenceResetMovesTheExpectation() {
        party.logon().read(Fix.message("35=W|34=2|55=EUR/USD|123=Y|36=99|268=1|269=0|270=1.5|"), snapshot(3));

        assertThat(party.session.counters().of(Kind.GAPS)).isZero();
        assertThat(party.session.counters().of(Kind.SNAPSHOTS)).isEqualTo(2);
    }

    @Test
    void aRejectedSubscriptionIsRecordedForItsPairAndForwarded() throws InterruptedException {
        party.session.requests().add("t2q-07-1-1", 1);
        party.session.requests().add("t2q-07-1-all", SnapshotRecord.NO_INSTRUMENT);
        party.logon().read(Fix.message("35=Y|34=2|262=t2q-07-1-1|58=no|"), Fix.message("35=Y|34=3|262=t2q-07-1-all|"));

        assertThat(party.forwarded).contains("35=Y|34=2|262=t2q-07-1-1|58=no|");
        assertThat(party.records()).contains("rejected 1", "rejected 65535");
    }

    @Test
    void aRejectedQuoteRequestIsARejectedSubscription() throws InterruptedException {
        party.session.requests().add("one", 1);
        party.session.requests().add("two", 2);
        party.logon()
                .read(
                        Fix.message("35=AG|34=2|131=one|58=no|"),
                        Fix.message("35=b|34=3|131=two|297=5|"),
                        Fix.message("35=b|34=4|131=one|297=0|"),
                        Fix.message("35=AH|34=5|131=one|"));

        party.assertRecords("logged on", "rejected 1", "rejected 2", "disconnected");
    }

    @Test
    void orderedLogoutIsNotADropAndIsRecordedWhenSent() throws InterruptedException {
        party.logon().read(snapshot(2));
        party.session.orderDown();
        party.connection.sent();
        party.connection.sent();
        party.read(Fix.message("35=5|34=3|"));

        List<String> records = party.records();
        assertThat(records.subList(2, records.size())).containsExactly("ordered down", "disconnected");
        assertThat(party.told).containsExactly("logged on", "down");
        assertThat(party.session.counters().of(Kind.DROPS)).isZero();
    }

    @Test
    void logoutAndEndOfItsConnectionAreOneDrop() throws InterruptedException {
        party.logon().read(Fix.message("35=5|34=2|58=bye|"));

        party.assertRecords("logged on", "disconnected");
        assertThat(party.session.counters().of(Kind.DROPS)).isEqualTo(1);
    }

    @Test
    void forwardsSnapshotsIfConfigured() throws InterruptedException {
        Path other = directory.resolve("other");
        assertThat(other.toFile().mkdir()).isTrue();
        TapParty forwarding = new TapParty(other, Symbols.inSymbol(TapParty.PAIRS), EchoedId.of(278, "decimal"), true);
        forwarding.logon().read(snapshot(2), heartbeat(3));

        assertThat(forwarding.forwarded).hasSize(3).noneMatch(text -> text.startsWith("gap fill"));
        assertThat(forwarding.records()).anyMatch(text -> text.contains("snapshot 2"));
    }
}
