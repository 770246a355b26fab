package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.ticktoquote.corpus.Corpus;
import org.w3c.dom.Document;

/** Gates of corpus runs: exit status and files, including the build server recipes of docs/gate.md. */
@LongProof
class GateIT {
    private static final int FAIL = 4;
    private static final int INCONCLUSIVE = 7;
    private static final int REFUSED = 8;
    private static final int MAX_LINES = 5;
    private static final Pattern IN_JENKINS = Pattern.compile("sh '([^']*)'");

    @TempDir
    private static Path folder;

    @BeforeAll
    static void prepare() throws Exception {
        Path matrix = Corpus.unpack("matrix", folder.resolve("matrix"));
        Files.move(matrix.resolve("old/run-1-attempt-3"), folder.resolve("old"));
        Files.move(matrix.resolve("new/run-1-attempt-2"), folder.resolve("new"));
        Files.move(matrix.resolve("old/run-2"), folder.resolve("void"));
        Corpus.unpack("by-id", folder.resolve("wider"));
        for (String release : List.of("old", "new", "wider", "void")) {
            Corpus.analyse(folder.resolve(release), folder, 1);
        }
        Path command = Files.createDirectories(folder.resolve("bin")).resolve("t2q");
        Files.writeString(
                command, "#!/bin/sh\nexec '" + T2qProcess.java() + "' -jar '" + T2qProcess.jar() + "' \"$@\"\n");
        assertThat(command.toFile().setExecutable(true)).isTrue();
    }

    private static T2qProcess gate(int status, String... arguments) throws Exception {
        List<String> line = new ArrayList<>(List.of("gate"));
        line.addAll(T2qProcess.words(arguments));
        return T2qProcess.run(folder, line.toArray(String[]::new)).ended(status);
    }

    private static String run(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void oneRunPerSideIsInconclusiveAndWritesAllFiles() throws Exception {
        Path out = folder.resolve("verdict");
        String state = run("state");
        T2qProcess process =
                gate(INCONCLUSIVE, run("new"), "--baseline", run("old"), "--state", state, "--out", run("verdict"));
        assertThat(process.out()).startsWith("INCONCLUSIVE");
        assertThat(out.resolve("gate.json")).content().contains("\"INCONCLUSIVE\"");
        assertThat(out.resolve("gate.html")).content().contains("INCONCLUSIVE");
        assertThat(out.resolve("gate.md")).content().contains("INCONCLUSIVE");
        Document junit = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(out.resolve("gate.xml").toFile());
        assertThat(junit.getElementsByTagName("testcase").getLength()).isPositive();
        assertThat(gate(INCONCLUSIVE, run("new"), "--baseline", run("old"), "--state", state)
                        .out())
                .as("the sequence continues")
                .startsWith("INCONCLUSIVE");
        gate(0, run("new"), "--baseline", run("old"), "--state", state, "--inconclusive=pass");
    }

    @Test
    void refusesDifferingConditionsWithBothValues() throws Exception {
        String line = run("wider") + " --baseline " + run("old") + " --state " + run("state-of-refused");
        assertThat(gate(REFUSED, line).out()).startsWith("REFUSED").contains("sessions");
    }

    @Test
    void answerLaterThanAHardLimitFails() throws Exception {
        Path policy = Files.writeString(folder.resolve("policy.yaml"), """
                margins: {p50: 5 %}
                veto: {latest: 1us}
                """);
        gate(
                FAIL,
                run("new") + " --baseline " + run("old") + " --state " + run("state-of-limit") + " --policy " + policy);
    }

    @Test
    void mistakesGiveNoVerdict() throws Exception {
        assertThat(gate(2, run("no-such-run"), "--baseline", run("old"), "--state", run("state-of-none"))
                        .err())
                .contains("no-such-run");
        Path policy = Files.writeString(folder.resolve("wrong.yaml"), "margins: {p50: 5}\n");
        assertThat(gate(
                                2,
                                run("new") + " --baseline " + run("old") + " --state " + run("state-of-none")
                                        + " --policy " + policy)
                        .err())
                .contains("wrong.yaml:1:16: ");
    }

    @Test
    void pinsListsAndForgetsARelease() throws Exception {
        String state = run("state-of-pins");
        assertThat(gate(2, "pin", run("void"), "--state", state).err()).contains("RUN: no run counts");
        T2qProcess pin = gate(0, "pin", run("old"), "--state", state);
        assertThat(pin.err()).contains("warning: too few runs for a gate to decide: pin at least 3");
        String pinned = pin.out().strip();
        String fingerprint = pinned.substring(pinned.lastIndexOf(' ') + 1);
        assertThat(pinned).startsWith("pinned release ").contains("(1 run)");
        assertThat(gate(0, "history", "--conditions", "--state", state).out())
                .contains("fingerprint " + fingerprint + ": 0 accepted runs, pinned release ", "sessions: ")
                .containsPattern("\\n  window: [-0-9]+ [0-9:.]+ to [0-9:.]+ UTC at speed 1\n")
                .doesNotContain("content ");
        assertThat(gate(2, "forget", "nobody", "--state", state).err())
                .contains("WHAT: 'nobody' is not in the history");
        assertThat(gate(0, "forget", fingerprint, "--state", state).out())
                .contains("forgot 0 accepted runs and 1 run of pinned releases");
        assertThat(gate(0, "history", "--state", state).out()).contains("no release pinned");
    }

    private static String recipe(String server) throws IOException {
        String page = Files.readString(T2qProcess.root().resolve("docs/gate.md"));
        Matcher block = Pattern.compile("(?m)^" + server + "[^\n]*:\n\n```\\w+\n(.*?)^```", Pattern.DOTALL)
                .matcher(page);
        assertThat(block.find()).as("a recipe for " + server).isTrue();
        assertThat(block.group(1).lines()).as("lines").hasSizeLessThanOrEqualTo(MAX_LINES);
        return block.group(1);
    }

    private static Object yaml(String text) {
        return new Load(LoadSettings.builder().build()).loadFromString(text);
    }

    /** Runs a step in a shell like a build server, in its own workspace. */
    private static int shell(Path workspace, String step) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-e", "-o", "pipefail", "-c", step);
        builder.directory(Files.createDirectories(workspace).toFile());
        Map<String, String> environment = builder.environment();
        environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
        environment.put("HOME", workspace.resolve("home").toString());
        environment.put("OLD", folder.resolve("old").toString());
        environment.put("NEW", folder.resolve("new").toString());
        environment.put("GITHUB_STEP_SUMMARY", workspace.resolve("summary.md").toString());
        return Ended.of(builder).status();
    }

    private static void assertVerdict(Path workspace, String step) throws IOException, InterruptedException {
        assertThat(shell(workspace, step)).isEqualTo(INCONCLUSIVE);
        assertThat(workspace.resolve("gate")).isDirectoryContaining("glob:**gate.{json,xml,md,html}");
        assertThat(workspace.resolve("gate/gate.xml")).content().contains("<testsuite");
        assertThat(workspace.resolve("home/gates/ledger"))
                .as("kept for the next build")
                .isDirectory();
    }

    @Test
    void gitHubRecipeWorks() throws Exception {
        Path workspace = folder.resolve("github");
        List<?> steps = (List<?>) yaml(recipe("GitHub Actions"));
        List<String> shell = steps.stream()
                .map(step -> ((Map<?, ?>) step).get("run"))
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .toList();
        assertThat(shell).hasSize(2);
        assertVerdict(workspace, shell.get(0));
        assertThat(shell(workspace, shell.get(1))).isZero();
        assertThat(workspace.resolve("summary.md")).content().startsWith("## Release gate: INCONCLUSIVE");
        Map<?, ?> last = (Map<?, ?>) steps.get(2);
        assertThat(workspace.resolve(String.valueOf(((Map<?, ?>) last.get("with")).get("path"))))
                .isDirectory();
    }

    @Test
    void gitLabRecipeWorks() throws Exception {
        Path workspace = folder.resolve("gitlab");
        Map<?, ?> job = (Map<?, ?>) ((Map<?, ?>) yaml(recipe("GitLab"))).get("gate");
        assertVerdict(workspace, String.valueOf(job.get("script")));
        Map<?, ?> artifacts = (Map<?, ?>) job.get("artifacts");
        String junit = String.valueOf(((Map<?, ?>) artifacts.get("reports")).get("junit"));
        assertThat(workspace.resolve(junit)).isRegularFile();
    }

    @Test
    void jenkinsRecipeWorks() throws Exception {
        Path workspace = folder.resolve("jenkins");
        String recipe = recipe("Jenkins");
        Matcher step = IN_JENKINS.matcher(recipe);
        assertThat(step.find()).isTrue();
        assertVerdict(workspace, step.group(1));
        Matcher junit = Pattern.compile("junit '([^']*)'").matcher(recipe);
        assertThat(junit.find()).isTrue();
        assertThat(workspace.resolve(junit.group(1))).isRegularFile();
    }
}
