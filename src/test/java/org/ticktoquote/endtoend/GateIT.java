package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/** Gates of real runs, each status with the files that it leaves. */
@LongProof
class GateIT {
    private static final int FAIL = 4;
    private static final int INCONCLUSIVE = 7;
    private static final int REFUSED = 8;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void run() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "2min", "--pairs", "5");
        for (String release : List.of("old", "new", "wider")) {
            scenario(recording, release.equals("wider") ? 2 : 1, release).run(0);
        }
    }

    private static Scenario scenario(Path recording, int sessions, String name) {
        return Scenario.coldIn(folder)
                .named(Path.of(name))
                .sessions(sessions)
                .with("--recording", recording.toString(), "--window", "T0..T0+2s");
    }

    private static T2qProcess gate(int status, String... arguments) throws Exception {
        List<String> line = new ArrayList<>(List.of("gate"));
        line.addAll(T2qProcess.words(arguments));
        T2qProcess process = T2qProcess.run(folder, line.toArray(String[]::new));
        assertThat(process.awaitEnd()).as(process.texts()).isEqualTo(status);
        return process;
    }

    private static String run(String name) {
        return folder.resolve(name).toString();
    }

    /** A run that is VOID by the machine's noise counts on no side. */
    private static boolean measured(String name) throws IOException {
        return Summaries.of(folder.resolve(name)).rules("VOID").isEmpty();
    }

    @Test
    void oneRunASideDecidesNothingAndLeavesItsFiles() throws Exception {
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
                .as("the same sequence goes on")
                .startsWith("INCONCLUSIVE");
        gate(0, run("new"), "--baseline", run("old"), "--state", state, "--inconclusive=pass");
    }

    @Test
    void otherConditionsAreRefusedWithBothValues() throws Exception {
        boolean known = measured("wider") && measured("old");
        T2qProcess process = gate(
                known ? REFUSED : INCONCLUSIVE,
                "" + run("wider") + " --baseline " + run("old") + " --state " + run("state-of-refused"));
        if (known) {
            assertThat(process.out()).startsWith("REFUSED").contains("sessions");
        }
    }

    @Test
    void anAnswerLaterThanAHardLimitFails() throws Exception {
        Path policy = Files.writeString(folder.resolve("policy.yaml"), """
                margins: {p50: 5 %}
                veto: {latest: 1us}
                """);
        gate(
                measured("new") ? FAIL : INCONCLUSIVE,
                "" + run("new") + " --baseline " + run("old") + " --state " + run("state-of-limit") + " --policy "
                        + policy);
    }

    @Test
    void mistakesAreNoVerdict() throws Exception {
        assertThat(gate(2, run("no-such-run"), "--baseline", run("old"), "--state", run("state-of-none"))
                        .err())
                .contains("no-such-run");
        Path policy = Files.writeString(folder.resolve("wrong.yaml"), "margins: {p50: 5}\n");
        assertThat(gate(
                                2,
                                "" + run("new") + " --baseline " + run("old") + " --state " + run("state-of-none")
                                        + " --policy " + policy)
                        .err())
                .contains("wrong.yaml:1:16: ");
    }

    @Test
    void theSchemaOfAPolicyIsPrinted() throws Exception {
        assertThat(gate(0, "schema").out()).contains("json-schema.org", "\"margins\"", "\"veto\"");
    }

    @Test
    void aReleaseIsPinnedListedAndForgotten() throws Exception {
        String state = run("state-of-pins");
        if (!measured("old")) {
            assertThat(gate(2, "pin", run("old"), "--state", state).err()).contains("RUN: none of them counts");
            return;
        }
        T2qProcess pin = gate(0, "pin", run("old"), "--state", state);
        assertThat(pin.err()).contains("warning: no gate can decide against so few runs: pin 3 or more");
        String pinned = pin.out().strip();
        String fingerprint = pinned.substring(pinned.lastIndexOf(' ') + 1);
        assertThat(pinned).startsWith("pinned release ").contains("(1 run)");
        assertThat(gate(0, "history", "--conditions", "--state", state).out())
                .contains("fingerprint " + fingerprint + ": 0 accepted runs, pinned release ", "sessions: ")
                .containsPattern("\\n  window: [-0-9]+ [0-9:.]+ to [0-9:.]+ UTC at speed 1\n")
                .doesNotContain("content ");
        assertThat(gate(2, "forget", "nobody", "--state", state).err()).contains("WHAT: 'nobody' is nothing");
        assertThat(gate(0, "forget", fingerprint, "--state", state).out())
                .contains("forgot 0 accepted runs and 1 run of pinned releases");
        assertThat(gate(0, "history", "--state", state).out()).contains("no release pinned");
    }
}
