package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.control.ControlChannel;
import picocli.CommandLine;

class PricingCommandTest {
    private final ByteArrayOutputStream status = new ByteArrayOutputStream();
    private ProblemException refusal;

    private void run(String... options) {
        runWithInput("", options);
    }

    private void runWithInput(String input, String... options) {
        ControlChannel channel = new ControlChannel(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(status, true, StandardCharsets.UTF_8));
        CommandLine command = new CommandLine(new PricingCommand(() -> channel));
        command.setOut(new PrintWriter(status, true, StandardCharsets.UTF_8));
        command.setExecutionExceptionHandler((thrown, line, result) -> {
            refusal = (ProblemException) thrown;
            return 1;
        });
        command.execute(options.length == 1 ? options[0].split(" ") : options);
    }

    @Test
    void reportsAllInvalidOptionsAtOnce() {
        run("--feed ftp://x --threads 1 --hold long --fault burn --sessions 0 --begin-string FIX.3.0 "
                + "--composite worst --echo x --churn much --conflation often --stale-after old");
        assertThat(refusal.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(refusal.getMessage())
                .contains(
                        "'ftp://x'",
                        "--threads: '1'",
                        "'long'",
                        "'burn'",
                        "--sessions: '0'",
                        "FIX.3.0",
                        "worst",
                        "'x'",
                        "'much'",
                        "'often'",
                        "'old'");
        assertThat(status.toString(StandardCharsets.UTF_8)).startsWith("{\"status\":\"failed\",\"cause\":");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stop", "{\"stop\":true}", "{\"command\":\"jump\"}"})
    void failsOnInvalidCommand(String line) {
        runWithInput(line + "\n", "--feed", "udp://127.0.0.1:0");
        assertThat(refusal.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(refusal.getMessage()).containsAnyOf("is not a JSON object", "'jump' is not a command");
        assertThat(status.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("\"status\":\"failed\"")
                .doesNotContain("\"status\":\"done\"");
    }

    @Test
    void checkOpensNothing(@TempDir Path folder) throws Exception {
        Path truth = folder.resolve("truth");
        run("--feed", "tcp://127.0.0.1:1", "--truth", truth.toString(), "--check");
        assertThat(status.toString(StandardCharsets.UTF_8)).startsWith("{\"status\":\"checked\"");
        assertThat(truth).doesNotExist();
        run("--feed", "tcp://127.0.0.1:1", "--hold", "long", "--check");
        assertThat(refusal.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(status.toString(StandardCharsets.UTF_8)).doesNotContain("failed");
    }

    @Test
    void doesNotOverwriteAnotherTruth(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("truth-quotes.journal"), "older");
        run("--feed", "udp://127.0.0.1:0", "--truth", folder.toString());
        assertThat(refusal.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(refusal.getMessage()).contains("truth-quotes.journal already exists");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--fix-host=nosuch.invalid|--fix-host: 'nosuch.invalid', expected a known host",
                "--comp-id=|--comp-id: ''",
                "--hold=2h|--hold: '2h' is too long, expected 1h at most",
                "--hold=lognormal:median=2h,sigma=1,seed=1|has median=2h, expected 1h at most",
                "--conflation=2h|--conflation: '2h' is too long, expected 1h at most",
                "--spin=2h|--spin: '2h' is too long, expected 1h at most",
                "--churn=99999999999999GB/s|, expected at most 1024GB",
                "--churn=1MB/s,live=9999GB|expected at most 1024GB",
                "--truth=/etc/hostname|/etc/hostname is a file, expected a folder",
                "--half-spreads=-1|--half-spreads: '-1', expected 0..1000000 each",
                "--null-responder --hold=1ms|--null-responder",
                "--echo=35|--echo",
                "--echo=55|--echo",
                "--echo=268|--echo",
                "--echo=271|--echo",
                "--echo=100000|--echo",
                "--echo=-1|--echo",
                "--feed=fix://127.0.0.1:1|--pairs: expected pairs if the feeds are fix:// venues, otherwise none",
                "--pairs=EUR/USD:0.0001:0.00001|--pairs: expected pairs if the feeds are fix:// venues, otherwise none",
                "--feed=fix://127.0.0.1:1 --pairs=EURUSD|--pairs: 'EURUSD', expected SYMBOL:PIP:TICKSIZE",
                "--feed=fix://127.0.0.1:1 --pairs=A:0:1|--pairs: 'A:0:1', expected SYMBOL:PIP:TICKSIZE",
                "--feed=fix://127.0.0.1:1 --pairs=A:1:1,A:1:1|--pairs: 'A:1:1' is given twice",
                "--feed=fix://127.0.0.1:1?colour=red --pairs=A:1:1"
                        + "|'fix://127.0.0.1:1?colour=red' has an invalid option 'colour=red'",
                "--feed=fix://127.0.0.1 --pairs=A:1:1"
                        + "|'fix://127.0.0.1' is not the address of a FIX venue, expected fix://HOST:PORT",
                "--feed=fix://127.0.0.1:1?pairs=A%20B --pairs=A:1:1|--feed: 'pairs=B', expected a pair of --pairs",
                "--feed=fix://nosuch.invalid:1 --pairs=A:1:1|--feed: unknown host 'nosuch.invalid'",
                "--feed=udp://nosuch.invalid:1|--feed: unknown host 'nosuch.invalid'",
                "--feed=tcp://nosuch.invalid:1|--feed: unknown host 'nosuch.invalid'",
                "--feed=udp://239.1.1.1:0?interface=nosuch|--feed: this host has no network interface 'nosuch'",
                "--feed=fix://127.0.0.1:1,tcp://127.0.0.1:1|expected one feed, or only fix:// venues",
                "--trust-store=none.p12|--trust-store: none.p12: no such file",
                "--key-store=pom.xml|pom.xml: the store cannot be read",
                "--trust-store=pom.xml --trust-store-password=s3cret|--trust-store-password: expected env:NAME or file:PATH",
                "--trust-store-password=env:NONE|--trust-store-password: expected --trust-store with it",
                "--key-store-password=env:NONE|--key-store-password: expected --key-store with it",
                "--tls-protocols=TLSv9|--tls-protocols: 'TLSv9', expected one or more of ",
                "--feed=fix://127.0.0.1:1 --pairs=A:1:1 --tls-protocols=TLSv1.3|--feed: expected a venue with tls=true"
            })
    void refusesInvalidAndExcessiveOptions(String options, String complaint) {
        run((options.contains("--feed") ? options : "--feed=udp://127.0.0.1:0 " + options).split(" "));
        assertThat(refusal.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(refusal.getMessage()).contains(complaint).doesNotContain("s3cret");
    }

    @Test
    void refusesPortInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            run("--feed", "udp://127.0.0.1:0", "--fix-port", "" + taken.getLocalPort());
        }
        assertThat(refusal.status()).isEqualTo(ExitStatus.ENVIRONMENT);
        assertThat(refusal.getMessage()).contains("FIX port 127.0.0.1:");
    }

    @Test
    void closesTruthIfFeedPortIsInUse(@TempDir Path folder) throws Exception {
        try (DatagramSocket taken = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            run("--feed", "udp://127.0.0.1:" + taken.getLocalPort(), "--truth", folder.toString());
        }
        assertThat(refusal.status()).isEqualTo(ExitStatus.ENVIRONMENT);
        assertThat(TruthFiles.ticks(folder)).isEmpty();
    }
}
