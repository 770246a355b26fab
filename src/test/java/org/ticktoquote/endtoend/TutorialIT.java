package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of docs/tutorial.md, in order, in one shell. */
class TutorialIT {
    private static final Pattern COMMANDS = Pattern.compile("(?m)^```sh\n(.*?)^```", Pattern.DOTALL);
    private static final String GATE = "t2q gate run";
    /** Six runs of ten seconds, and as many repeats if the machine makes them VOID. */
    private static final int MINUTES = 12;

    @TempDir
    private Path folder;

    private static List<String> commands() throws IOException {
        String page = Files.readString(T2qProcess.root().resolve("docs/tutorial.md"));
        return COMMANDS.matcher(page).results().map(MatchResult::group).toList().stream()
                .map(block -> block.replaceAll("(?m)^```.*\n?", ""))
                .toList();
    }

    /** Creates a checkout like the reader's, in which VOID runs on a noisy machine do not fail the test. */
    private Path checkout() throws IOException {
        Path checkout = Files.createDirectory(folder.resolve("checkout"));
        copy(T2qProcess.root().resolve("docs/tutorial/Pricing.java"), checkout.resolve("docs/tutorial/Pricing.java"));
        copy(T2qProcess.jar(), checkout.resolve("harness/target/t2q.jar"));
        Path launcher = Files.writeString(checkout.resolve("t2q"), """
                #!/bin/sh
                '%s' -jar '%s' "$@"
                status=$?
                case $1-$status in run-[37] | analyze-[37]) exit 0 ;; esac
                exit $status
                """.formatted(T2qProcess.java(), T2qProcess.jar()));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        return checkout;
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.copy(from, to);
    }

    private String run(List<String> blocks) throws Exception {
        Path output = folder.resolve("output.txt");
        ProcessBuilder builder = new ProcessBuilder("bash", "-e", "-o", "pipefail", "-c", String.join("", blocks))
                .directory(checkout().toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("HOME", folder.toString());
        environment.put("PATH", Path.of(T2qProcess.java()).getParent() + ":" + environment.get("PATH"));
        environment.put(
                "JAVA_TOOL_OPTIONS",
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
        environment.keySet().removeAll(List.of("XDG_CACHE_HOME", "XDG_STATE_HOME"));
        Process process = builder.start();
        process.getOutputStream().close();
        boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        String text = Files.readString(output);
        assertThat(ended).as(text).isTrue();
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }

    @Test
    @LongProof
    void checksAndMeasuresTheApplicationOfTheTutorial() throws Exception {
        List<String> blocks =
                commands().stream().filter(block -> !block.contains(GATE)).toList();
        assertThat(commands()).hasSize(blocks.size() + 1);
        assertThat(run(blocks))
                .contains("OK: the tick was answered in 3 of 3 sessions")
                .containsPattern("\nlast client +[0-9,]+ +0 ")
                .contains("service levels: ");
        Processes.awaitNone(folder);
    }

    @Test
    @FullProof
    void gateNeverPassesTheSlowerRelease() throws Exception {
        assertThat(run(commands())).containsPattern("\n(FAIL|INCONCLUSIVE) ").containsPattern("\nstatus [47]\n");
        assertThat(folder.resolve("checkout/tutorial")).doesNotExist();
        Processes.awaitNone(folder);
    }
}
