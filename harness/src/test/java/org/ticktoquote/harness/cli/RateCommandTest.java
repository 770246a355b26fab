package org.ticktoquote.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.program.RootCommand;
import picocli.CommandLine;

/** Invalid searches are refused before anything is created. */
class RateCommandTest {
    private static final String SLO = "--slo=p99 of response < 5 ms";

    @TempDir
    private Path folder;

    private static void assertRefused(String message, String... options) {
        StringWriter errors = new StringWriter();
        CommandLine t2q = RootCommand.commandLine().setErr(new PrintWriter(errors, true));
        String[] line = Stream.concat(Stream.of("rate"), Stream.of(options)).toArray(String[]::new);
        assertThat(t2q.execute(line)).as(errors.toString()).isEqualTo(ExitStatus.USAGE.code());
        assertThat(errors.toString()).contains(message);
    }

    @Test
    void searchNeedsAServiceLevel() {
        assertRefused("--slo: expected at least one service level, as in 'p99 < 5 ms'");
        assertRefused("--slo: 'x' has 'x' at character 1", "--slo=x");
    }

    @Test
    void refusesInvalidRates() {
        assertRefused("--from: '0', expected a number above 0 and up to 1000", SLO, "--from=0");
        assertRefused("--from: 'nan', expected a number above 0 and up to 1000", SLO, "--from=nan");
        assertRefused("--to: 'Infinity', expected a number above 0 and up to 1000", SLO, "--to=Infinity");
        assertRefused("--to: '2', expected at least --from (4)", SLO, "--from=4", "--to=2");
        assertRefused("--step: '0', expected a percentage from 1 % to 100 %", SLO, "--step=0");
        assertRefused("--step: '0.5%', expected a percentage from 1 % to 100 %", SLO, "--step=0.5%");
        assertRefused("--runs: '0', expected 1..99", SLO, "--runs=0");
        assertRefused("--at-least: '0 ns', expected more than 0, and 1h at most", SLO, "--at-least=0s");
    }

    @Test
    void reportsEveryMistakeAtOnce() {
        assertRefused("--to: 'b', expected a number above 0 and up to 1000", SLO, "--from=a", "--to=b");
        assertRefused("--from: 'a', expected a number above 0 and up to 1000", SLO, "--from=a", "--to=b");
    }

    @Test
    void refusesSpeedOption() {
        assertRefused("--speed: expected --from and --to instead", SLO, "--speed=2");
    }

    @Test
    void resumesOnlyARateSearch() throws Exception {
        assertRefused("is not the directory of a rate search, expected rate-plan.json in it", "--resume=" + folder);
        assertRefused("--resume: expected no other options", SLO, "--resume=x");
        Files.createFile(folder.resolve("matrix.json"));
        assertRefused("is not the directory of a rate search", "--resume=" + folder);
    }
}
