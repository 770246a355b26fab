package org.ticktoquote.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.control.StatusLine;

/** Invalid commands, and an unreachable counterparty. */
final class ClientsTroubleTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path run;

    private final Socket notListening = new Socket();
    private ClientsParty clients;
    private int port;

    @BeforeEach
    void start() throws IOException {
        notListening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)); // but does not listen
        port = notListening.getLocalPort();
        String plan = """
            {"connect": "127.0.0.1:%d", "sessions": 2, "expectedSnapshots": 10,
             "instruments": [{"id": 0, "symbol": "EUR/USD"}]}
            """.formatted(port);
        clients = new ClientsParty(run, plan, null, false);
        clients.awaitLine("ready");
    }

    @AfterEach
    void end() throws IOException {
        clients.close();
        notListening.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "[1]", "{\"order\":\"connect\"}", "{\"command\":\"connect\"", "{\"command\":1}"})
    void failsOnAnInvalidCommandAndClosesItsJournals(String line) throws Exception {
        clients.say(line);

        await().atMost(LIMIT).until(() -> clients.end().isCompletedExceptionally());
        Throwable cause = catchThrowableOfType(
                        ExecutionException.class, () -> clients.end().get())
                .getCause();
        assertThat(cause)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.USAGE))
                .hasMessageContaining("a line of standard input is not a JSON object")
                .hasMessageContaining(line);
        assertThat(JournalTexts.of(run, 0).closed()).isTrue();
        assertThat(JournalTexts.of(run, 1).closed()).isTrue();
    }

    @Test
    void reportsARefusedConnectionOncePerSession() throws Exception {
        clients.say("{\"command\":\"connect\"}");
        await().atMost(LIMIT).until(() -> clients.linesOf("unreachable").size() == 2);
        int reports = clients.linesOf("progress").size();
        await().atMost(LIMIT).until(() -> clients.linesOf("progress").size() > reports + 10); // two attempts later

        assertThat(clients.linesOf("unreachable"))
                .extracting(StatusLine::text)
                .containsExactlyInAnyOrder(line(0), line(1));
    }

    private String line(int session) {
        return "{\"status\":\"unreachable\",\"session\":%d,\"address\":\"127.0.0.1:%d\",\"cause\":\"connection refused\"}"
                .formatted(session, port);
    }
}
