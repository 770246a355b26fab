package org.ticktoquote.harness.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.harness.remote.DeputyOrders.OfPath;

class DeputyTest {
    @TempDir
    private Path folder;

    private void ask(String script) {
        ask("", script);
    }

    private void ask(String java, String script) {
        try (Deputy deputy =
                Deputy.start("b", java, List.of("sh", "-c", "read order; " + script), folder.resolve("ssh.log"))) {
            deputy.ask(DeputyOrders.REMOVE, OfPath.class);
        }
    }

    @Test
    void saysThatTheJavaThereIsTooOld() {
        assertThatThrownBy(() ->
                        ask("printf '%s\\n' 'Exception in thread \"main\" java.lang.UnsupportedClassVersionError: x'"
                                + " ' at sun.launcher.LauncherHelper.checkAndLoadMain' >&2; exit 1"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("host b: t2q there does not answer: it needs Java 17 or newer there");
    }

    @Test
    void repeatsItsLastWordsAndNoControlCharacters() {
        assertThatThrownBy(() -> ask("printf 'first\\nlast \\033[31mwords\\n--\\n' >&2; exit 1"))
                .hasMessage("host b: t2q there does not answer: last ?[31mwords");
        assertThatThrownBy(() -> ask("printf '\\033[31mWelcome\\n'"))
                .hasMessageContaining("its shell says '?[31mWelcome' where nothing may be said");
    }

    @Test
    void namesTheJavaThatTheUserGave() {
        assertThatThrownBy(() -> ask("/no/jdk", "echo 'sh: /no/jdk/bin/java: not found' >&2; exit 127"))
                .hasMessage("host b: t2q there does not answer: sh: /no/jdk/bin/java: not found (its java: /no/jdk)");
    }

    @Test
    void namesItNoMoreOnceItHasAnswered() {
        String begun = StatusLine.of(DeputyOrders.BEGIN, Map.of()).text();
        List<String> shell = List.of("sh", "-c", "read order; printf '%s\\n' '" + begun + "'; read order; exit 1");
        try (Deputy deputy = Deputy.start("b", "/its/jdk", shell, folder.resolve("ssh.log"))) {
            DeputyOrders.Begun unused = deputy.begin(new DeputyOrders.Begin("work", "run"));
            assertThatThrownBy(() -> deputy.ask(DeputyOrders.REMOVE, OfPath.class))
                    .hasMessage("host b: t2q there does not answer");
        }
    }

    @Test
    void refusesWithTheWordsAndTheStatusOfTheRefusalThere() {
        DeputyOrders.Refused refused = DeputyOrders.Refused.of(new Refusal(ExitStatus.USAGE, "--app: it is not there"));
        String line = StatusLine.of(DeputyOrders.REFUSED, refused).text();
        assertThatThrownBy(() -> ask("printf '%s\\n' '" + line + "'"))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.USAGE))
                .hasMessage("host b: --app: it is not there");
    }
}
