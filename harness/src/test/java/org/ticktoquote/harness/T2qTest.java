package org.ticktoquote.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.program.RootCommand;
import org.ticktoquote.host.command.T2qLine;
import picocli.CommandLine;

class T2qTest {
    private final T2qLine line = new T2qLine();

    /** Startup time is mostly spent on the options of commands that are not called. */
    @Test
    void loadsOnlyTheCommandThatIsCalled() {
        Set<String> all = RootCommand.commandLine().getSubcommands().keySet();
        assertThat(RootCommand.commandLineFor("--version").getSubcommands()).containsOnlyKeys("help");
        assertThat(RootCommand.commandLineFor("analyze", "help").getSubcommands())
                .containsOnlyKeys("analyze", "help");
        assertThat(List.of("", "--help", "--version run", "--hepl analyze", "help analyze", "analyse"))
                .allSatisfy(words -> assertThat(RootCommand.commandLineFor(words.split(" "))
                                .getSubcommands()
                                .keySet())
                        .isEqualTo(all));
        assertThat(RootCommand.commandLineFor().getSubcommands().keySet()).isEqualTo(all);
    }

    @Test
    void outputIsTheSameAsWithAllCommandsLoaded() {
        List<String> lines = new ArrayList<>(List.of("--version", "-V", "--version x", "run gate", "gate --help run"));
        RootCommand.commandLine().getSubcommands().keySet().forEach(command -> lines.add(command + " --help"));
        assertThat(lines)
                .hasSizeGreaterThan(20)
                .allSatisfy(words -> assertThat(ofAllCommands(words)).isEqualTo(ofTheCalledCommand(words)));
    }

    private static String ofTheCalledCommand(String words) {
        T2qLine called = new T2qLine();
        return called.run(words) + "\n" + called.out() + "\n" + called.err();
    }

    private static String ofAllCommands(String words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine all = RootCommand.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return all.execute(words.split(" ")) + "\n" + out + "\n" + err;
    }

    /** The message must not advise removing measured data. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            notes.txt                   | analyze DIR                       | 5 | no run.json
            notes.txt                   | analyze /nosuch/run               | 2 | /nosuch/run: no such folder
            summary.json                | analyze DIR/summary.json          | 2 | is a file, expected a folder
            guardian.log warmup.journal | analyze DIR                       | 5 | the run ended during startup and measured nothing
            guardian.log summary.json   | analyze DIR                       | 5 | restore it from a copy
            x.t2q                       | run --recording DIR/x.t2q --out DIR | 2 | is not empty
            """)
    void refusesDirectoriesThatAreNotARunOrNotEmpty(
            String files, String words, int status, String text, @TempDir Path directory) throws Exception {
        for (String file : files.split(" ")) {
            Files.writeString(directory.resolve(file), "{}");
        }
        assertThat(line.run(words.replace("DIR", directory.toString()).split(" ")))
                .isEqualTo(status);
        assertThat(line.err()).contains(text).doesNotContain("remove");
    }

    /** Reading a pipe could block forever. */
    @Test
    void refusesAPipeInsteadOfARunFile(@TempDir Path directory) throws Exception {
        Path pipe = directory.resolve("ticks.journal");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertThat(line.run("analyze", directory.toString())).isEqualTo(5);
        assertThat(line.err()).contains(pipe + ": is not a regular file, expected the file written by the run");
    }

    @ParameterizedTest
    @CsvSource({
        "rnu, 'rnu' is an unknown command (did you mean 'run'?)",
        "foo --help, 'foo' is an unknown command",
        "run --treads auto, --treads: unknown option (did you mean '--threads'?)",
        "run --windw=T0..T0+1s, --windw: unknown option (did you mean '--window'?)",
        "recording shwo x, 'shwo' is an unknown command (did you mean 'show'?)",
        "analyze a b, 'b' is an unexpected argument",
        "analyze a\u0000b, RUN: 'a\\x00b' is not a path in this locale, expected a UTF-8 locale",
        "help foo, Unknown subcommand 'foo'"
    })
    void suggestsTheClosestMatchOfAMistypedWord(String words, String expected) {
        assertThat(line.run(words.split(" "))).isEqualTo(2);
        assertThat(line.err()).contains(expected);
        assertThat(line.out()).isEmpty();
    }

    @Test
    void refusesWrongWordsAndSuggestsOnlyNearOnes() {
        assertThat(line.run("tehter")).isEqualTo(2);
        assertThat(line.run("xyz")).isEqualTo(2);
        assertThat(line.err()).doesNotContain("did you mean");

        assertThat(line.run()).isEqualTo(2);
        assertThat(line.run("run", "--sesions", "3")).isEqualTo(2);
        assertThat(line.err()).contains("--sesions").contains("--sessions").contains("t2q run --help");

        assertThat(line.run("run", "--sessions", "0", "--speed", "-1", "--profile", "prod"))
                .isEqualTo(2);
        assertThat(line.err()).contains("--sessions: '0'", "--speed: '-1'", "--profile: 'prod'");
    }

    @Test
    void helpIsAlsoACommand() {
        assertThat(line.run("help")).isZero();
        assertThat(line.out()).contains("Usage: t2q", "--help-all");
        assertThat(line.run("help", "analyze")).isZero();
        assertThat(line.out()).contains("Usage: t2q analyze");
    }

    @ParameterizedTest
    @CsvSource({
        "rate, --speed=2, expected --from and --to instead (the search sets the speed)",
        "gate run, --app=x, expected --baseline and --candidate instead",
        "gate run, --app-args=x, expected --baseline and --candidate instead",
        "gate run, --attach=a:1, expected --baseline and --candidate instead",
        "gate run, --truth, expected --baseline and --candidate instead"
    })
    void refusedOptionsAreNotListed(String command, String option, String expected) {
        assertThat(line.run(command + " " + option)).isEqualTo(2);
        String name = option.replaceFirst("=.*", "");
        assertThat(line.err()).isEqualTo("t2q: " + name + ": " + expected + System.lineSeparator());
        assertThat(line.run(command + " --help-all")).isZero();
        assertThat(line.out()).contains("--recording=").doesNotContainPattern("\n {6}" + name + "(?![a-z-])");
    }

    @Test
    void optionsOfRunAreGroupedAndListedOnce() {
        assertThat(line.run("run", "--help-all")).isZero();
        String text = line.out();
        assertThat(text)
                .containsSubsequence(
                        ("Market data:, --recording, FIX sessions:, --sessions=, Application under test:, --app=,"
                                        + " Hosts and threads:, --threads=, Result:, --out=, Time per year:, --regime=")
                                .split(", "));
        RootCommand.commandLine().getSubcommands().get("run").getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .forEach(option -> assertThat(text.split("\\R"))
                        .filteredOn(
                                each -> each.matches("( {6}|  -[a-zA-Z], )" + option.longestName() + "([=\\[ ].*)?"))
                        .as(option.longestName())
                        .hasSize(1));
    }
}
