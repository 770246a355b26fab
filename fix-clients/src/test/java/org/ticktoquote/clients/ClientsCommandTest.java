package org.ticktoquote.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.control.StatusLine;
import picocli.CommandLine;

/** {@code --check} validates options and files and writes nothing. */
final class ClientsCommandTest {
    private static final String PLAN = """
            {"connect": "127.0.0.1:9001", "sessions": 2,
             "instruments": [{"id": 0, "symbol": "EUR/USD"}, {"id": 1, "symbol": "USD/JPY"}]}
            """;

    private static final String STORE =
            ClientsFixture.STORES.resolve("trust.p12").toString();

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private @Nullable ProblemException refusal;
    private Path plan;

    @BeforeEach
    void writePlan() throws IOException {
        plan = Files.writeString(folder.resolve("plan.json"), PLAN);
    }

    private int check(String... more) {
        CommandLine line = new CommandLine(new ClientsCommand());
        line.setOut(new PrintWriter(out));
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            refusal = (ProblemException) e;
            return refusal.status().code();
        });
        List<String> arguments = new ArrayList<>(
                List.of("--run", folder.resolve("run").toString(), "--plan", plan.toString(), "--check"));
        arguments.addAll(List.of(more));
        return line.execute(arguments.toArray(String[]::new));
    }

    private String template(String text) throws IOException {
        return "--session-template=" + Files.writeString(folder.resolve("bank.yaml"), text);
    }

    @Test
    void printsThePlannedSessions() throws IOException {
        assertThat(check(template("sessions: {1: {name: bank, pairs: [USD/JPY]}}")))
                .isZero();
        StatusLine line = StatusLine.parse(out.toString().strip()).orElseThrow();
        assertThat(line.status()).isEqualTo("checked");
        assertThat(line.detail().path("plan").get(1).toString())
                .isEqualTo("{\"index\":1,\"name\":\"bank\",\"compId\":\"CLIENT-01\",\"instruments\":[1]}");
        assertThat(folder.resolve("run")).doesNotExist();
    }

    @Test
    void refusesAMissingTemplateAndADirectoryThatHoldsARun() throws IOException {
        assertThat(check("--session-template=nosuch.yaml")).isEqualTo(ExitStatus.USAGE.code());
        assertThat(refusal.getMessage()).isEqualTo("nosuch.yaml: no such file");

        Files.createDirectory(folder.resolve("run"));
        Files.writeString(folder.resolve("run/quotes-00.journal"), "older");
        assertThat(check()).isEqualTo(ExitStatus.USAGE.code());
        assertThat(refusal.getMessage()).contains("expected a new directory");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "password: 'env:T2Q_NO_SUCH' | 1:22: password: the environment variable T2Q_NO_SUCH is not set",
                "password: 'file:/nosuch/secret' | 1:22: password: /nosuch/secret: no such file",
                "logonTags: {96: 'file:/nosuch/secret'} | 1:28: 96: /nosuch/secret: no such file",
                "tls: {trustStore: /nosuch/store} | 1:30: trustStore: /nosuch/store: no such file",
                "tls: {trustStorePassword: 'env:T2Q_NO_SUCH', trustStore: STORE}"
                        + " | 1:38: trustStorePassword: the environment variable T2Q_NO_SUCH is not set",
                "tls: {trustStorePassword: 'file:FOLDER/wrong', trustStore: STORE}"
                        + " | 1:38: trustStorePassword: 'file:wrong' is a wrong password, expected the password of STORE",
                "numbers: FOLDER/wrong/x | 1:21: numbers: wrong/x: wrong is a file, expected a folder",
            })
    void refusesAnUnusablePath(String defaults, String problem) throws IOException {
        Files.writeString(folder.resolve("wrong"), "wrong");
        String text = defaults.replace("STORE", STORE).replace("FOLDER", folder.toString());
        assertThat(check(template("defaults: {" + text + "}"))).isEqualTo(ExitStatus.USAGE.code());
        assertThat(refusal.getMessage().replace(folder + "/", ""))
                .isEqualTo("bank.yaml:" + problem.replace("STORE", STORE));
    }
}
