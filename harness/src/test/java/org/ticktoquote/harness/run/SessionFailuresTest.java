package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.control.ClientsProtocol;

class SessionFailuresTest {
    private static final String GOES_ON = "; the replay continues and every tick counts";

    private final List<String> shown = new ArrayList<>();
    private final Map<String, String> facts = new LinkedHashMap<>();

    private SessionFailures trouble(boolean allowMissing) {
        return new SessionFailures(
                allowMissing,
                instrument -> instrument == 5 ? Optional.of("EUR/USD") : Optional.empty(),
                shown::add,
                facts::put);
    }

    private SessionFailures measuring() {
        SessionFailures trouble = trouble(false);
        trouble.measuring();
        return trouble;
    }

    private static ClientsProtocol.Rejected pair(int session, String text) {
        return new ClientsProtocol.Rejected(session, 5, "Y", text);
    }

    @Test
    void aPairThatIsRejectedBeforeTicksAreMeasuredEndsTheRun() {
        assertThat(trouble(false).rejected(pair(0, "halted")))
                .hasValue(
                        "session 0 EUR/USD was rejected: halted; use --allow-missing to count such pairs and continue");
        assertThat(facts).isEmpty();
    }

    @Test
    void aMessageThatIsRejectedBeforeTicksAreMeasuredEndsTheRun() {
        assertThat(trouble(false).rejected(new ClientsProtocol.Rejected(0, null, "3", "Required tag missing")))
                .hasValue("session 0 was answered 35=3: Required tag missing");
    }

    @Test
    void rejectionsThatAreAllowedAreOnlyCounted() {
        assertThat(trouble(true).rejected(pair(0, "halted"))).isEmpty();
        assertThat(shown).isEmpty();
        assertThat(facts).containsEntry("rejected.0", "session 0 EUR/USD was rejected: halted");
    }

    @Test
    void whileTicksAreMeasuredARejectedPairEndsNoRunAndIsSaidOnce() {
        SessionFailures trouble = measuring();
        assertThat(trouble.rejected(pair(0, "halted"))).isEmpty();
        assertThat(trouble.rejected(pair(0, "again"))).isEmpty();
        assertThat(shown).containsExactly("session 0 EUR/USD was rejected: halted" + GOES_ON);
        assertThat(facts).isEqualTo(Map.of("rejected.0", "session 0 EUR/USD was rejected: halted"));
    }

    @Test
    void whileTicksAreMeasuredARejectedMessageEndsNoRunAndStandsInTheManifest() {
        SessionFailures trouble = measuring();
        assertThat(trouble.rejected(new ClientsProtocol.Rejected(2, 5, "j", "not now")))
                .isEmpty();
        assertThat(trouble.rejected(new ClientsProtocol.Rejected(3, null, "3", "")))
                .isEmpty();
        assertThat(shown)
                .containsExactly(
                        "session 2 EUR/USD was answered 35=j: not now" + GOES_ON,
                        "session 3 was answered 35=3" + GOES_ON);
        assertThat(facts)
                .isEqualTo(Map.of(
                        "messageRejected.2", "session 2 EUR/USD was answered 35=j: not now",
                        "messageRejected.3", "session 3 was answered 35=3"));
    }

    @Test
    void saysNoMoreThanAFew() {
        SessionFailures trouble = measuring();
        for (int session = 0; session < 7; session++) {
            assertThat(trouble.rejected(pair(session, "no"))).isEmpty();
        }
        assertThat(shown).hasSize(5);
        assertThat(shown.get(4)).endsWith(GOES_ON + "; further events of this kind are only counted");
        assertThat(facts).hasSize(7);
    }

    @Test
    void aSessionThatIsEndedOrLoggedOutWhileTicksAreMeasuredStandsInTheManifest() {
        SessionFailures trouble = measuring();
        assertThat(trouble.ended(new ClientsProtocol.SessionText(1, "the counterparty uses HTTP")))
                .isEmpty();
        trouble.loggedOut(4, "session 4 was logged out: maintenance");
        assertThat(shown)
                .containsExactly(
                        "session 1 was ended: the counterparty uses HTTP" + GOES_ON,
                        "session 4 was logged out: maintenance" + GOES_ON);
        assertThat(facts)
                .isEqualTo(Map.of(
                        "sessionEnded.1", "session 1 was ended: the counterparty uses HTTP",
                        "loggedOut.4", "session 4 was logged out: maintenance"));
    }

    @Test
    void aConnectionThatEndedIsSaidOnceAndStandsInTheManifestOfEachSession() {
        SessionFailures trouble = measuring();
        trouble.dropped(new ClientsProtocol.Dropped(2, 1, "the application closed the connection"));
        trouble.dropped(new ClientsProtocol.Dropped(3, 1, "the application closed the connection"));
        trouble.dropped(new ClientsProtocol.Dropped(2, 2, "the connection failed: Connection reset"));
        assertThat(shown)
                .containsExactly(
                        "session 2 disconnected: the application closed the connection" + GOES_ON,
                        "session 2 disconnected: the connection failed: Connection reset" + GOES_ON);
        assertThat(facts)
                .isEqualTo(Map.of(
                        "disconnected.2", "session 2 disconnected: the application closed the connection",
                        "disconnected.3", "session 3 disconnected: the application closed the connection"));
    }

    @Test
    void howAConnectionEndedIsNotSaidWhereAMessageEndedItsSession() {
        SessionFailures trouble = measuring();
        trouble.loggedOut(4, "session 4 was logged out: maintenance");
        trouble.dropped(new ClientsProtocol.Dropped(4, 1, "the application closed the connection"));
        trouble.dropped(new ClientsProtocol.Dropped(5, 1, ""));
        assertThat(facts).isEqualTo(Map.of("loggedOut.4", "session 4 was logged out: maintenance"));
    }

    @Test
    void aSessionThatObjectsAndStaysLoggedOnIsShownAndNotSaidToBeLoggedOut() {
        SessionFailures trouble = measuring();
        trouble.onRejection("session 1 did not accept the application's answer: Value is incorrect");
        assertThat(shown)
                .containsExactly("session 1 did not accept the application's answer: Value is incorrect" + GOES_ON);
        assertThat(facts).isEmpty();
    }

    @Test
    void beforeTicksAreMeasuredOnlyWhatEndsASessionForGoodEndsTheRun() {
        SessionFailures trouble = trouble(false);
        trouble.loggedOut(4, "session 4 was logged out: not yet");
        trouble.dropped(new ClientsProtocol.Dropped(5, 1, "the application closed the connection"));
        trouble.onRejection("session 6 did not accept the application's answer: Value is incorrect");
        assertThat(trouble.ended(new ClientsProtocol.SessionText(1, "the counterparty uses HTTP")))
                .hasValue("session 1 was ended: the counterparty uses HTTP");
        assertThat(shown).isEmpty();
        assertThat(facts).isEmpty();
    }
}
