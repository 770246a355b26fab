package org.ticktoquote.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.control.StatusLine;

/** Invalid commands, and an unreachable counterparty. */
final class ClientsTroubleTest extends ClientsFixture {
    private final Socket notListening = new Socket();
    private int port;

    @BeforeEach
    void start() throws IOException {
        notListening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)); // but does not listen
        port = notListening.getLocalPort();
        clients = new ClientsParty(run, plan(port, 2, 278, ONE_PAIR), null, false);
        clients.awaitLine("ready");
    }

    @AfterEach
    void releasePort() throws IOException {
        notListening.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "hello | a line of standard input is not a JSON object: hello",
                "{\"order\":\"up\"} | a line of standard input is not a JSON object with a \"command\": {\"order\":\"up\"}",
                "{\"command\":\"jump\"} | 'jump' is not a command of the clients",
            })
    void failsOnAnInvalidCommandAndClosesItsJournals(String line, String problem) throws Exception {
        clients.say(line);

        await().atMost(LIMIT).until(() -> clients.end().isCompletedExceptionally());
        Throwable cause = catchThrowableOfType(
                        ExecutionException.class, () -> clients.end().get())
                .getCause();
        assertThat(cause)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.USAGE))
                .hasMessageContaining(problem);
        assertThat(JournalTexts.of(run, 0).closed()).isTrue();
        assertThat(JournalTexts.of(run, 1).closed()).isTrue();
    }

    @Test
    void reportsARefusedConnectionOncePerSession() throws Exception {
        clients.say(CONNECT);
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
