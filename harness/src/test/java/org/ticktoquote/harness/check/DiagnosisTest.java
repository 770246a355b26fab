package org.ticktoquote.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.trace.MessageTrace.TracedMessage;
import org.ticktoquote.harness.check.Diagnosis.Obstacle;

/** Messages of sessions and of a FIX venue, the first problem that they show, and its remedy. */
final class DiagnosisTest {
    private static final String SESSION = "session 00";
    private static final String VENUE = "127.0.0.1:1";
    private static final Map<String, String> TEXTS = Map.of(
            "LOGON", "35=A|49=CLIENT-00|56=PRICING|",
            "ANSWER", "35=A|49=PRICING|56=CLIENT-00|",
            "REQUEST", "35=V|262=r|55=EUR/USD|",
            "PRICE", "35=W|55=EUR/USD|");

    private final List<TracedMessage> atSessions = new ArrayList<>();
    private final List<TracedMessage> atVenue = new ArrayList<>();
    private String listening = "";

    /** Adds messages, each a text or its name after {@code >} if it was sent or {@code <} if it was received. */
    private static void add(List<TracedMessage> all, String peer, String messages) {
        for (String message : messages.split(" ")) {
            all.add(new TracedMessage(all.size(), peer, message.startsWith(">"), text(message.substring(1))));
        }
    }

    private static String text(String name) {
        return TEXTS.getOrDefault(name, name);
    }

    private TracedMessages messages() {
        return new TracedMessages(atVenue, atSessions);
    }

    private Diagnosis diagnosis() {
        boolean venues = atVenue.stream().anyMatch(message -> message.text().startsWith("35="));
        return new Diagnosis(messages(), new VenueDiagnosis(venues, messages()), listening);
    }

    private static void assertSays(Obstacle obstacle, String fault, String cure, String... evidence) {
        assertThat(obstacle.fault()).isEqualTo(fault);
        assertThat(obstacle.remedy()).contains(cure);
        assertThat(obstacle.evidence())
                .extracting(TracedMessage::text)
                .isEqualTo(Stream.of(evidence).map(DiagnosisTest::text).toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            >LOGON >LOGON; The Logon of session 00 was not answered.; Compare 8, 49 and 56; LOGON
            >LOGON <35=5|58=unknown| >LOGON; The Logon was answered with a Logout: unknown; \
            username and password in --session-template; LOGON 35=5|58=unknown|
            >LOGON <35=5|; The Logon was answered with a Logout, without a reason (58).; CompIDs; LOGON 35=5|
            >LOGON <ANSWER >REQUEST <35=0| >35=5| <35=5|; The subscription of session 00 was neither answered (35=W) nor rejected \
            (35=Y).; Check that the application reads the market data.; REQUEST
            >LOGON <ANSWER >35=R|131=r| <35=0|; The quote request of session 00 was neither answered (35=S) nor rejected \
            (35=AG or b).; supports this request (one pair or many per message); 35=R|131=r|
            >LOGON <ANSWER >REQUEST <35=5|58=no-service|; The application logged session 00 out after its Logon: no-service; \
            with 'request' in --session-template; REQUEST 35=5|58=no-service|
            >LOGON <ANSWER >REQUEST <35=Y|58=no|; A request of session 00 was rejected: no; \
            Set the application's names of the pairs; REQUEST 35=Y|58=no|
            >LOGON <ANSWER >REQUEST <35=Y|281=0|58=no|; A request of session 00 was rejected: no; \
            Set the application's names of the pairs; REQUEST 35=Y|281=0|58=no|
            >LOGON <ANSWER >REQUEST <35=Y|281=3|58=no|; A request of session 00 was rejected: no; \
            Raise the application's limits or permissions; REQUEST 35=Y|281=3|58=no|
            >LOGON <ANSWER >REQUEST <35=Y|281=5|58=no|; A request of session 00 was rejected: no; \
            Set the form of the request; REQUEST 35=Y|281=5|58=no|
            >LOGON <ANSWER >35=R|131=r| <35=AG|658=1|58=no|; A request of session 00 was rejected: no; \
            Set the application's names of the pairs; 35=R|131=r| 35=AG|658=1|58=no|
            >LOGON <ANSWER >35=R|131=r| <35=b|297=0| <35=b|297=5|300=9|; A request of session 00 was rejected, without a \
            reason (58).; Raise the application's limits or permissions; 35=R|131=r| 35=b|297=5|300=9|
            >LOGON <ANSWER >REQUEST <35=j|380=3|58=no|; A request of session 00 was rejected: no; \
            Set the form of the request; REQUEST 35=j|380=3|58=no|
            >LOGON <ANSWER >REQUEST <35=3|373=1|58=no|; A request of session 00 was rejected: no; \
            Set the form of the request; REQUEST 35=3|373=1|58=no|
            """)
    void showsTheProblemOfASession(String messages, String fault, String cure, String evidence) {
        add(atSessions, SESSION, messages);
        assertSays(diagnosis().obstacle().orElseThrow(), fault, cure, evidence.split(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            <LOGON; The venue did not accept the application's Logon.; CompIDs; LOGON
            <LOGON >35=5|58=108=0:expected-1|; The venue answered the application's Logon with a Logout: 108=0:expected-1; \
            Log on as the venue requires; LOGON 35=5|58=108=0:expected-1|
            <35=5|58=bye|; The application's first message to the venue is not a Logon (35=A).; log on first; 35=5|58=bye|
            <LOGON >ANSWER <35=0|; The application requested no market data from the venue.; 35=V; LOGON ANSWER
            <LOGON >ANSWER <REQUEST >35=Y|281=0|58=unknown|; The venue rejected a request of the application: unknown; \
            pairs of the recording; REQUEST 35=Y|281=0|58=unknown|
            """)
    void showsTheProblemOfAVenue(String messages, String fault, String cure, String evidence) {
        add(atVenue, VENUE, messages);
        add(atVenue, "127.0.0.1:2", "<LOGON");
        assertSays(diagnosis().obstacle().orElseThrow(), fault, cure, evidence.split(" "));
    }

    @Test
    void applicationDoesNotLogOnToTheVenue() {
        assertSays(
                new VenueDiagnosis(true, messages()).obstacle().orElseThrow(),
                "The application did not log on to the venue.",
                "venue's address with {feedHost} and {feedPort}");
        assertThat(new VenueDiagnosis(false, messages()).obstacle()).isEmpty();
        add(atVenue, VENUE, "<LOGON >ANSWER <REQUEST >PRICE");
        assertThat(diagnosis().obstacle()).isEmpty();
    }

    /** The trace contains messages sent to a connected application. */
    @Test
    void noApplicationConnectsToTheFeed() {
        listening = "tcp://127.0.0.1:4711";
        add(atSessions, SESSION, ">LOGON <ANSWER >REQUEST");
        assertSays(
                diagnosis().obstacle().orElseThrow(),
                "The application did not read the market data at tcp://127.0.0.1:4711.",
                "with {feed}, or {feedHost}");
        add(atVenue, listening, ">0042eb50");
        assertSays(
                diagnosis().obstacle().orElseThrow(),
                "The subscription of session 00 was neither answered (35=W) nor rejected (35=Y).",
                "with 'symbols' in --session-template",
                "REQUEST");
    }

    @Test
    void showsPairsAndSessionsWithoutAPrice() {
        add(atSessions, SESSION, ">LOGON <ANSWER >REQUEST <PRICE");
        assertThat(diagnosis().obstacle()).isEmpty();
        assertSays(
                diagnosis()
                        .ignored("30 subscriptions have no first snapshot after the warm-up: session 0 USD/JPY")
                        .orElseThrow(),
                "Some pairs have prices; the requests for the others were neither answered nor rejected.",
                "'symbols' in --session-template",
                "REQUEST",
                "PRICE");
        assertThat(diagnosis().ignored("the application ended")).isEmpty();

        add(atSessions, "session 01", ">LOGON");
        assertSays(
                diagnosis().obstacle().orElseThrow(),
                "The Logon of session 01 was not answered.",
                "Compare 8, 49 and 56",
                "LOGON");
    }

    @Test
    void subscriptionIsNotAnsweredWhileOtherPairsAreRequested() {
        add(atVenue, VENUE, "<LOGON >ANSWER <35=V|55=GBP/USD| >35=W|55=GBP/USD|");
        add(atSessions, SESSION, ">LOGON <ANSWER >REQUEST");
        assertSays(
                diagnosis().obstacle().orElseThrow(),
                "The subscription of session 00 was neither answered (35=W) nor rejected (35=Y).",
                "requests the same pairs from its venue.",
                "REQUEST",
                "35=V|55=GBP/USD|");
    }

    @Test
    void showsOneLogonWithItsAnswerDespiteRetries() {
        add(atSessions, SESSION, ">LOGON >LOGON <ANSWER");
        assertThat(messages().logons(SESSION))
                .extracting(TracedMessage::text)
                .containsExactly(text("LOGON"), text("ANSWER"));
    }

    @Test
    void showsMessagesOfTheConnectionUpToItsFirstMarketData() {
        add(atVenue, "127.0.0.1:2", "<LOGON");
        add(atVenue, VENUE, "<LOGON >ANSWER >35=W| <35=5|");
        assertThat(messages().venueHandshake())
                .extracting(TracedMessage::text)
                .containsExactly(text("LOGON"), text("ANSWER"));
        assertThat(messages().venueHandshake()).extracting(TracedMessage::peer).containsOnly(VENUE);
        assertThat(messages().marketDataSent()).isOne();
    }

    @Test
    void listsVenuesInFileOrder() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("clock", "System.nanoTime");
        facts.put("venue.ZURICH", "fix://127.0.0.1:9");
        facts.put("venue.LONDON", "fix://127.0.0.1:4001");
        assertThat(CheckReport.venues(facts)).isEqualTo("fix://127.0.0.1:9 (ZURICH), fix://127.0.0.1:4001 (LONDON)");
    }
}
