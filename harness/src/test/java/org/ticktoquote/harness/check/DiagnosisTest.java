package org.ticktoquote.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.trace.MessageTrace.TracedMessage;

final class DiagnosisTest {
    private static final String LOGON = "35=A|49=CLIENT-00|56=PRICING|";
    private static final String ANSWER = "35=A|49=PRICING|56=CLIENT-00|";
    private static final String REQUEST = "35=V|262=r|55=EUR/USD|";

    private final List<TracedMessage> passed = new ArrayList<>();
    private final List<TracedMessage> atVenue = new ArrayList<>();

    private DiagnosisTest sends(String message) {
        return add("session 00", true, message);
    }

    private DiagnosisTest receives(String message) {
        return add("session 00", false, message);
    }

    private DiagnosisTest add(String session, boolean sent, String message) {
        passed.add(new TracedMessage(passed.size(), session, sent, message));
        return this;
    }

    private String listening = "";

    private Diagnosis ofMessages() {
        TracedMessages messages = new TracedMessages(atVenue, passed);
        boolean venues = atVenue.stream().anyMatch(message -> message.text().startsWith("35="));
        return new Diagnosis(messages, new VenueDiagnosis(venues, messages), listening);
    }

    private Optional<Obstacle> diagnosis() {
        return ofMessages().obstacle();
    }

    private Obstacle obstacle() {
        return diagnosis().orElseThrow();
    }

    private void assertSays(String fault, String cure, String... evidence) {
        assertThat(obstacle().fault()).isEqualTo(fault);
        assertThat(obstacle().evidence()).extracting(TracedMessage::text).containsExactly(evidence);
        assertThat(obstacle().remedy()).contains(cure);
    }

    @Test
    void logonIsNotAnswered() {
        sends(LOGON).sends(LOGON);
        assertSays("The Logon of session 00 was not answered.", "Compare 8, 49 and 56", LOGON);
    }

    @Test
    void logonIsAnsweredWithALogoutWithOrWithoutReason() {
        sends(LOGON).receives("35=5|58=unknown user|").sends(LOGON);
        assertSays(
                "The Logon was answered with a Logout: unknown user",
                "username and password in --session-template",
                LOGON,
                "35=5|58=unknown user|");
        passed.clear();
        sends(LOGON).receives("35=5|");
        assertSays("The Logon was answered with a Logout, without a reason (58).", "CompIDs", LOGON, "35=5|");
    }

    @Test
    void subscriptionIsNotAnswered() {
        sends(LOGON)
                .receives(ANSWER)
                .sends(REQUEST)
                .receives("35=0|")
                .sends("35=5|")
                .receives("35=5|");
        assertSays(
                "The subscription of session 00 was neither answered (35=W) nor rejected (35=Y).",
                "Check that the application reads the market data.",
                REQUEST);
    }

    /** The trace contains messages sent to a connected application. */
    @Test
    void noApplicationConnectsToTheFeed() {
        listening = "tcp://127.0.0.1:4711";
        sends(LOGON).receives(ANSWER).sends(REQUEST);
        assertSays(
                "The application did not read the market data at tcp://127.0.0.1:4711.", "with {feed}, or {feedHost}");
        atVenue.add(new TracedMessage(0, listening, true, "0042eb50"));
        assertSays(
                "The subscription of session 00 was neither answered (35=W) nor rejected (35=Y).",
                "with 'symbols' in --session-template",
                REQUEST);
    }

    @Test
    void subscriptionsOfSomePairsAreSilentlyIgnored() {
        String price = "35=W|55=EUR/USD|";
        sends(LOGON).receives(ANSWER).sends(REQUEST).receives(price);
        String cause = "30 subscriptions have no first snapshot after the warm-up: session 0 USD/JPY";
        assertThat(diagnosis()).isEmpty();
        assertThat(ofMessages().ignored(cause)).hasValueSatisfying(obstacle -> {
            assertThat(obstacle.fault()).contains("neither answered nor rejected");
            assertThat(obstacle.remedy()).contains("'symbols' in --session-template");
            assertThat(obstacle.evidence()).extracting(TracedMessage::text).containsExactly(REQUEST, price);
        });
        assertThat(ofMessages().ignored("the application ended")).isEmpty();
    }

    @Test
    void subscriptionIsNotAnsweredWhileOtherPairsAreRequested() {
        String other = "35=V|55=GBP/USD|";
        atVenue.add(new TracedMessage(0, "127.0.0.1:1", false, "35=A|"));
        atVenue.add(new TracedMessage(1, "127.0.0.1:1", true, "35=A|"));
        atVenue.add(new TracedMessage(2, "127.0.0.1:1", false, other));
        atVenue.add(new TracedMessage(3, "127.0.0.1:1", true, "35=W|55=GBP/USD|"));
        sends(LOGON).receives(ANSWER).sends(REQUEST);
        assertSays(
                "The subscription of session 00 was neither answered (35=W) nor rejected (35=Y).",
                "requests the same pairs from its venue.",
                REQUEST,
                other);
    }

    @Test
    void subscriptionIsAnsweredWithALogout() {
        sends(LOGON).receives(ANSWER).sends(REQUEST).receives("35=5|58=no such service|");
        assertSays(
                "The application logged session 00 out after its Logon: no such service",
                "'request' in --session-template",
                REQUEST,
                "35=5|58=no such service|");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ';',
            value = {
                "35=Y|58=no|; Set the application's names of the pairs",
                "35=Y|281=0|58=no|; Set the application's names of the pairs",
                "35=Y|281=3|58=no|; Raise the application's limits or permissions",
                "35=Y|281=5|58=no|; Set the form of the request",
                "35=j|380=3|58=no|; Set the form of the request",
                "35=3|373=1|58=no|; Set the form of the request",
            })
    void requestIsRejected(String refusal, String cure) {
        sends(LOGON).receives(ANSWER).sends(REQUEST).receives(refusal);
        assertSays("A request of session 00 was rejected: no", cure, REQUEST, refusal);
    }

    @Test
    void showsTheFirstSessionWithoutAPrice() {
        sends(LOGON).receives(ANSWER).sends(REQUEST).receives("35=W|55=EUR/USD|");
        assertThat(diagnosis()).isEmpty();
        add("session 01", true, LOGON);
        assertSays("The Logon of session 01 was not answered.", "Compare 8, 49 and 56", LOGON);
    }

    @Test
    void showsOneLogonWithItsAnswerDespiteRetries() {
        sends(LOGON).sends(LOGON).receives(ANSWER);
        assertThat(new TracedMessages(List.of(), passed).logons("session 00"))
                .extracting(TracedMessage::text)
                .containsExactly(LOGON, ANSWER);
    }
}
