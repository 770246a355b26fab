package org.ticktoquote.harness.hosts.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.control.StatusLine;

class HostAgentTest {
    private static final String READY = line(HostAgentCommand.READY, Map.of());

    @TempDir
    private Path folder;

    private static String line(String status, Object detail) {
        return StatusLine.of(status, detail).text();
    }

    private static String echo(String line) {
        return "printf '%s\\n' '" + line + "'; ";
    }

    private HostAgent start(String java, String script) {
        return HostAgent.start("b", java, List.of("sh", "-c", script), folder.resolve("ssh.log"));
    }

    private void begin(String java, String script) {
        try (HostAgent agent = start(java, script)) {
            HostAgentCommand.Ready unused = agent.ready(30);
        }
    }

    @Test
    void explainsWhyT2qDoesNotStartThere() {
        assertThatRefused(() -> begin(
                        "",
                        "printf '%s\\n' 'Exception in thread \"main\" java.lang.UnsupportedClassVersionError: x'"
                                + " ' at sun.launcher.LauncherHelper.checkAndLoadMain' >&2; exit 1"))
                .hasMessageContaining("host b: t2q on this host does not answer: Java 17 or newer is required");

        assertThatThrownBy(() -> begin("", "printf 'first\\nlast \\033[31mwords\\n--\\n' >&2; exit 1"))
                .hasMessage("host b: t2q on this host does not answer: last ?[31mwords");
        assertThatThrownBy(() -> begin("", "printf '\\n\\033[31mWelcome\\n'"))
                .hasMessageContaining("its shell printed '?[31mWelcome', expected no output");

        assertThatThrownBy(() -> begin("", "yes '{\"status\": a banner' | tr -d '\\n' | head -c 100000"))
                .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(400))
                .hasMessageContaining("a banner");
        assertThatThrownBy(() -> begin("", "yes 'a banner'")).hasMessageContaining("its shell printed 'a banner'");

        assertThatThrownBy(() -> begin("/no/jdk", "echo 'sh: /no/jdk/bin/java: not found' >&2; exit 127"))
                .hasMessage(
                        "host b: t2q on this host does not answer: sh: /no/jdk/bin/java: not found (java: /no/jdk)");
    }

    @Test
    void explainsWhyACallIsNotAnswered() {
        try (HostAgent agent = start("/its/jdk", echo(READY) + "read call; exit 1")) {
            HostAgentCommand.Ready unused = agent.ready(30);
            assertThatThrownBy(() -> agent.operations().removeRun())
                    .hasMessage("host b: t2q on this host does not answer");
        }

        try (HostAgent agent = start("", echo(READY) + "read call; " + echo(READY) + "read end")) {
            HostAgentCommand.Ready unused = agent.ready(30);
            assertThatThrownBy(() -> agent.operations().removeRun())
                    .hasMessage("host b: t2q on this host does not answer: answered 'ready' to 'removeRun'");
        }
    }

    @Test
    void passesOnMessageAndStatusOfARemoteRefusal() {
        HostAgentCommand.Failure refused = HostAgentCommand.Failure.of(
                1, Problem.ofFault("--app: it is not there").exception(ExitStatus.USAGE));
        String script = echo(READY) + "read call; " + echo(line(HostAgentCommand.REFUSED, refused)) + "read end";
        try (HostAgent agent = start("", script)) {
            HostAgentCommand.Ready unused = agent.ready(30);
            assertThatRefused(ExitStatus.USAGE, () -> agent.operations().requireExecutable("x"))
                    .hasMessage("host b: --app: it is not there");
        }
    }

    @Test
    void ignoresTheAnswerToAnInterruptedCall() {
        String first = line(HostAgentCommand.RESULT, Map.of("id", 1, "result", 1111));
        String second = line(HostAgentCommand.RESULT, Map.of("id", 2, "result", 2222));
        String script = echo(READY) + "read call; read call; " + echo(first) + echo(second) + "read end";
        try (HostAgent agent = start("", script)) {
            HostAgentCommand.Ready unused = agent.ready(30);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> agent.operations().freeUdpPort("127.0.0.1"))
                    .hasMessage("interrupted");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(agent.operations().freeUdpPort("127.0.0.1")).isEqualTo(2222);
        }
    }
}
