package org.ticktoquote.replayer.venue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.replayer.venue.OpenVenues.ALPHA;
import static org.ticktoquote.replayer.venue.OpenVenues.EUR_USD;

import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.trace.MessageTrace;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.fix.message.SendingTime;

/** Tests resends, times, continued sequence numbers, and applications that do not read. */
class VenueSessionTest {
    private static final String PAIR = "55=EUR/USD|";
    private static final String BEGIN = "FIX.4.4";

    @TempDir
    private Path folder;

    private OpenVenues venues;
    private FixSocket application;

    @AfterEach
    void close() {
        CloseHelper.closeAll(application, venues);
    }

    private OpenVenues venues(String keys) throws Exception {
        return OpenVenues.of(folder, "venues: {V: {" + keys + "}}");
    }

    private static void subscribe(OpenVenues venues, FixSocket application) throws Exception {
        application.subscribe("1", "264=1|", PAIR);
        venues.awaitSubscribed();
    }

    /** Opens a venue with the keys and subscribes to it. */
    private void subscribed(String keys) throws Exception {
        venues = venues(keys);
        application = venues.logOn("V", BEGIN, "");
        subscribe(venues, application);
    }

    @Test
    void fillsGapInsteadOfResendingByDefault() throws Exception {
        subscribed("");
        for (int i = 1; i <= 5; i++) {
            venues.tick(EUR_USD, ALPHA, i, i + 1);
        }
        application.await("|34=6|");
        application.send("2", "7=3|16=0|");
        assertThat(application.await("|43=Y|")).contains("|35=4|", "|34=3|", "|36=7|", "|123=Y|");
        venues.tick(EUR_USD, ALPHA, 1, 2);
        assertThat(application.await("|35=W|")).contains("|34=7|");
    }

    @Test
    void sendsTicksWhileAnsweringTestRequests() throws Exception {
        int questions = 600;
        subscribed("");
        application.messages.clear();
        application.send(questions, "1", "112=q|");
        int answers = 0;
        int ticksAmid = 0;
        for (int ticks = 0; answers < questions; ticks++) {
            venues.tick(EUR_USD, ALPHA, ticks, ticks + 1);
            for (String next = application.messages.poll(); next != null; next = application.messages.poll()) {
                boolean answer = next.contains("|35=0|");
                answers += answer ? 1 : 0;
                ticksAmid += !answer && answers > 0 && answers < questions ? 1 : 0;
            }
        }
        assertThat(ticksAmid).isPositive();
    }

    @Test
    void reportsWhyASessionEnded() throws Exception {
        try (OpenVenues venues = venues("");
                FixSocket low = venues.logOn("V", BEGIN, "")) {
            subscribe(venues, low);
            low.numberedFrom(1);
            low.send("0", "");
            low.await("end");
            venues.awaitRefusal();
            assertThat(venues.refused)
                    .containsExactly("V to PRICING: logged out (35=5): MsgSeqNum too low, expecting 3 but received 1");
        }
        try (OpenVenues venues = venues("");
                FixSocket twice = venues.logOn("V", BEGIN, "")) {
            twice.send("A", "98=0|108=30|");
            twice.await("end");
            venues.awaitRefusal();
            assertThat(venues.refused).singleElement().asString().contains("connection from", "35=A");
        }
    }

    /** QuickFIX/J throws on the first three, and would search every number up to that of the last. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "554=secret|; 0; ''; garbled Logon (35=A): Can't determine ApplVerID",
                "1137=10|; 0; ''; Unknown or unsupported ApplVerID: 10",
                "1137=9|; D; 1128=10|; Unknown or unsupported ApplVerID: 10",
                "1137=9|; 4; 123=Y|36=2147483647|; ''",
            })
    void oneSessionDoesNotStopAnotherVenue(String logon, String type, String fields, String reason) throws Exception {
        venues = OpenVenues.of(folder, "venues: {V: {}, W: {version: FIX.5.0SP2}}");
        application = venues.logOn("V", BEGIN, "");
        try (FixSocket strange = new FixSocket(venues.port("W"), "FIXT.1.1", "PRICING", "W")) {
            strange.send("A", "98=0|108=30|141=Y|" + logon);
            strange.send(type, fields);
            if (!reason.isEmpty()) {
                strange.await("end");
                venues.awaitRefusal();
                assertThat(venues.refused)
                        .singleElement()
                        .asString()
                        .startsWith("W, connection from ")
                        .contains(reason)
                        .doesNotContain("secret");
            }
            application.send("1", "112=still there|");
            application.await("|112=still there|");
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "garbage, \" bytes are left out: 'garbage\"",
                "8=FIX.4.4|9=5|35=0|10=000|, \"26 bytes are left out: CheckSum (10) is '000', expected 163\"",
            })
    void ignoresUnreadableBytesAndReportsThemOnce(String bytes, String reason) throws Exception {
        subscribed("");
        application.send(Fix.bytes(bytes));
        venues.awaitRefusal();
        application.send(Fix.bytes("more of it"));
        venues.tick(EUR_USD, ALPHA, 1, 2);
        assertThat(application.await("|35=W|")).contains("|34=2|");
        assertThat(venues.refused)
                .singleElement()
                .asString()
                .startsWith("V, connection from ")
                .contains(reason);
    }

    @Test
    void countsFloodButNotMarketDataRequests() throws Exception {
        subscribed("");
        application.send(120, "V", "262=gone|263=2|264=1|267=1|269=0|146=1|55=EUR/USD|");
        assertThat(venues.feed.facts()).doesNotContainKey("floodPerSecond.V");
        AtomicLong sent = new AtomicLong();
        OpenVenues.until(
                () -> { // the rate is low on a busy machine
                    application.send(250, "1", "112=again|");
                    sent.addAndGet(250);
                    return venues.feed.facts().getOrDefault("floodMessages.V", 0L) >= 200;
                });
        Map<String, Long> facts = venues.feed.facts();
        assertThat(facts.get("floodMessages.V")).isBetween(200L, sent.get());
        assertThat(facts.get("floodPerSecond.V")).isBetween(100L, facts.get("floodMessages.V"));
    }

    @Test
    void tooLongMessageEndsTheSession() throws Exception {
        subscribed("");
        try {
            application.send("B", "148=" + "x".repeat(1 << 18) + "|");
        } catch (SocketException ended) {
            // the session can end before everything is written
        }
        application.await("end");
        String reason = ": a message exceeds the limit of 131072 bytes";
        OpenVenues.until(() -> venues.refused.stream().anyMatch(text -> text.endsWith(reason)));
    }

    /** QuickFIX/J's dictionaries lack 278 in a 35=W before FIX 5.0 SP1, and know 272 and 273 in other groups only. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "resends: 3; FIX.4.4",
                "resends: 3, tickId: 278, entryTime: sent; FIX.4.4",
                "resends: 3, ticks: X; FIX.4.4",
                "version: FIX.5.0, resends: 3, entryTime: sent, fields: 1021=1; FIXT.1.1",
            })
    void resendsDeclaredMessagesAsTheyWereSentAndFillsGapBeforeThem(String keys, String begin) throws Exception {
        venues = venues(keys);
        application = venues.logOn("V", begin, begin.equals(BEGIN) ? "" : "1137=7|");
        subscribe(venues, application);
        List<String> sent = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            venues.tick(EUR_USD, ALPHA, i, i + 1);
            sent.add(application.await("|34=" + (i + 1) + "|"));
        }
        application.send("2", "7=2|16=0|");
        assertThat(application.await("|43=Y|")).contains("|35=4|", "|34=2|", "|36=4|");
        for (String first : sent.subList(2, 5)) {
            String again = application.await("|43=Y|");
            assertThat(again).contains(first.replaceAll(".*\\|52=([^|]*)\\|.*", "|122=$1|"));
            assertThat(unnumbered(again.replaceAll("\\|43=Y\\|(52=[^|]*)\\|122=[^|]*", "|$1")))
                    .isEqualTo(unnumbered(first));
        }
    }

    /** Returns a message without its length, sending time and checksum. */
    private static String unnumbered(String message) {
        return message.replaceAll("(?<=\\|)(9|52|10)=[^|]*", "");
    }

    @Test
    void writesDeclaredTimes() throws Exception {
        subscribed("sendingTime: intended, entryTime: intended");
        long ago = TimeUnit.HOURS.toNanos(1);
        String before = hour(System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(ago));
        venues.tick(EUR_USD, ALPHA, 1, 2, System.nanoTime() - ago);
        String message = application.await("|35=W|");
        String after = hour(System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(ago));
        String hour = message.contains("|52=" + before) ? before : after;
        assertThat(message).contains("|52=" + hour, "|272=" + hour.substring(0, 8), "|273=" + hour.substring(9));
        application.send("1", "112=now|");
        assertThat(application.await("|112=now|")).doesNotContain("|52=" + before + ":");
    }

    private static String hour(long ms) {
        return new String(new SendingTime().at(ms), StandardCharsets.US_ASCII).substring(0, 11);
    }

    @Test
    void numbersContinueAfterLogonIfDeclared() throws Exception {
        try (OpenVenues venues = venues("logon: {reset: false}")) {
            try (FixSocket first = new FixSocket(venues.port("V"), BEGIN, "PRICING", "V")) {
                first.send("A", "98=0|108=30|");
                first.await("|35=A|");
                subscribe(venues, first);
                venues.tick(EUR_USD, ALPHA, 1, 2);
                assertThat(first.await("|35=W|")).contains("|34=2|");
            }
            OpenVenues.until(() -> !venues.feed.connected());
            try (FixSocket second = new FixSocket(venues.port("V"), BEGIN, "PRICING", "V")) {
                second.numberedFrom(3);
                second.send("A", "98=0|108=30|");
                assertThat(second.await("|35=A|")).contains("|34=3|");
            }
        }
    }

    @Test
    void refusesHeartbeatOutsideLimits() throws Exception {
        try (OpenVenues venues = venues("logon: {leastHeartbeat: 10, mostHeartbeat: 20}");
                FixSocket application = new FixSocket(venues.port("V"), BEGIN, "PRICING", "V")) {
            application.send("A", "98=0|108=30|141=Y|");
            assertThat(application.await("|35=5|")).contains("108=30: expected 10 to 20");
        }
    }

    @Test
    void countsTimeBlockedByApplicationThatDoesNotRead() throws Exception {
        subscribed("");
        long mostNs = TimeUnit.MILLISECONDS.toNanos(300);
        application.pauseUntil(() -> venues.fact("blockedNs") > mostNs);
        while (venues.fact("blockedNs") <= mostNs) {
            venues.tick(EUR_USD, ALPHA, 1, 2);
        }
        assertThat(venues.feed.waitedNs()).isBetween(1L, venues.fact("blockedNs"));
        assertThat(venues.fact("blockedSends")).isPositive();
    }

    @Test
    void traceShowsReceivedAndSentMessages() throws Exception {
        Path file = folder.resolve("replayer.trace");
        try (OpenVenues venues = venues("logon: {password: secret}")) {
            venues.feed.trace(MessageTrace.into(file));
            try (FixSocket application = venues.logOn("V", BEGIN, "554=secret|")) {
                subscribe(venues, application);
                venues.tick(EUR_USD, ALPHA, 1, 2);
                application.await("|35=W|");
            }
        }
        List<MessageTrace.TracedMessage> passed = MessageTrace.read(file);
        assertThat(passed)
                .extracting(each -> (each.sent() ? ">" : "<") + each.text().replaceAll(".*(\\|35=.)\\|.*", "$1"))
                .startsWith("<|35=A", ">|35=A", "<|35=V", ">|35=W");
        assertThat(passed.get(0).text()).contains("|554=***|");
    }
}
