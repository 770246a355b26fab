package org.ticktoquote.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.host.command.T2qLine;

/** Invalid searches are refused before anything is created. */
class RateCommandTest {
    @TempDir
    private Path folder;

    private static void assertRefused(String options, String message) {
        T2qLine line = new T2qLine();
        assertThat(line.run("rate " + options.replace("SLO", "'--slo=p99 of response < 5 ms'")))
                .as(line.err())
                .isEqualTo(ExitStatus.USAGE.code());
        assertThat(line.err()).contains(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                  | --slo: expected at least one service level, as in 'p99 < 5 ms'
            --slo=x             | --slo: 'x' has 'x' at character 1
            SLO --from=0        | --from: '0', expected a number above 0 and up to 1000
            SLO --from=nan      | --from: 'nan', expected a number above 0 and up to 1000
            SLO --to=Infinity   | --to: 'Infinity', expected a number above 0 and up to 1000
            SLO --from=4 --to=2 | --to: '2', expected at least --from (4)
            SLO --from=a --to=b | --to: 'b', expected a number above 0 and up to 1000
            SLO --from=a --to=b | --from: 'a', expected a number above 0 and up to 1000
            SLO --step=0        | --step: '0', expected a percentage from 1 % to 100 %
            SLO --step=0.5%     | --step: '0.5%', expected a percentage from 1 % to 100 %
            SLO --runs=0        | --runs: '0', expected 1..99
            SLO --at-least=0s   | --at-least: '0 ns', expected more than 0, and 1h at most
            SLO --speed=2       | --speed: expected --from and --to instead
            SLO --resume=x      | --resume: expected no other options
            """)
    void refusesInvalidSearches(String options, String message) {
        assertRefused(options, message);
    }

    @Test
    void resumesOnlyARateSearch() throws Exception {
        String resume = "--resume=" + folder;
        assertRefused(resume, "is not the directory of a rate search, expected rate-plan.json in it");
        Files.createFile(folder.resolve("matrix.json"));
        assertRefused(resume, "is not the directory of a rate search");
    }
}
