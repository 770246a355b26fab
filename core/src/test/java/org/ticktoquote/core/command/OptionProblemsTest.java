package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

class OptionProblemsTest {
    @Command(name = "t")
    private static final class Tool {
        @Option(names = "--whole")
        int whole;

        @Option(names = {"-s", "--share"})
        double share;

        @Option(names = "--list", split = ",")
        List<Long> list = List.of();

        @Option(names = "--wait", converter = DurationText.class)
        long waitNs;

        @Option(names = "--status")
        ExitStatus status = ExitStatus.OK;

        @Option(names = "--must", required = true, paramLabel = "DIR")
        Path must = Path.of("");

        @Parameters(paramLabel = "NUMBER", arity = "0..1")
        long number;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--must=x --whole=q|--whole: 'q', expected a whole number",
                "--must=x -s q|--share: 'q', expected a number",
                "--must=x --list=1,q|--list: 'q', expected a whole number",
                "--must=x --wait=5|--wait: '5' is not a duration, expected a number with ns, us, ms, s, m or h, as in 250us",
                "--whole=1|--must: DIR is missing",
                "--mus=x|'--mus: unknown option (did you mean ''--must''?)\n--must: DIR is missing'",
                "--must|--must: DIR is missing",
                "--must=x --must=y|--must: given more than once",
                "--must=x --whol=1|--whol: unknown option (did you mean '--whole'?)",
                "--must=x --nope|--nope: unknown option",
                "--must=x q|NUMBER: 'q', expected a whole number",
                "--must=x 1 2|'2' is an unexpected argument",
            })
    void namesOptionValueAndExpectation(String line, String text) {
        ParameterException e = catchThrowableOfType(
                ParameterException.class, () -> new CommandLine(new Tool()).parseArgs(line.split(" ")));

        assertThat(OptionProblems.text(e)).isEqualTo(text);
    }
}
