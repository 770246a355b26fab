package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that repeats the test suite, in a minimal checkout with a Maven that writes reports. */
class RepeatIT {
    /** Fakes a test that fails the second time and then leaves a file, and a test that never fails. */
    private static final String MAVEN = """
            #!/bin/sh
            echo "$@" >> calls
            case "$*" in *-DskipTests*) exit 0 ;; esac
            mkdir -p core/target/surefire-reports
            failure=
            if [ "$(wc -l < calls)" -eq 3 ]; then
                failure='<failure message="expected: 1&#10;but was: 2" type="x">trace</failure>'
                echo '     [exec] left behind by the tests in core/target/tmp: a.txt'
            fi
            cat > core/target/surefire-reports/TEST-a.xml <<END
            <testsuite><testcase name="a" classname="org.A">$failure</testcase><testcase name="b" classname="org.A"/>
            <testcase name="c" classname="org.A"><skipped/></testcase></testsuite>
            END
            """;

    @TempDir
    private Path folder;

    private Path checkout;

    @BeforeEach
    void copy() throws IOException {
        checkout = Files.createDirectories(folder.resolve("checkout"));
        Files.createDirectories(checkout.resolve(".ci"));
        Files.copy(T2qProcess.root().resolve(".ci/repeat"), checkout.resolve(".ci/repeat"));
        Path maven = Files.createDirectories(folder.resolve("bin")).resolve("mvn");
        Files.writeString(maven, MAVEN);
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        assertThat(checkout.resolve(".ci/repeat").toFile().setExecutable(true)).isTrue();
    }

    private String repeated(int status, String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(".ci/repeat").directory(checkout.toFile());
        builder.command().addAll(List.of(arguments));
        String java = Path.of(System.getProperty("java.home"), "bin").toString();
        builder.environment().merge("PATH", folder.resolve("bin") + ":" + java, (own, first) -> first + ":" + own);
        return Ended.of(builder).text(status);
    }

    @Test
    void listsHowOftenTestsFailedAndKeepsTheirReports() throws Exception {
        assertThat(repeated(1, "3", "1", "-pl", "core"))
                .contains("1 of 3: 2 tests, 0 red, ", "2 of 3: 2 tests, 2 red, ", "3 of 3: 2 tests, 0 red, ")
                .contains("org.A.a  1 of 3  expected: 1\n")
                .contains(
                        "(left behind by the tests)  1 of 3  [exec] left behind by the tests in core/target/tmp: a.txt");
        assertThat(Files.readAllLines(checkout.resolve("calls")))
                .hasSize(4)
                .allMatch(call -> call.contains("verify") && call.endsWith("-pl core"));
        Path kept;
        try (var all = Files.list(checkout.resolve("target/repeat"))) {
            kept = all.findFirst().orElseThrow();
        }
        assertThat(kept.resolve("reports-2/core/target/surefire-reports/TEST-a.xml"))
                .exists();
        assertThat(kept.toFile().list())
                .containsExactlyInAnyOrder("build.log", "repetition-2.log", "reports-2", "table.txt");
    }

    /** Check at the end of each module's build. */
    @Test
    void namesLeftoversOfTests() throws Exception {
        Path target = Files.createDirectories(folder.resolve("target/tmp")).getParent();
        assertThat(leftovers(target)).isEmpty();
        Files.createFile(target.resolve("tmp/forgotten"));
        ProcessBuilder builder = new ProcessBuilder("sleep", "600");
        builder.environment().put("T2Q_BUILD", target.toString());
        Process sleeper = builder.start();
        try {
            assertThat(leftovers(target))
                    .contains("process " + sleeper.pid() + ", started by", ": sleep 600", "/tmp: forgotten\n");
        } finally {
            sleeper.destroyForcibly();
        }
    }

    private static String leftovers(Path target) throws IOException, InterruptedException {
        String script = T2qProcess.root().resolve(".ci/leftovers").toString();
        Ended ended = Ended.of("sh", script, target.toString());
        return ended.text(ended.text().isEmpty() ? 0 : 1);
    }

    @Test
    void succeedsIfNoTestFails() throws Exception {
        assertThat(repeated(0, "1", "0")).contains("1 of 1: 2 tests, 0 red, ", "none red in 1 repetition");
    }
}
