package org.ticktoquote.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.trace.MessageTrace.TracedMessage;

final class VenueDiagnosisTest {
    private static final String PEER = "127.0.0.1:1";
    private static final String OTHER = "127.0.0.1:2";
    private static final String LOGON = "35=A|49=PRICING|56=VENUE|";
    private static final String ANSWER = "35=A|49=VENUE|56=PRICING|";
    private static final String REQUEST = "35=V|262=r|55=EUR/USD|";

    private final List<TracedMessage> passed = new ArrayList<>();

    private VenueDiagnosisTest receives(String message) {
        return add(PEER, false, message);
    }

    private VenueDiagnosisTest sends(String message) {
        return add(PEER, true, message);
    }

    private VenueDiagnosisTest add(String peer, boolean sent, String message) {
        passed.add(new TracedMessage(passed.size(), peer, sent, message));
        return this;
    }

    private TracedMessages messages() {
        return new TracedMessages(passed, List.of());
    }

    private void assertSays(String fault, String cure, String... evidence) {
        Obstacle obstacle = new VenueDiagnosis(true, messages()).obstacle().orElseThrow();
        assertThat(obstacle.fault()).isEqualTo(fault);
        assertThat(obstacle.remedy()).contains(cure);
        assertThat(obstacle.evidence()).extracting(TracedMessage::text).containsExactly(evidence);
    }

    @Test
    void applicationDoesNotLogOn() {
        assertSays("The application did not log on to the venue.", "venue's address with {feedHost} and {feedPort}");
    }

    @Test
    void logonIsNotAccepted() {
        receives(LOGON).add(OTHER, false, LOGON);
        assertSays("The venue did not accept the application's Logon.", "CompIDs", LOGON);
    }

    @Test
    void logonIsAnsweredWithALogout() {
        receives(LOGON).sends("35=5|58=108=0: expected 1 to 3600|");
        assertSays(
                "The venue answered the application's Logon with a Logout: 108=0: expected 1 to 3600",
                "Log on as the venue requires",
                LOGON,
                "35=5|58=108=0: expected 1 to 3600|");
    }

    @Test
    void firstMessageIsNotALogon() {
        receives("35=5|58=bye|");
        assertSays(
                "The application's first message to the venue is not a Logon (35=A).", "log on first", "35=5|58=bye|");
    }

    @Test
    void noMarketDataIsRequested() {
        receives(LOGON).sends(ANSWER).receives("35=0|");
        assertSays("The application requested no market data from the venue.", "35=V", LOGON, ANSWER);
    }

    @Test
    void requestIsRejected() {
        receives(LOGON).sends(ANSWER).receives(REQUEST).sends("35=Y|281=0|58=unknown symbol|");
        assertSays(
                "The venue rejected a request of the application: unknown symbol",
                "pairs of the recording",
                REQUEST,
                "35=Y|281=0|58=unknown symbol|");
    }

    @Test
    void reportsNothingIfMarketDataWasSentOrThereIsNoVenue() {
        receives(LOGON).sends(ANSWER).receives(REQUEST).sends("35=W|55=EUR/USD|");
        assertThat(new VenueDiagnosis(true, messages()).obstacle()).isEmpty();
        passed.clear();
        assertThat(new VenueDiagnosis(false, messages()).obstacle()).isEmpty();
    }

    @Test
    void showsMessagesOfTheConnectionUpToItsFirstMarketData() {
        receives(LOGON);
        add(OTHER, false, LOGON)
                .add(OTHER, true, ANSWER)
                .add(OTHER, true, "35=W|")
                .add(OTHER, false, "35=5|");
        assertThat(messages().venueHandshake()).extracting(TracedMessage::text).containsExactly(LOGON, ANSWER);
        assertThat(messages().venueHandshake()).extracting(TracedMessage::peer).containsOnly(OTHER);
        assertThat(messages().marketDataSent()).isOne();
    }
}
