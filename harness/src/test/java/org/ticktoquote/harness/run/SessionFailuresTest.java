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

    @Test
    void pairRejectedBeforeMeasurementEndsTheRun() {
        assertThat(failures(false).rejected(pair(0, "halted")))
                .hasValue(
                        "session 0 EUR/USD was rejected: halted; use --allow-missing to count such pairs and continue");
        assertThat(facts).isEmpty();
    }

    @Test
    void messageRejectedBeforeMeasurementEndsTheRun() {
        assertThat(failures(false).rejected(new ClientsProtocol.Rejected(0, null, "3", "Required tag missing")))
                .hasValue("session 0 was answered 35=3: Required tag missing");
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
        assertThat(shown).containsExactly("session 0 EUR/USD was rejected: halted" + CONTINUES);
        assertThat(facts).isEqualTo(Map.of("rejected.0", "session 0 EUR/USD was rejected: halted"));
    }

    @Test
    void messageRejectedDuringMeasurementIsRecorded() {
        SessionFailures failures = measuring();
        assertThat(failures.rejected(new ClientsProtocol.Rejected(2, 5, "j", "not now")))
                .isEmpty();
        assertThat(failures.rejected(new ClientsProtocol.Rejected(3, null, "3", "")))
                .isEmpty();
        assertThat(shown)
                .containsExactly(
                        "session 2 EUR/USD was answered 35=j: not now" + CONTINUES,
                        "session 3 was answered 35=3" + CONTINUES);
        assertThat(facts)
                .isEqualTo(Map.of(
                        "messageRejected.2", "session 2 EUR/USD was answered 35=j: not now",
                        "messageRejected.3", "session 3 was answered 35=3"));
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
        assertThat(failures.ended(new ClientsProtocol.SessionText(1, "the counterparty uses HTTP")))
                .isEmpty();
        failures.loggedOut(4, "session 4 was logged out: maintenance");
        assertThat(shown)
                .containsExactly(
                        "session 1 was ended: the counterparty uses HTTP" + CONTINUES,
                        "session 4 was logged out: maintenance" + CONTINUES);
        assertThat(facts)
                .isEqualTo(Map.of(
                        "sessionEnded.1", "session 1 was ended: the counterparty uses HTTP",
                        "loggedOut.4", "session 4 was logged out: maintenance"));
    }

    @Test
    void disconnectIsReportedOncePerConnectionAndRecordedPerSession() {
        SessionFailures failures = measuring();
        failures.dropped(new ClientsProtocol.Dropped(2, 1, "the application closed the connection"));
        failures.dropped(new ClientsProtocol.Dropped(3, 1, "the application closed the connection"));
        failures.dropped(new ClientsProtocol.Dropped(2, 2, "the connection failed: Connection reset"));
        assertThat(shown)
                .containsExactly(
                        "session 2 disconnected: the application closed the connection" + CONTINUES,
                        "session 2 disconnected: the connection failed: Connection reset" + CONTINUES);
        assertThat(facts)
                .isEqualTo(Map.of(
                        "disconnected.2", "session 2 disconnected: the application closed the connection",
                        "disconnected.3", "session 3 disconnected: the application closed the connection"));
    }

    @Test
    void disconnectIsNotReportedAfterALogout() {
        SessionFailures failures = measuring();
        failures.loggedOut(4, "session 4 was logged out: maintenance");
        failures.dropped(new ClientsProtocol.Dropped(4, 1, "the application closed the connection"));
        failures.dropped(new ClientsProtocol.Dropped(5, 1, ""));
        assertThat(facts).isEqualTo(Map.of("loggedOut.4", "session 4 was logged out: maintenance"));
    }

    @Test
    void sessionRejectionIsReportedButNotAsALogout() {
        SessionFailures failures = measuring();
        failures.onRejection("session 1 did not accept the application's answer: Value is incorrect");
        assertThat(shown)
                .containsExactly("session 1 did not accept the application's answer: Value is incorrect" + CONTINUES);
        assertThat(facts).isEmpty();
    }

    @Test
    void onlyPermanentFailuresEndTheRunBeforeMeasurement() {
        SessionFailures failures = failures(false);
        failures.loggedOut(4, "session 4 was logged out: not yet");
        failures.dropped(new ClientsProtocol.Dropped(5, 1, "the application closed the connection"));
        failures.onRejection("session 6 did not accept the application's answer: Value is incorrect");
        assertThat(failures.ended(new ClientsProtocol.SessionText(1, "the counterparty uses HTTP")))
                .hasValue("session 1 was ended: the counterparty uses HTTP");
        assertThat(shown).isEmpty();
        assertThat(facts).isEmpty();
    }
}
