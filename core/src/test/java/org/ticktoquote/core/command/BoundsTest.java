package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Option;

class BoundsTest {
    private static final class Options {
        @Option(names = "--count", defaultValue = "1")
        @Bounds(least = 1, most = 3, expected = "1..3")
        private int count;

        @Option(names = "--share", defaultValue = "0.5")
        @Bounds(above = 0, most = 1, expected = "a share")
        private double share;

        @Option(names = "--time", converter = DurationText.class)
        @Bounds(above = 0, most = Bounds.HOUR_NS, expected = "more than 0, and 1h at most")
        private @Nullable Long timeNs;

        @Option(names = "--free", defaultValue = "0")
        private long free;
    }

    private static String validate(String... arguments) {
        Options options = new Options();
        new CommandLine(options).parseArgs(arguments);
        return String.join(
                "; ",
                OptionProblems.outOfBounds(options).stream().map(Problem::text).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--count=0|--count: '0', expected 1..3",
                "--count=4|--count: '4', expected 1..3",
                "--share=0|--share: '0.0', expected a share",
                "--share=NaN|--share: 'NaN', expected a share",
                "--time=0s|--time: '0 ns', expected more than 0, and 1h at most",
                "--time=61min|--time: '3660 s', expected more than 0, and 1h at most",
            })
    void reportsTheExpectedRangeOfAValueOutOfBounds(String argument, String problem) {
        assertThat(validate(argument)).isEqualTo(problem);
    }

    @Test
    void acceptsTheBoundsThemselvesAndReportsEveryProblem() {
        assertThat(validate()).isEmpty();
        assertThat(validate("--count=1", "--share=1", "--time=1h", "--free=-1")).isEmpty();
        assertThat(validate("--count=3", "--time=1ns")).isEmpty();

        assertThat(validate("--count=9", "--share=2")).contains("--count: '9'").contains("--share: '2.0'");
    }
}
