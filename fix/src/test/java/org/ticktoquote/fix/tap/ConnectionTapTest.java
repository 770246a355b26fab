package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.fix.tap.TapCounters.Kind;

final class ConnectionTapTest {
    @TempDir
    Path directory;

    private TapParty party;

    @BeforeEach
    void connect() throws InterruptedException {
        party = new TapParty(directory);
    }

    private static byte[] snapshot(int sequence) {
        return Fix.message("35=W|34=" + sequence + "|55=EUR/USD|268=1|269=0|278=" + sequence + "|270=1.5|271=3|");
    }

    private static byte[] heartbeat(int sequence) {
        return Fix.message("35=0|34=" + sequence + "|");
    }

    @Test
    void forwardsOneGapFillForSwallowedNumbersBeforeTheNextMessage() {
        party.logon()
                .read(snapshot(2), snapshot(3))
                .read(snapshot(4), heartbeat(5))
                .read(heartbeat(6));

        assertThat(party.forwarded)
                .containsExactly(
                        "35=A|34=1|49=PRICING|56=CLIENT-07|108=30|", "gap fill 2 to 5", "35=0|34=5|", "35=0|34=6|");
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
    void recordsAGapAndLeavesItVisibleToQuickfix() throws InterruptedException {
        party.logon().read(snapshot(2), snapshot(5), snapshot(6), heartbeat(7));

        assertThat(party.forwarded.subList(1, 5))
                .containsExactly("gap fill 2 to 3", "gap fill 5 to 6", "gap fill 6 to 7", "35=0|34=7|");
        assertThat(party.session.counters().of(Kind.GAPS)).isEqualTo(1);
        assertThat(party.records()).contains("gap: 5 instead of 3").doesNotContain("gap: 6 instead of 3");
    }

    @Test
    void quickfixSeesAGapWithoutWaitingForAnotherMessage() {
        party.logon().read(snapshot(2), snapshot(3)).read(snapshot(7), snapshot(8));

        assertThat(party.forwarded.subList(1, party.forwarded.size()))
                .containsExactly("gap fill 2 to 4", "gap fill 7 to 8");
    }

    @Test
    void forwardsResentMessagesAtOnceWithoutAnotherGap() {
        byte[] three = Fix.message("35=W|34=3|43=Y|55=EUR/USD|268=1|269=0|270=1.5|");
        byte[] four = Fix.message("35=W|34=4|43=Y|55=EUR/USD|268=1|269=0|270=1.5|");
        party.logon().read(snapshot(2)).read(snapshot(5)).read(three, four);

        assertThat(party.forwarded.subList(1, party.forwarded.size()))
                .containsExactly("gap fill 2 to 3", "gap fill 5 to 6", "gap fill 3 to 5 possdup");
        assertThat(party.session.counters().of(Kind.GAPS)).isEqualTo(1);
    }

    @Test
    void backwardResetIsAGapAndDoesNotMoveTheExpectation() throws InterruptedException {
        party.logon().read(snapshot(2), snapshot(3), Fix.message("35=4|34=4|36=2|"), snapshot(4), snapshot(5));

        assertThat(party.records()).filteredOn(text -> text.startsWith("gap")).containsExactly("gap: 2 instead of 4");
        assertThat(party.session.counters().of(Kind.GAPS)).isEqualTo(1);
    }

    @Test
    void resetToOneCountsAsOneGap() throws InterruptedException {
        party.logon().read(snapshot(2), snapshot(3), snapshot(4), Fix.message("35=4|34=5|36=1|"));
        for (int number = 1; number < 4; number++) {
            party.read(snapshot(number));
        }

        assertThat(party.session.counters().of(Kind.GAPS)).isEqualTo(1);
        assertThat(party.session.counters().of(Kind.SNAPSHOTS)).isEqualTo(6);
        assertThat(party.records()).filteredOn(text -> text.startsWith("gap")).containsExactly("gap: 1 instead of 5");
    }

    @Test
    void unannouncedRestartIsOneGapAndAMissingNumberAnother() throws InterruptedException {
        byte[] resent = Fix.message("35=W|34=2|43=Y|55=EUR/USD|268=1|269=0|270=1.5|");
        party.logon()
                .read(snapshot(2), snapshot(3), snapshot(4), snapshot(5), snapshot(6))
                .read(snapshot(1), snapshot(2), resent, snapshot(3), snapshot(5), snapshot(6), snapshot(7));

        assertThat(party.records())
                .filteredOn(text -> text.startsWith("gap"))
                .containsExactly("gap: 1 instead of 7", "gap: 5 instead of 4");
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
    void gapFillAfterAMissingNumberIsAGap() throws InterruptedException {
        party.logon().read(snapshot(2), Fix.message("35=4|34=5|123=Y|36=9|"), snapshot(9));

        assertThat(party.records()).filteredOn(text -> text.startsWith("gap")).containsExactly("gap: 5 instead of 3");
    }

    @Test
    void resentSnapshotIsNotAGapAndItsGapFillIsPossDup() throws InterruptedException {
        byte[] resent = Fix.message("35=W|34=3|43=Y|55=EUR/USD|268=1|269=0|270=1.5|");
        party.logon().read(snapshot(2), snapshot(4)).read(resent).read(heartbeat(5));

        assertThat(party.forwarded.subList(1, 5))
                .containsExactly("gap fill 2 to 3", "gap fill 4 to 5", "gap fill 3 to 4 possdup", "35=0|34=5|");
        assertThat(party.session.counters().of(Kind.GAPS)).isEqualTo(1);
    }

    @Test
    void sequenceResetMovesTheExpectationAndASkipIsRecorded() throws InterruptedException {
        party.logon()
                .read(Fix.message("35=4|34=2|123=Y|36=10|"), snapshot(10))
                .read(Fix.message("35=4|34=1|36=50|"), snapshot(50))
                .read(Fix.message("35=4|34=51|36=52|"), snapshot(52));

        assertThat(party.session.counters().of(Kind.GAPS)).isZero();
        assertThat(party.records())
                .filteredOn(text -> text.startsWith("reset"))
                .containsExactly("reset: 50 instead of 11");
    }

    @Test
    void recordsASecondLogonThatResetsNumbers() throws InterruptedException {
        byte[] again = Fix.message("35=A|34=1|49=PRICING|56=CLIENT-07|108=30|141=Y|");
        party.logon().read(snapshot(2), snapshot(3)).read(again).read(snapshot(2));

        assertThat(party.session.counters().of(Kind.GAPS)).isZero();
        assertThat(party.records())
                .filteredOn(text -> !text.contains("snapshot"))
                .containsExactly("logged on", "reset: 1 instead of 4", "logged on", "disconnected");
    }

    @Test
    void onlyASequenceResetMovesTheExpectation() {
        party.logon().read(Fix.message("35=W|34=2|55=EUR/USD|123=Y|36=99|268=1|269=0|270=1.5|"), snapshot(3));

        assertThat(party.session.counters().of(Kind.GAPS)).isZero();
        assertThat(party.session.counters().of(Kind.SNAPSHOTS)).isEqualTo(2);
    }

    @Test
    void aNumberUsedTwiceIsAGapThatQuickfixDoesNotSee() {
        party.logon().read(snapshot(2), snapshot(2), heartbeat(3));

        assertThat(party.session.counters().of(Kind.GAPS)).isEqualTo(1);
        assertThat(party.forwarded.subList(1, 3)).containsExactly("gap fill 2 to 3", "35=0|34=3|");
    }

    @Test
    void messagesOfOneReadShareItsTimeAndCountUp() throws InterruptedException {
        party.logon().read(snapshot(2), heartbeat(3), snapshot(4));

        assertThat(party.records())
                .contains("1001 1/3 snapshot 2 of 0: 1.5x3 -x0 id 2", "1001 3/3 snapshot 4 of 0: 1.5x3 -x0 id 4");
    }

    @Test
    void splitMessageHasTheTimeOfItsEnd() throws InterruptedException {
        byte[] bytes = snapshot(2);
        party.logon().read(Arrays.copyOf(bytes, 30)).read(Arrays.copyOfRange(bytes, 30, bytes.length));

        assertThat(party.records()).contains("1002 1/1 snapshot 2 of 0: 1.5x3 -x0 id 2");
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

        assertThat(party.records()).containsExactly("logged on", "disconnected");
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

    @Test
    void brokenMessageIsMalformedAndItsNumberIsAGap() throws InterruptedException {
        byte[] broken = snapshot(3);
        broken[20] ^= 1;
        party.logon().read(snapshot(2), broken, snapshot(4));

        Stream<String> events = party.records().stream().filter(text -> !text.contains("snapshot"));
        assertThat(events).containsExactly("logged on", "malformed", "gap: 4 instead of 3", "disconnected");
    }
}
