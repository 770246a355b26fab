package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The recipes for build servers in docs/gate.md: their shell lines, as they stand there, on a stored pair of runs. */
@LongProof
class GateRecipesIT {
    private static final int INCONCLUSIVE = 7;
    private static final int MOST_LINES = 5;
    private static final Pattern IN_JENKINS = Pattern.compile("sh '([^']*)'");

    @TempDir
    private static Path folder;

    @BeforeAll
    static void run() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "2min", "--pairs", "2");
        for (String release : List.of("old", "new")) {
            Scenario.coldIn(folder)
                    .named(Path.of(release))
                    .sessions(1)
                    .with("--recording", recording.toString(), "--window", "T0..T0+1s")
                    .run(0);
        }
        Path command = Files.createDirectories(folder.resolve("bin")).resolve("t2q");
        Files.writeString(
                command, "#!/bin/sh\nexec '" + T2qProcess.java() + "' -jar '" + T2qProcess.jar() + "' \"$@\"\n");
        assertThat(command.toFile().setExecutable(true)).isTrue();
    }

    private static String recipe(String server) throws IOException {
        String page = Files.readString(T2qProcess.root().resolve("docs/gate.md"));
        Matcher block = Pattern.compile("(?m)^" + server + "[^\n]*:\n\n```\\w+\n(.*?)^```", Pattern.DOTALL)
                .matcher(page);
        assertThat(block.find()).as("a recipe for " + server).isTrue();
        assertThat(block.group(1).lines()).as("lines").hasSizeLessThanOrEqualTo(MOST_LINES);
        return block.group(1);
    }

    private static Object yaml(String text) {
        return new Load(LoadSettings.builder().build()).loadFromString(text);
    }

    /** Runs a step in a shell as a build server does, in a workspace of its own. */
    private static int shell(Path workspace, String step) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-e", "-o", "pipefail", "-c", step);
        builder.directory(Files.createDirectories(workspace).toFile()).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
        environment.put("HOME", workspace.resolve("home").toString());
        environment.put("OLD", folder.resolve("old").toString());
        environment.put("NEW", folder.resolve("new").toString());
        environment.put("GITHUB_STEP_SUMMARY", workspace.resolve("summary.md").toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(T2qProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as(text)
                .isTrue();
        return process.exitValue();
    }

    private static void assertVerdict(Path workspace) {
        assertThat(workspace.resolve("gate")).isDirectoryContaining("glob:**gate.{json,xml,md,html}");
        assertThat(workspace.resolve("gate/gate.xml")).content().contains("<testsuite");
        assertThat(workspace.resolve("home/gates/ledger"))
                .as("kept for the next build")
                .isDirectory();
    }

    @Test
    void gitHub() throws Exception {
        Path workspace = folder.resolve("github");
        List<?> steps = (List<?>) yaml(recipe("GitHub Actions"));
        List<String> shell = steps.stream()
                .map(step -> ((Map<?, ?>) step).get("run"))
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .toList();
        assertThat(shell).hasSize(2);
        assertThat(shell(workspace, shell.get(0))).isEqualTo(INCONCLUSIVE);
        assertThat(shell(workspace, shell.get(1))).isZero();
        assertThat(workspace.resolve("summary.md")).content().startsWith("## Gate: INCONCLUSIVE");
        assertVerdict(workspace);
        Map<?, ?> last = (Map<?, ?>) steps.get(2);
        assertThat(workspace.resolve(String.valueOf(((Map<?, ?>) last.get("with")).get("path"))))
                .isDirectory();
    }

    @Test
    void gitLab() throws Exception {
        Path workspace = folder.resolve("gitlab");
        Map<?, ?> job = (Map<?, ?>) ((Map<?, ?>) yaml(recipe("GitLab"))).get("gate");
        assertThat(shell(workspace, String.valueOf(job.get("script")))).isEqualTo(INCONCLUSIVE);
        assertVerdict(workspace);
        Map<?, ?> artifacts = (Map<?, ?>) job.get("artifacts");
        String junit = String.valueOf(((Map<?, ?>) artifacts.get("reports")).get("junit"));
        assertThat(workspace.resolve(junit)).isRegularFile();
    }

    @Test
    void jenkins() throws Exception {
        Path workspace = folder.resolve("jenkins");
        String recipe = recipe("Jenkins");
        Matcher step = IN_JENKINS.matcher(recipe);
        assertThat(step.find()).isTrue();
        assertThat(shell(workspace, step.group(1))).isEqualTo(INCONCLUSIVE);
        assertVerdict(workspace);
        Matcher junit = Pattern.compile("junit '([^']*)'").matcher(recipe);
        assertThat(junit.find()).isTrue();
        assertThat(workspace.resolve(junit.group(1))).isRegularFile();
    }
}
