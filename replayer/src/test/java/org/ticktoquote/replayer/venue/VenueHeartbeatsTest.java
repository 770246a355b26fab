package org.ticktoquote.replayer.venue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Durations.ONE_MINUTE;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import quickfix.SystemTime;
import quickfix.SystemTimeSource;

/** Signs of life between a venue and its applications, by the clock of QuickFIX/J, and the end of a session. */
class VenueHeartbeatsTest {
    private static final long BEGIN_MS = 1_795_000_000_000L;
    private static final String BEGIN = "FIX.4.4";

    @TempDir
    private Path folder;

    @BeforeEach
    void stopTime() {
        later(0);
    }

    @AfterEach
    void restoreTime() {
        SystemTime.setTimeSource(null);
    }

    private OpenVenues venues() throws Exception {
        return OpenVenues.of(folder, "venues: {V: {}}");
    }

    /** Stops the clock so many milliseconds after the beginning. */
    private static void later(long ms) {
        SystemTime.setTimeSource(new SystemTimeSource() {
            @Override
            public long getTime() {
                return BEGIN_MS + ms;
            }

            @Override
            public LocalDateTime getNow() {
                return LocalDateTime.ofEpochSecond((BEGIN_MS + ms) / 1_000, 0, ZoneOffset.UTC);
            }
        });
    }

    @Test
    void anApplicationThatFallsSilentIsBeatenToAskedAndLoggedOut() throws Exception {
        try (OpenVenues venues = venues();
                FixSocket application = venues.logOn("V", BEGIN, "")) {
            later(30_000);
            application.await("|35=0|");
            later(36_000);
            assertThat(application.await("|35=1|")).contains("|112=TEST|");
            later(72_000);
            assertThat(application.await("|35=5|"))
                    .contains(
                            "|58=nothing arrived for 2.4 heartbeat intervals (108=30), though a TestRequest (35=1) was sent|");
            application.await("end");
            Awaitility.await().atMost(ONE_MINUTE).until(() -> !venues.refused.isEmpty());
            assertThat(venues.refused)
                    .singleElement()
                    .asString()
                    .contains("logged out (35=5): nothing arrived for 2.4 heartbeat intervals");
            try (FixSocket again = venues.logOn("V", BEGIN, "")) {
                assertThat(again.messages).doesNotContain("end");
            }
        }
    }

    @Test
    void anApplicationThatBeatsStays() throws Exception {
        try (OpenVenues venues = venues();
                FixSocket application = venues.logOn("V", BEGIN, "")) {
            for (int beat = 1; beat <= 3; beat++) {
                later(beat * 30_000L);
                application.await("|35=0|");
                application.say("0", "");
            }
            application.say("1", "112=still there|");
            application.await("|112=still there|");
        }
    }

    @Test
    void quickFixAsksForNoSignOfLifeThatItGets() throws Exception {
        SystemTime.setTimeSource(null);
        try (OpenVenues venues = venues();
                VenueApplication application =
                        new VenueApplication(venues.port("V"), BEGIN, "V", "PRICING", "HeartBtInt", "1")) {
            application.await("logon");
            application.await(text -> text.contains("|35=0|") && !text.startsWith(">"));
            application.await(text -> text.contains("|35=0|") && !text.startsWith(">"));
        }
    }

    @Test
    void aVenueThatEndsSaysSo() throws Exception {
        OpenVenues venues = venues();
        try (FixSocket application = venues.logOn("V", BEGIN, "")) {
            venues.close();
            application.await("|35=5|");
            application.await("end");
        }
    }

    /** QuickFIX/J throws at the number of a Logon that it refuses. */
    @Test
    void aLogonThatNothingCanBeMadeOfEndsItsConnectionAlone() throws Exception {
        try (OpenVenues venues = venues();
                FixSocket strange = new FixSocket(venues.port("V"), BEGIN, "PRICING", "V")) {
            String body = "35=A|34=x|49=PRICING|56=V|52=20261125-09:00:00|98=0|108=-1|";
            String text = "8=FIX.4.4|9=" + body.length() + "|" + body;
            int sum = text.replace('|', '\u0001').chars().sum() & 0xff;
            strange.sayRaw(text + String.format(Locale.ROOT, "10=%03d|", sum));
            strange.await("end");
            try (FixSocket application = venues.logOn("V", BEGIN, "")) {
                assertThat(application.messages).doesNotContain("end");
            }
        }
    }

    @Test
    void dataInALogonMayHoldAnything() throws Exception {
        try (OpenVenues venues = venues();
                FixSocket before = new FixSocket(venues.port("V"), BEGIN, "PRICING", "V")) {
            before.say("A", "95=19|96=a|35=B|49=X|141=N|x|98=0|108=30|141=Y|");
            before.await("|35=A|");
            before.say("V", "95=8|96=|146=9|x|262=1|263=1|264=1|267=2|269=0|269=1|146=1|55=EUR/USD|");
            venues.awaitSubscribed();
        }
    }

    @Test
    void aLogonWithAWrongLengthIsRefusedWithTheReason() throws Exception {
        try (OpenVenues venues = venues();
                FixSocket application = new FixSocket(venues.port("V"), BEGIN, "PRICING", "V")) {
            application.say("A", "98=0|108=30|141=Y|95=70|96=a|");
            application.await("end");
            Awaitility.await().atMost(ONE_MINUTE).until(() -> !venues.refused.isEmpty());
            assertThat(venues.refused)
                    .singleElement()
                    .asString()
                    .contains("its first message cannot be read: the length field 95 is '70'");
        }
    }

    @Test
    void aMessageWithAWrongLengthIsLeftOutAndSaid() throws Exception {
        try (OpenVenues venues = venues();
                FixSocket application = venues.logOn("V", BEGIN, "")) {
            application.say("B", "148=x|95=70|96=a|");
            Awaitility.await().atMost(ONE_MINUTE).until(() -> !venues.refused.isEmpty());
            assertThat(venues.refused)
                    .singleElement()
                    .asString()
                    .contains("bytes are left out: the length field 95 is '70'");
        }
    }
}
