package org.ticktoquote.host.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.host.source.HostFixture;

class HostCommandTest {
    @TempDir
    private Path directory;

    private final T2qLine line = new T2qLine();

    private Path host(String fixture) throws IOException {
        return HostFixture.unpack(fixture, Files.createDirectories(directory.resolve(fixture)));
    }

    @Test
    void exitStatusReflectsFitness() throws IOException {
        assertThat(line.run("host", "--root", host("rt-tuned").toString(), "--profile", "lab"))
                .isZero();
        assertThat(line.run("host", "--root", host("virtual-machine").toString()))
                .isEqualTo(1);
        assertThat(line.run("host", "--root", host("stock-server").toString(), "--profile", "lab"))
                .isEqualTo(2);
    }

    @Test
    void printsAuditAsJson() throws IOException {
        line.run("host", "--root", host("stock-server").toString(), "--profile", "lab", "--json");
        JsonNode document = JsonMapper.builder().build().readTree(line.out());

        assertThat(document.get("fitness").asText()).isEqualTo("unfit");
        assertThat(document.get("exitStatus").asInt()).isEqualTo(2);
        assertThat(document.get("profile").asText()).isEqualTo("lab");
        List<String> unfit = new ArrayList<>();
        document.get("findings").forEach(finding -> {
            if (finding.get("severity").asText().equals("unfit")) {
                unfit.add(finding.get("item").asText());
            }
        });
        assertThat(unfit).containsExactly("clock-source", "isolated-cpus");
        assertThat(document.get("fingerprint").get("hash").asText()).hasSize(16);
    }

    @Test
    void auditsThisHostAndChangesNothing() {
        assertThat(line.run("host", "--watch", "10ms")).isBetween(0, 2);
        assertThat(line.out()).contains("for dev: ", "clock-source", "fingerprint ");
        assertThat(line.err()).isEmpty();
    }

    @Test
    void recordedHostGivesSameFindings() throws IOException {
        Path record = directory.resolve("record");
        int here = line.run("host", "--watch", "100ms", "--record", record.toString(), "--json");

        T2qLine again = new T2qLine();
        assertThat(again.run("host", "--root", record.toString(), "--json")).isEqualTo(here);
        assertThat(findings(again.out())).isEqualTo(findings(line.out())).hasSizeGreaterThan(30);
    }

    /** Returns all findings except left-over processes, which other tests can start in between. */
    private static List<String> findings(String json) throws IOException {
        List<String> findings = new ArrayList<>();
        for (JsonNode finding : JsonMapper.builder().build().readTree(json).get("findings")) {
            String item = finding.get("item").asText();
            if (!item.equals("left-overs")) {
                findings.add(item + " " + finding.get("severity").asText() + " "
                        + finding.get("found").asText());
            }
        }
        return findings;
    }

    @Test
    void doesNotOverwriteRecording() throws IOException {
        Files.writeString(directory.resolve("x"), "x");

        assertThat(line.run("host", "--record", directory.toString())).isEqualTo(2);
        assertThat(line.err()).contains("expected a new or empty directory");
        assertThat(line.out()).isEmpty();
    }

    @Test
    void refusesRootWithoutProc() {
        assertThat(line.run("host", "--root", directory.toString())).isEqualTo(5);
        assertThat(line.err()).contains("is not a recorded host, expected " + directory + "/proc");
    }

    @Test
    void refusesIncompleteRecording() throws IOException {
        Path record = host("rt-tuned");
        Files.writeString(record.resolve("incomplete"), "");

        assertThat(line.run("host", "--root", record.toString())).isEqualTo(5);
        assertThat(line.err()).contains("is incomplete: record the host again");
        assertThat(line.out()).isEmpty();
    }

    @Test
    void refusesDamagedChangeLog() throws IOException {
        Path host = host("rt-tuned");
        Files.writeString(host.resolve("host-changes.jsonl"), "x\n");

        assertThat(line.run("host", "--root", host.toString())).isEqualTo(5);
        assertThat(line.err()).contains("host-changes.jsonl:1: is not a line of the change log");
        assertThat(line.out()).isEmpty();
    }

    @Test
    void refusesJsonWithUndo() throws IOException {
        String root = host("rt-tuned").toString();
        assertThat(line.run("host", "--root", root, "--undo", "--json")).isEqualTo(2);
        assertThat(line.err()).contains("--json and --html: expected only with an audit");
    }

    @Test
    void replacesControlCharactersOfAHost() throws IOException {
        Path host = host("rt-tuned");
        HostFixture.write(host, "/proc/sys/kernel/osrelease", "6.1\u001b[2J\u009bm\n");

        line.run("host", "--root", host.toString());
        line.run("host", "fingerprint", "--root", host.toString());
        assertThat(line.out()).contains("6.1?[2J?m").doesNotContain("\u001b", "\u009b");
    }

    @Test
    void refusesMissingPaths() {
        String missing = directory.resolve("nothing").toString();
        assertThat(line.run("host", "--root", missing)).isEqualTo(2);
        assertThat(line.run("host", "--html", missing + "/x.html")).isEqualTo(2);
        assertThat(line.run("clocks", "--html", missing + "/x.html")).isEqualTo(2);
        assertThat(line.run("host", "hiccups", "--hlog", missing + "/x.hlog")).isEqualTo(2);
        assertThat(line.run("host", "pingpong", "--out", missing + "/x.json")).isEqualTo(2);
        assertThat(line.run("host", "pingpong", "--compare", missing, missing)).isEqualTo(2);
        assertThat(line.out()).isEmpty();
    }

    @Test
    void refusesAnUnknownProfile() {
        assertThat(line.run("host", "--profile", "prod")).isEqualTo(2);
        assertThat(line.err()).contains("--profile");
    }

    @Test
    void changesNothingWithoutApply() throws IOException {
        Path host = host("stock-server");
        String before = Files.readString(host.resolve("proc/sys/net/core/busy_read"));
        line.run("host", "--root", host.toString(), "--profile", "lab");

        assertThat(host.resolve("proc/sys/net/core/busy_read")).hasContent(before);
        assertThat(host.resolve("host-changes.jsonl")).doesNotExist();
    }

    @Test
    void appliesAndUndoesSelectedItems() throws IOException {
        Path host = host("stock-server");
        String[] apply = {"host", "--root", host.toString(), "--apply", "--only", "busy-polling,turbo"};

        assertThat(line.run(apply)).isEqualTo(1);
        assertThat(line.out())
                .contains(
                        "/proc/sys/net/core/busy_read: changed from 0 to 50",
                        "/proc/sys/net/core/busy_poll: changed from 0 to 50",
                        "/sys/devices/system/cpu/intel_pstate/no_turbo: changed from 0 to 1",
                        "changes of --apply in force: 3; t2q host --undo restores them")
                .doesNotContain("scaling_governor: changed");
        assertThat(host.resolve("proc/sys/net/core/busy_poll")).hasContent("50");
        T2qLine undo = new T2qLine();
        assertThat(undo.run("host", "--root", host.toString(), "--undo")).isZero();
        assertThat(undo.out()).contains("busy_read: restored from 50 to 0");
        assertThat(host.resolve("proc/sys/net/core/busy_poll")).hasContent("0");
        T2qLine again = new T2qLine();
        assertThat(again.run("host", "--root", host.toString(), "--undo")).isZero();
        assertThat(again.out()).contains("nothing to restore");
    }

    @Test
    void failsIfASettingIsNotRestored() throws IOException {
        Path host = host("stock-server");
        line.run("host", "--root", host.toString(), "--apply", "--only", "turbo");
        HostFixture.write(host, "/sys/devices/system/cpu/intel_pstate/no_turbo", "7\n");

        T2qLine undo = new T2qLine();
        assertThat(undo.run("host", "--root", host.toString(), "--undo")).isEqualTo(6);
        assertThat(undo.out()).contains("not restored: it was changed again, to 7");
    }

    @Test
    void refusesContradictoryOptions() throws IOException {
        String root = host("stock-server").toString();
        assertThat(line.run("host", "--root", root, "--apply", "--only", "nothing"))
                .isEqualTo(2);
        assertThat(line.run("host", "--root", root, "--apply", "--undo")).isEqualTo(2);
        assertThat(line.run("host", "--root", root, "--only", "turbo")).isEqualTo(2);
        assertThat(line.run("host", "--record", root + "x", "--apply")).isEqualTo(2);
        assertThat(line.err())
                .contains(
                        "--only: 'nothing' is not a line of the audit",
                        "--undo: not together with --apply",
                        "--only: expected only with --apply")
                .contains("--record: changes nothing");
    }

    @Test
    void printsDifferencesBetweenTwoHosts() throws IOException {
        Path a = fingerprint("stock-server");
        Path b = fingerprint("rt-tuned");

        assertThat(line.run("host", "diff", a.toString(), b.toString())).isZero();
        assertThat(line.out())
                .contains("A is " + a, "lines differ:", "  governor: powersave in A, performance in B")
                .contains("  clock-source: hpet in A, tsc in B");
        T2qLine same = new T2qLine();
        same.run("host", "diff", a.toString(), a.toString());
        assertThat(same.out()).startsWith("the same host: ");
    }

    private Path fingerprint(String fixture) throws IOException {
        T2qLine own = new T2qLine();
        own.run("host", "fingerprint", "--json", "--root", host(fixture).toString());
        return Files.writeString(directory.resolve(fixture + ".json"), own.out());
    }

    @Test
    void diffRefusesFilesThatAreNotFingerprints() throws IOException {
        Path file = Files.writeString(directory.resolve("x.json"), "{\"hash\": 1}");

        assertThat(line.run("host", "diff", file.toString(), file.toString())).isEqualTo(5);
        assertThat(line.err()).contains("x.json: is not a fingerprint");
        T2qLine missing = new T2qLine();
        assertThat(missing.run("host", "diff", directory.resolve("y").toString(), file.toString()))
                .isEqualTo(2);
        assertThat(missing.err()).contains("no such file");
        T2qLine noRun = new T2qLine();
        assertThat(noRun.run("host", "diff", directory.toString(), file.toString()))
                .isEqualTo(5);
        assertThat(noRun.err()).contains("it has no run.json");
    }
}
