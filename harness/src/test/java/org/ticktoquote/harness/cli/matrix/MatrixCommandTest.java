package org.ticktoquote.harness.cli.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.run.Seal;
import org.ticktoquote.harness.matrix.definition.MatrixSource;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;
import org.ticktoquote.host.command.T2qLine;
import org.ticktoquote.host.jvm.FakeJvm;

class MatrixCommandTest {
    @TempDir
    private Path folder;

    private final T2qLine line = new T2qLine();

    private Path file(String name, String yaml) throws IOException {
        return Files.writeString(folder.resolve(name), yaml);
    }

    private Path zing() throws IOException {
        return FakeJvm.ZING.install(
                Files.createDirectories(folder.resolve("zing")).toRealPath());
    }

    @Test
    void listsBuiltInMatricesWithTheirCases() {
        assertThat(line.run("matrix", "list")).isZero();
        assertThat(line.out().lines())
                .hasSize(4)
                .startsWith(
                        "matrix   cases  about",
                        "pv           6  operating system x JVM x thread management, six cases");
    }

    @Test
    void outputOfShowIsTheSameMatrix() throws Exception {
        assertThat(line.run("matrix", "show", "pv")).isZero();
        assertThat(line.out()).isEqualTo(MatrixSource.of("pv").text());
        Path mine = file("mine.yaml", line.out());
        assertThat(line.run("matrix", "check", mine.toString(), "pv-full")).isZero();
        assertThat(line.out())
                .contains(mine + ": 6 cases, 18 runs, no problems", "pv-full: 8 cases, 24 runs, no problems");
    }

    @Test
    void resolvedShowsTheHostOfEachCaseOrTheReason() {
        assertThat(line.run("matrix", "show", "pv", "--resolved")).isZero();
        assertThat(line.out().lines()).hasSize(7);
        assertThat(line.out())
                .contains("baseline PV-001")
                .containsPattern(
                        "PV-001  stock, hotspot, unmanaged +(runs on local: |not run: no host with kernel stock)")
                .containsPattern("PV-006  rt, zing, managed +(runs on local: |not run: )");
    }

    @Test
    void resolvedJsonCanBeReadBack() throws Exception {
        Path zing = zing();
        assertThat(line.run("matrix", "show", "pv", "--resolved", "--json", "--jvm", "zing=" + zing))
                .isZero();
        ResolvedMatrix resolved = ResolvedMatrix.read(file("resolved.json", Seal.put(line.out())));
        assertThat(resolved.cells()).hasSize(6);
        assertThat(line.out()).contains(zing.toString()).doesNotContain("no Zing JVM");
    }

    @Test
    void reportsEveryProblemOfEveryFileWithStatusTwo() throws Exception {
        Path one = file("one.yaml", "cases: {A: {run: {sessions: 0, speed: 0}}}");
        Path two = file("two.yaml", "case: {}");
        assertThat(line.run("matrix", "check", one.toString(), "pv", two.toString()))
                .isEqualTo(2);
        assertThat(line.out()).contains("pv: 6 cases");
        assertThat(line.err())
                .contains("one.yaml:1:29: sessions: '0', expected 1..1000", "one.yaml:1:39: speed: '0', expected")
                .contains("two.yaml:1:1: case: unknown key (did you mean 'cases'?), expected one of");
    }

    @Test
    void reportsFlagsRejectedByTheJvmAtTheirPosition() throws Exception {
        Path matrix = file("flags.yaml", """
                jvms: {mine: {flags: -XX:+UseZGCC}}
                cases:
                  A: {jvm-args: -Xmx256q}
                  B: {jvm: mine}
                  C: {jvm-args: -Xmx256m}
                """);
        assertThat(line.run("matrix", "check", matrix.toString())).isEqualTo(2);
        assertThat(line.err())
                .contains("flags.yaml:3:17: jvm-args: rejected by the JVM: ", "-Xmx256q")
                .contains("flags.yaml:4:12: jvm: rejected by the JVM: ", "UseZGCC")
                .doesNotContain("flags.yaml:5");
    }

    @Test
    void matrixThatCannotRunHereEndsWithStatusSixAndReasons() throws Exception {
        Path matrix = file("none.yaml", "cases: {A: {host: {kernel-release: nosuch}}}");
        assertThat(line.run("matrix", "check", matrix.toString(), "pv-full")).isEqualTo(6);
        assertThat(line.err())
                .contains("none.yaml: no case of the matrix can run here")
                .contains("none.yaml: A: no host with kernel-release nosuch");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --hosts hosts.yaml     | --hosts: applies to single runs. A matrix sets it in its file as run: {hosts: FILE}
            --hosts hosts.yaml     | t2q matrix show
            --regime payroll       | --regime: applies to single runs. A matrix sets it in its file as annualise: {regime: TEXT} (t2q
            --year-base calendar   | --year-base: applies to single runs. A matrix sets it in its file as annualise: {base: BASE} (t2q
            """)
    void namesTheMatrixKeysForHostsAndHoursPerYear(String option, String message) {
        assertThat(line.run("run pv " + option)).isEqualTo(2);
        assertThat(line.err()).contains(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            show pv-ful                            | did you mean 'pv-full'?
            ''                                     | a command is missing
            show pv --json                         | --json: expected only with --resolved
            show pv --resolved --jvm zing=/nosuch  | --jvm: '/nosuch' is not a Java installation
            show pv --resolved --jvm zng=ZING      | zng=ZING' is not the JVM of a case (did you mean 'zing'?), expected one of
            show pv --resolved --jvm zng=ZING      | expected one of hotspot, zing
            """)
    void refusesUnknownMatricesAndJvms(String words, String message) throws IOException {
        String zing = zing().toString();
        assertThat(line.run("matrix " + words.replace("ZING", zing))).isEqualTo(2);
        assertThat(line.err()).contains(message.replace("ZING", zing));
    }
}
