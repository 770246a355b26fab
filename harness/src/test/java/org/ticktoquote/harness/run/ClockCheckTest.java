package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.clock.PeerClockReading;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.ChildFailure;
import org.ticktoquote.harness.process.Supervisor;
import org.ticktoquote.harness.run.RunHosts.LocalHost;
import org.ticktoquote.harness.run.StartupPhase.ClockCheck;
import org.ticktoquote.host.process.JavaCommand;

class ClockCheckTest {
    private static final List<String> OTHER_TIME = List.of("unshare", "--time", "--fork", "--monotonic", "100000");
    private static final List<String> OURS =
            new JavaCommand(JavaCommand.ownJava(), List.of("-Xmx32m")).subcommand("guardian", List.of());

    private static final LocalHost HERE = LocalHost.of(new RunDirectory(Path.of("")), "", masks -> {});

    @TempDir
    private Path directory;

    private final Supervisor.Listener listener = new Supervisor.Listener() {
        @Override
        public void onLine(Child child, StatusLine line) {}

        @Override
        public void onEnd(Child child, ChildFailure failure) throws ChildFailure {
            throw failure;
        }
    };

    private Supervisor supervisor;
    private ClockCheck check;

    @BeforeEach
    void start() {
        supervisor = new Supervisor(new RunDirectory(directory));
        check = new ClockCheck(supervisor, listener, TimeUnit.MINUTES.toNanos(1));
    }

    /** Waits for a first answer, as in a run, because a JVM starts slowly. */
    private Child answered(Child child) throws Exception {
        child.send(ControlCommand.of(ControlChannel.CLOCK));
        assertThat(supervisor
                        .await(child, ControlChannel.CLOCK, TimeUnit.SECONDS.toNanos(60), listener)
                        .status())
                .isEqualTo(ControlChannel.CLOCK);
        return child;
    }

    @AfterEach
    void end() {
        supervisor.children().forEach(child -> child.group().kill());
        supervisor.close();
    }

    private static List<String> answering(String nanoTime) {
        String answer = "echo \"{\\\"status\\\":\\\"clock\\\",\\\"nanoTimeNs\\\":" + nanoTime + "}\"";
        return List.of("sh", "-c", "while read line; do " + answer + "; done");
    }

    @Test
    void acceptsAProcessWithTheSameClock() throws Exception {
        check.check(answered(supervisor.start("replayer", OURS)), HERE);
        assertThat(check.summary()).matches("readings between two readings of the harness: replayer within .* [um]?s");
    }

    @Test
    void refusesAProcessInAnotherTimeNamespace() throws Exception {
        assumeTrue(timeNamespaces(), "SKIPPED: time namespaces need root and Linux 5.6");
        List<String> command = new ArrayList<>(OTHER_TIME);
        command.addAll(OURS);
        Child stranger = answered(supervisor.start("fix-clients", command));
        assertThatExceptionOfType(ChildFailure.class)
                .isThrownBy(() -> check.check(stranger, HERE))
                .withMessageMatching(
                        "fix-clients uses a different clock than the harness, at least (9[0-9]{4}|100000) s ahead.*")
                .satisfies(failure -> assertThat(failure.child()).isSameAs(stranger));
    }

    private static boolean timeNamespaces() throws InterruptedException {
        List<String> command = new ArrayList<>(OTHER_TIME);
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    @Test
    void refusesAClockThatIsBehindAndAProcessThatEnds() {
        Child past = supervisor.start("replayer", answering("5"));
        assertThatExceptionOfType(ChildFailure.class)
                .isThrownBy(() -> check.check(past, HERE))
                .withMessageContaining(" s behind: ");
        Child mute = supervisor.start("fix-clients", List.of("sh", "-c", "read line; exit 3"));
        assertThatExceptionOfType(ChildFailure.class).isThrownBy(() -> check.check(mute, HERE));
    }

    @Test
    void reportsTheMinimumClockOffset() {
        assertThat(ClockCheck.complaint("replayer", "the harness", new PeerClockReading(1_000, 8_000, 3_000)))
                .startsWith("replayer uses a different clock than the harness, at least 5.00 us ahead: every");
        assertThat(ClockCheck.complaint("replayer", "the harness", new PeerClockReading(9_000, 2_000, 11_000)))
                .contains("at least 7.00 us behind");
    }
}
