package org.ticktoquote.comparison.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.SampleRun;
import org.ticktoquote.core.command.ProblemException;
import picocli.CommandLine;

class CompareCommandTest {
    @TempDir
    private Path folder;

    /** Returns the message of the refusal; empty if the command succeeded. */
    private String refused(List<String> given, String... options) {
        StringWriter refusal = new StringWriter();
        CommandLine line = new CommandLine(new CompareCommand());
        line.setOut(new PrintWriter(new StringWriter()));
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            if (!(e instanceof ProblemException)) {
                throw e;
            }
            refusal.write(String.valueOf(e.getMessage()));
            return 2;
        });
        List<String> arguments = new ArrayList<>(given);
        arguments.addAll(List.of(options));
        line.execute(arguments.toArray(String[]::new));
        return refusal.toString();
    }

    private List<String> runs() {
        return List.of(
                SampleRun.at(folder.resolve("a")).write().toString(),
                SampleRun.at(folder.resolve("b")).write().toString());
    }

    /** Inputs are runs, or the given files. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            runs                | --tag     | reads        | an .hlog file without #TAG
            runs                | --unit    | us           | an .hlog or .hgrm file without :UNIT
            runs                | --loop    | closed       | an .hlog or .hgrm file
            a.hgrm b.hlog#one   | --latency | first-client | runs
            a.hgrm b.hlog#one   | --tag     | two          | an .hlog file without #TAG
            a.hgrm:us b.hlog:ms | --unit    | ns           | an .hlog or .hgrm file without :UNIT
            """)
    void optionThatAppliesToNoInputIsRefused(String inputs, String option, String value, String expected) {
        List<String> given = inputs.equals("runs") ? runs() : List.of(inputs.split(" "));
        assertThat(refused(given, option, value)).isEqualTo(option + ": applies to no input, expected " + expected);
    }

    @Test
    void latencyOptionIsAcceptedForRuns() {
        assertThat(refused(runs(), "--latency", "first-client")).doesNotContain("--latency");
    }
}
