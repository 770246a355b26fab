package org.ticktoquote.host.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.host.source.HostFixture;

class HostCommandTest {
    /** Hosts and files of refused commands, which change nothing. */
    @TempDir
    private static Path unchanged;

    private static Map<String, Path> places;

    @TempDir
    private Path directory;

    private final T2qLine line = new T2qLine();

    @BeforeAll
    static void make() throws IOException {
        Path full = Files.createDirectory(unchanged.resolve("full"));
        Files.writeString(full.resolve("x.json"), "{\"hash\": 1}");
        Path cut = host("rt-tuned", unchanged);
        Files.writeString(cut.resolve("incomplete"), "");
        Path log = host("container", unchanged);
        Files.writeString(log.resolve("host-changes.jsonl"), "x\n");
        places = Map.of("FULL", full, "CUT", cut, "LOG", log, "FINE", host("stock-server", unchanged));
    }

    private static Path host(String fixture, Path directory) throws IOException {
        return HostFixture.unpack(fixture, Files.createDirectories(directory.resolve(fixture)));
    }

    private Path host(String fixture) throws IOException {
        return host(fixture, directory);
    }

    private int run(String words, Path host) {
        return line.run("host --root " + host + " " + words);
    }

    private static void assertRun(int status, String words, String output) {
        T2qLine own = new T2qLine();
        assertThat(own.run(words)).as(own.err()).isEqualTo(status);
        assertThat(own.out() + own.err()).contains(output);
    }

    @ParameterizedTest
    @CsvSource({"rt-tuned, lab, 0", "virtual-machine, dev, 1", "stock-server, lab, 2"})
    void exitStatusReflectsFitness(String fixture, String profile, int status) throws IOException {
        assertThat(run("--profile " + profile, host(fixture))).isEqualTo(status);
    }

    @Test
    void printsAuditAsJsonAndChangesNothingWithoutApply() throws IOException {
        Path host = host("stock-server");
        run("--profile lab --json", host);
        JsonNode document = JsonMapper.builder().build().readTree(line.out());

        assertThat(document.get("fitness").asText()).isEqualTo("unfit");
        assertThat(document.get("exitStatus").asInt()).isEqualTo(2);
        assertThat(document.get("profile").asText()).isEqualTo("lab");
        assertThat(document.get("findings"))
                .filteredOn(finding -> finding.get("severity").asText().equals("unfit"))
                .extracting(finding -> finding.get("item").asText())
                .containsExactly("clock-source", "isolated-cpus");
        assertThat(document.get("fingerprint").get("hash").asText()).matches("[0-9a-f]{16}");
        assertThat(host.resolve("proc/sys/net/core/busy_read")).hasContent("0");
        assertThat(host.resolve("host-changes.jsonl")).doesNotExist();
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
    void replacesControlCharactersOfAHost() throws IOException {
        Path host = host("rt-tuned");
        HostFixture.write(host, "/proc/sys/kernel/osrelease", "6.1\u001b[2J\u009bm\n");
        run("", host);
        line.run("host fingerprint --root " + host);
        assertThat(line.out()).contains("6.1?[2J?m").doesNotContain("\u001b", "\u009b");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            host --record FULL                   | 2 | expected a new or empty directory
            host --root FULL                     | 5 | is not a recorded host, expected FULL/proc
            host --root CUT                      | 5 | is incomplete: record the host again
            host --root LOG                      | 5 | host-changes.jsonl:1: is not a line of the change log
            host --root FINE --undo --json       | 2 | --json and --html: expected only with an audit
            host --root FINE --apply --only x    | 2 | --only: 'x' is not a line of the audit
            host --root FINE --apply --undo      | 2 | --undo: not together with --apply
            host --root FINE --only turbo        | 2 | --only: expected only with --apply
            host --record NONE --apply           | 2 | --record: changes nothing
            host --profile prod                  | 2 | --profile
            host --root NONE                     | 2 | t2q:
            host --html NONE/x.html              | 2 | t2q:
            clocks --html NONE/x.html            | 2 | t2q:
            host hiccups --hlog NONE/x.hlog      | 2 | t2q:
            host pingpong --out NONE/x.json      | 2 | t2q:
            host pingpong --compare NONE NONE    | 2 | t2q:
            host diff FULL/x.json FULL/x.json    | 5 | x.json: is not a fingerprint
            host diff NONE FULL/x.json           | 2 | no such file
            host diff FULL FULL/x.json           | 5 | it has no run.json
            """)
    void refusesInvalidOptionsAndFiles(String words, int status, String message) {
        assertThat(line.run(filled(words))).isEqualTo(status);
        assertThat(line.err()).contains(filled(message));
        assertThat(line.out()).isEmpty();
    }

    private String filled(String text) {
        String filled = text.replace("NONE", directory.resolve("nothing").toString());
        for (Map.Entry<String, Path> place : places.entrySet()) {
            filled = filled.replace(place.getKey(), place.getValue().toString());
        }
        return filled;
    }

    @Test
    void appliesAndUndoesSelectedItems() throws IOException {
        Path host = host("stock-server");
        assertThat(run("--apply --only busy-polling,turbo", host)).isEqualTo(1);
        assertThat(line.out())
                .contains(
                        "/proc/sys/net/core/busy_read: changed from 0 to 50",
                        "/proc/sys/net/core/busy_poll: changed from 0 to 50",
                        "/sys/devices/system/cpu/intel_pstate/no_turbo: changed from 0 to 1",
                        "changes of --apply in force: 3; t2q host --undo restores them")
                .doesNotContain("scaling_governor: changed");
        assertThat(host.resolve("proc/sys/net/core/busy_poll")).hasContent("50");
        assertRun(0, "host --root " + host + " --undo", "busy_read: restored from 50 to 0");
        assertThat(host.resolve("proc/sys/net/core/busy_poll")).hasContent("0");
        assertRun(0, "host --root " + host + " --undo", "nothing to restore");
    }

    @Test
    void reportsSelectedItemsThatApplyCannotChange() throws IOException {
        run("--apply --only swap", host("stock-server"));
        assertThat(line.out())
                .contains("swap: not changed: --apply cannot do this: swapoff -a")
                .doesNotContain("nothing that --apply can change");
    }

    @Test
    void failsIfASettingIsNotRestored() throws IOException {
        Path host = host("stock-server");
        run("--apply --only turbo", host);
        HostFixture.write(host, "/sys/devices/system/cpu/intel_pstate/no_turbo", "7\n");
        assertRun(6, "host --root " + host + " --undo", "not restored: it was changed again, to 7");
    }

    @Test
    void printsDifferencesBetweenTwoHosts() throws IOException {
        Path a = fingerprint("stock-server");
        Path b = fingerprint("rt-tuned");
        assertThat(line.run("host diff " + a + " " + b)).isZero();
        assertThat(line.out())
                .contains("A is " + a, "lines differ:", "  governor: powersave in A, performance in B")
                .contains("  clock-source: hpet in A, tsc in B");
        T2qLine same = new T2qLine();
        assertThat(same.run("host diff " + a + " " + a)).isZero();
        assertThat(same.out()).startsWith("the same host: ");
    }

    private Path fingerprint(String fixture) throws IOException {
        T2qLine own = new T2qLine();
        own.run("host", "fingerprint", "--json", "--root", host(fixture).toString());
        return Files.writeString(directory.resolve(fixture + ".json"), own.out());
    }
}
