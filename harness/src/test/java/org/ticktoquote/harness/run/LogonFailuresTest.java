package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.control.StatusLine;

class LogonFailuresTest {
    private final LogonFailures watch = new LogonFailures();

    private void status(String status, Map<String, Object> detail) {
        watch.onStatus(StatusLine.of(status, detail));
    }

    private void unreachable(int session, String cause) {
        status("unreachable", Map.of("session", session, "address", "127.0.0.1:9876", "cause", cause));
    }

    @Test
    void reportsWhyConnectionsAreNotAccepted() {
        unreachable(0, "connection refused");
        unreachable(1, "connection refused");
        assertThat(watch.any()).isTrue();
        assertThat(watch.text()).isEqualTo("127.0.0.1:9876: connection refused");
        unreachable(1, "unknown host");
        assertThat(watch.text()).isEqualTo("127.0.0.1:9876: connection refused; other reasons for 1 session");
    }

    @Test
    void sessionsWithEqualReasonsAreSummarised() {
        status("logged-out", Map.of("session", 0, "text", "unknown CompID CLIENT-00"));
        assertThat(watch.text()).isEqualTo("session 0 was logged out: unknown CompID CLIENT-00");
        status("logged-out", Map.of("session", 1, "text", "unknown CompID CLIENT-01"));
        status("logged-out", Map.of("session", 2, "text", "unknown CompID CLIENT-02"));
        assertThat(watch.text())
                .isEqualTo("session 0 was logged out: unknown CompID CLIENT-00; the same for 2 more sessions");
        status("logged-out", Map.of("session", 1, "text", "wrong password"));
        assertThat(watch.text()).endsWith("CLIENT-00; the same for 1 more session; other reasons for 1 session");
    }

    @Test
    void namesMissingSessionsIfOthersConnected() {
        for (int session = 0; session < 8; session++) {
            unreachable(session, "the application has not connected");
        }
        status("reachable", Map.of("session", 1));
        assertThat(watch.text())
                .isEqualTo("127.0.0.1:9876: the application has not connected (sessions 0, 2, 3, 4, 5 and 2 more)");
        for (int session = 2; session < 8; session++) {
            status("reachable", Map.of("session", session));
        }
        assertThat(watch.text()).isEqualTo("127.0.0.1:9876: the application has not connected (session 0)");
    }

    @Test
    void forgetsResolvedReasons() {
        unreachable(0, "connection refused");
        assertThat(watch.noneConnected()).isTrue();
        status("reachable", Map.of("session", 0));
        assertThat(watch.noneConnected()).isFalse();
        assertThat(watch.any()).isFalse();
        assertThat(watch.text()).contains("the Logon was not answered");
    }

    @Test
    void refusedConnectionTakesPrecedenceOverNone() {
        unreachable(0, "the application has not connected");
        assertThat(watch.text()).isEqualTo("127.0.0.1:9876: the application has not connected");
        status("refused", Map.of("text", "Logon with 49=A 56=B"));
        assertThat(watch.any()).isTrue();
        assertThat(watch.text()).isEqualTo("a connection was refused: Logon with 49=A 56=B");
    }

    @Test
    void closedConnectionIsAReasonIfThereIsNoBetterOne() {
        status("unanswered", Map.of("session", 2));
        assertThat(watch.text())
                .isEqualTo(
                        "the Logon of session 2 was answered by closing the connection; check CompIDs, FIX version and"
                                + " TLS");
        status("not-accepted", Map.of("session", 2, "text", "TLS: handshake failed", "ends", true));
        status("unanswered", Map.of("session", 2));
        status("reachable", Map.of("session", 2));
        assertThat(watch.text()).isEqualTo("session 2 did not accept the application's answer: TLS: handshake failed");
        assertThat(watch.noneConnected()).isFalse();
    }
}
