package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.control.ClientsProtocol;

class SessionFailuresTest {
    private static final String CONTINUES = "; the replay continues and every tick counts";

    private final List<String> shown = new ArrayList<>();
    private final Map<String, String> facts = new LinkedHashMap<>();

    private SessionFailures failures(boolean allowMissing) {
        return new SessionFailures(
                allowMissing,
                instrument -> instrument == 5 ? Optional.of("EUR/USD") : Optional.empty(),
                shown::add,
                facts::put);
    }

    private SessionFailures measuring() {
        SessionFailures failures = failures(false);
        failures.measuring();
        return failures;
    }

    private static ClientsProtocol.Rejected pair(int session, String text) {
        return new ClientsProtocol.Rejected(session, 5, "Y", text);
    }

    private static ClientsProtocol.Dropped dropped(int session, int connection) {
        return new ClientsProtocol.Dropped(session, connection, "closed");
    }

    private void assertShown(String... texts) {
        assertThat(shown)
                .isEqualTo(Stream.of(texts).map(text -> text + CONTINUES).toList());
    }

    @Test
    void rejectionBeforeMeasurementEndsTheRun() {
        assertThat(failures(false).rejected(pair(0, "halted")))
                .hasValue(
                        "session 0 EUR/USD was rejected: halted; use --allow-missing to count such pairs and continue");
        assertThat(failures(false).rejected(new ClientsProtocol.Rejected(0, null, "3", "Required tag missing")))
                .hasValue("session 0 was answered 35=3: Required tag missing");
        assertThat(failures(false).rejected(new ClientsProtocol.Rejected(0, 5, "AG", "")))
                .hasValue("session 0 EUR/USD was rejected; use --allow-missing to count such pairs and continue");
        assertThat(facts).isEmpty();
    }

    @Test
    void allowedRejectionsAreOnlyCounted() {
        assertThat(failures(true).rejected(pair(0, "halted"))).isEmpty();
        assertThat(shown).isEmpty();
        assertThat(facts).containsEntry("rejected.0", "session 0 EUR/USD was rejected: halted");
    }

    @Test
    void pairRejectedDuringMeasurementIsReportedOnce() {
        SessionFailures failures = measuring();
        assertThat(failures.rejected(pair(0, "halted"))).isEmpty();
        assertThat(failures.rejected(pair(0, "again"))).isEmpty();
        assertShown("session 0 EUR/USD was rejected: halted");
        assertThat(facts).isEqualTo(Map.of("rejected.0", "session 0 EUR/USD was rejected: halted"));
    }

    @Test
    void messageRejectedDuringMeasurementIsRecorded() {
        SessionFailures failures = measuring();
        assertThat(failures.rejected(new ClientsProtocol.Rejected(2, 5, "j", "not now")))
                .isEmpty();
        assertThat(failures.rejected(new ClientsProtocol.Rejected(3, null, "3", "")))
                .isEmpty();
        String first = "session 2 EUR/USD was answered 35=j: not now";
        String second = "session 3 was answered 35=3";
        assertShown(first, second);
        assertThat(facts).isEqualTo(Map.of("messageRejected.2", first, "messageRejected.3", second));
    }

    @Test
    void limitsTheNumberOfReports() {
        SessionFailures failures = measuring();
        for (int session = 0; session < 7; session++) {
            assertThat(failures.rejected(pair(session, "no"))).isEmpty();
        }
        assertThat(shown).hasSize(5);
        assertThat(shown.get(4)).endsWith(CONTINUES + "; further events of this kind are only counted");
        assertThat(facts).hasSize(7);
    }

    @Test
    void sessionEndedOrLoggedOutDuringMeasurementIsRecorded() {
        SessionFailures failures = measuring();
        assertThat(failures.ended(new ClientsProtocol.SessionText(1, "it uses HTTP")))
                .isEmpty();
        failures.loggedOut(4, "session 4 was logged out: maintenance");
        failures.dropped(dropped(4, 1));
        failures.dropped(new ClientsProtocol.Dropped(5, 1, ""));
        assertShown("session 1 was ended: it uses HTTP", "session 4 was logged out: maintenance");
        assertThat(facts)
                .as("no disconnect after a Logout")
                .isEqualTo(Map.of(
                        "sessionEnded.1", "session 1 was ended: it uses HTTP",
                        "loggedOut.4", "session 4 was logged out: maintenance"));
    }

    @Test
    void disconnectIsReportedOncePerConnectionAndRecordedPerSession() {
        SessionFailures failures = measuring();
        failures.dropped(dropped(2, 1));
        failures.dropped(dropped(3, 1));
        failures.dropped(new ClientsProtocol.Dropped(2, 2, "the connection failed: Connection reset"));
        assertShown(
                "session 2 disconnected: closed", "session 2 disconnected: the connection failed: Connection reset");
        assertThat(facts)
                .isEqualTo(Map.of(
                        "disconnected.2", "session 2 disconnected: closed",
                        "disconnected.3", "session 3 disconnected: closed"));
    }

    @Test
    void sessionRejectionIsReportedButNotAsALogout() {
        measuring().onRejection("session 1 did not accept the answer");
        assertShown("session 1 did not accept the answer");
        assertThat(facts).isEmpty();
    }

    @Test
    void onlyPermanentFailuresEndTheRunBeforeMeasurement() {
        SessionFailures failures = failures(false);
        failures.loggedOut(4, "session 4 was logged out: not yet");
        failures.dropped(dropped(5, 1));
        failures.onRejection("session 6 did not accept the answer");
        assertThat(failures.ended(new ClientsProtocol.SessionText(1, "it uses HTTP")))
                .hasValue("session 1 was ended: it uses HTTP");
        assertThat(shown).isEmpty();
        assertThat(facts).isEmpty();
    }
}
