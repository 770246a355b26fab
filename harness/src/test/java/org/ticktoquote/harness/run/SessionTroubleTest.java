package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.control.ClientsLines;

class SessionTroubleTest {
    private static final String GOES_ON = "; the replay goes on, every tick counts";

    private final List<String> shown = new ArrayList<>();
    private final Map<String, String> facts = new LinkedHashMap<>();

    private SessionTrouble trouble(boolean allowMissing) {
        return new SessionTrouble(
                allowMissing,
                instrument -> instrument == 5 ? Optional.of("EUR/USD") : Optional.empty(),
                shown::add,
                facts::put);
    }

    private SessionTrouble measuring() {
        SessionTrouble trouble = trouble(false);
        trouble.measuring();
        return trouble;
    }

    private static ClientsLines.Rejected pair(int session, String text) {
        return new ClientsLines.Rejected(session, 5, "Y", text);
    }

    @Test
    void aPairThatIsRejectedBeforeTicksAreMeasuredEndsTheRun() {
        assertThat(trouble(false).rejected(pair(0, "halted")))
                .hasValue("session 0 EUR/USD was rejected: halted; --allow-missing counts such pairs instead");
        assertThat(facts).isEmpty();
    }

    @Test
    void aMessageThatIsRejectedBeforeTicksAreMeasuredEndsTheRun() {
        assertThat(trouble(false).rejected(new ClientsLines.Rejected(0, null, "3", "Required tag missing")))
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
        SessionTrouble trouble = measuring();
        assertThat(trouble.rejected(pair(0, "halted"))).isEmpty();
        assertThat(trouble.rejected(pair(0, "again"))).isEmpty();
        assertThat(shown).containsExactly("session 0 EUR/USD was rejected: halted" + GOES_ON);
        assertThat(facts).isEqualTo(Map.of("rejected.0", "session 0 EUR/USD was rejected: halted"));
    }

    @Test
    void whileTicksAreMeasuredARejectedMessageEndsNoRunAndStandsInTheManifest() {
        SessionTrouble trouble = measuring();
        assertThat(trouble.rejected(new ClientsLines.Rejected(2, 5, "j", "not now")))
                .isEmpty();
        assertThat(trouble.rejected(new ClientsLines.Rejected(3, null, "3", "")))
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
        SessionTrouble trouble = measuring();
        for (int session = 0; session < 7; session++) {
            assertThat(trouble.rejected(pair(session, "no"))).isEmpty();
        }
        assertThat(shown).hasSize(5);
        assertThat(shown.get(4)).endsWith(GOES_ON + "; what follows of that kind is only counted");
        assertThat(facts).hasSize(7);
    }

    @Test
    void aSessionThatIsEndedOrLoggedOutWhileTicksAreMeasuredStandsInTheManifest() {
        SessionTrouble trouble = measuring();
        assertThat(trouble.over(new ClientsLines.SessionText(1, "HTTP is spoken there")))
                .isEmpty();
        trouble.loggedOut(4, "session 4 was logged out: maintenance");
        assertThat(shown)
                .containsExactly(
                        "session 1 was ended: HTTP is spoken there" + GOES_ON,
                        "session 4 was logged out: maintenance" + GOES_ON);
        assertThat(facts)
                .isEqualTo(Map.of(
                        "sessionEnded.1", "session 1 was ended: HTTP is spoken there",
                        "loggedOut.4", "session 4 was logged out: maintenance"));
    }

    @Test
    void aConnectionThatEndedIsSaidOnceAndStandsInTheManifestOfEachSession() {
        SessionTrouble trouble = measuring();
        trouble.dropped(new ClientsLines.Dropped(2, 1, "the application closed its connection"));
        trouble.dropped(new ClientsLines.Dropped(3, 1, "the application closed its connection"));
        trouble.dropped(new ClientsLines.Dropped(2, 2, "its connection broke: Connection reset"));
        assertThat(shown)
                .containsExactly(
                        "session 2 went down: the application closed its connection" + GOES_ON,
                        "session 2 went down: its connection broke: Connection reset" + GOES_ON);
        assertThat(facts)
                .isEqualTo(Map.of(
                        "disconnected.2", "session 2 went down: the application closed its connection",
                        "disconnected.3", "session 3 went down: the application closed its connection"));
    }

    @Test
    void howAConnectionEndedIsNotSaidWhereAMessageEndedItsSession() {
        SessionTrouble trouble = measuring();
        trouble.loggedOut(4, "session 4 was logged out: maintenance");
        trouble.dropped(new ClientsLines.Dropped(4, 1, "the application closed its connection"));
        trouble.dropped(new ClientsLines.Dropped(5, 1, ""));
        assertThat(facts).isEqualTo(Map.of("loggedOut.4", "session 4 was logged out: maintenance"));
    }

    @Test
    void aSessionThatObjectsAndStaysLoggedOnIsShownAndNotSaidToBeLoggedOut() {
        SessionTrouble trouble = measuring();
        trouble.objects("session 1 does not accept what it is answered: Value is incorrect");
        assertThat(shown)
                .containsExactly("session 1 does not accept what it is answered: Value is incorrect" + GOES_ON);
        assertThat(facts).isEmpty();
    }

    @Test
    void beforeTicksAreMeasuredOnlyWhatEndsASessionForGoodEndsTheRun() {
        SessionTrouble trouble = trouble(false);
        trouble.loggedOut(4, "session 4 was logged out: not yet");
        trouble.dropped(new ClientsLines.Dropped(5, 1, "the application closed its connection"));
        trouble.objects("session 6 does not accept what it is answered: Value is incorrect");
        assertThat(trouble.over(new ClientsLines.SessionText(1, "HTTP is spoken there")))
                .hasValue("session 1 was ended: HTTP is spoken there");
        assertThat(shown).isEmpty();
        assertThat(facts).isEmpty();
    }
}
