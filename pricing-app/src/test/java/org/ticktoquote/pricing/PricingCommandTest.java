package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.control.ControlChannel;
import picocli.CommandLine;

class PricingCommandTest {
    private final ByteArrayOutputStream status = new ByteArrayOutputStream();
    private Refusal refusal;

    private void run(String... options) {
        ControlChannel channel = new ControlChannel(
                new ByteArrayInputStream(new byte[0]), new PrintStream(status, true, StandardCharsets.UTF_8));
        CommandLine command = new CommandLine(new PricingCommand(() -> channel));
        command.setExecutionExceptionHandler((thrown, line, result) -> {
            refusal = (Refusal) thrown;
            return 1;
        });
        command.execute(options);
    }

    @Test
    void namesEverythingThatIsWrongAtOnce() {
        run(
                "--feed",
                "ftp://x",
                "--threads",
                "1",
                "--hold",
                "long",
                "--fault",
                "burn",
                "--sessions",
                "0",
                "--begin-string",
                "FIX.3.0",
                "--composite",
                "worst",
                "--echo",
                "x",
                "--churn",
                "much",
                "--conflation",
                "often",
                "--stale-after",
                "old");
        assertThat(refusal.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(refusal.getMessage())
                .contains(
                        "'ftp://x'",
                        "--threads 1",
                        "'long'",
                        "'burn'",
                        "--sessions 0",
                        "FIX.3.0",
                        "worst",
                        "'x'",
                        "'much'",
                        "'often'",
                        "'old'");
        assertThat(status.toString(StandardCharsets.UTF_8)).startsWith("{\"status\":\"failed\",\"cause\":");
    }

    @Test
    void refusesToHoldAsANullResponder() {
        run("--feed", "udp://127.0.0.1:0", "--null-responder", "--hold", "1ms");
        assertThat(refusal.getMessage()).contains("--null-responder");
    }

    @Test
    void refusesAPortThatIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            run("--feed", "udp://127.0.0.1:0", "--fix-port", "" + taken.getLocalPort());
        }
        assertThat(refusal.status()).isEqualTo(ExitStatus.ENVIRONMENT);
        assertThat(refusal.getMessage()).contains("FIX port 127.0.0.1:");
    }

    @Test
    void endsAtOnceWhenItsInputIsAtItsEnd() {
        run("--feed", "udp://127.0.0.1:0");
        assertThat(refusal).isNull();
        assertThat(status.toString(StandardCharsets.UTF_8)).contains("\"status\":\"ready\"", "\"status\":\"done\"");
    }

    @Test
    void isACommandOfTheCommandLine() {
        assertThat(ServiceLoader.load(Subcommand.class).stream().map(ServiceLoader.Provider::type))
                .contains(PricingCommand.class);
    }
}
