package org.ticktoquote.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.program.RootCommand;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;

/** Properties of the {@code --help} of every command. */
class HelpTest {
    private static final CommandLine T2Q = RootCommand.commandLine();
    private static final Path ROOT = Path.of(System.getProperty("t2q.root"));
    private static final int MAX_LINES = 60;
    private static final int ROOT_WIDTH = 80;
    private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]*+");
    /** Quoted arguments and options of another process. */
    private static final Pattern ARGUMENT = Pattern.compile("'[^']*'|\"[^\"]*\"|(?<=-args )--[a-z-]+");
    /** A command line of {@code t2q} up to a pipe, a comment or the end of its code. */
    private static final Pattern QUOTED_LINE = Pattern.compile("\\bt2q ([a-z][^`|#>&;)]*)");

    private static Stream<CommandLine> commands() {
        return below(T2Q).filter(HelpTest::isListed);
    }

    private static boolean isListed(CommandLine command) {
        return !command.getCommandSpec().usageMessage().hidden() && !(command.getCommand() instanceof HelpCommand);
    }

    private static Stream<CommandLine> below(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(HelpTest::below));
    }

    private static Stream<String> footer(CommandLine command) {
        return Arrays.stream(command.getCommandSpec().usageMessage().footer());
    }

    @Test
    void listsEveryExitStatus() {
        List<String> statuses = Arrays.stream(ExitStatus.values())
                .map(status -> String.valueOf(status.code()))
                .toList();
        assertThat(T2Q.getCommandSpec().usageMessage().exitCodeList().keySet()).containsExactlyElementsOf(statuses);
    }

    @Test
    void everyCommandHasAnExample() {
        assertThat(commands())
                .hasSizeGreaterThan(20)
                .allSatisfy(command -> assertThat(footer(command))
                        .as(command.getCommandSpec().qualifiedName())
                        .anyMatch(line -> line.contains("  t2q ")));
    }

    @Test
    void helpOfEachCommandFitsOneScreen() {
        assertThat(commands())
                .allSatisfy(command -> assertThat(help(command, "--help"))
                        .as(command.getCommandSpec().qualifiedName())
                        .hasSizeBetween(2, MAX_LINES)
                        .allMatch(line -> line.length() <= T2Q.getUsageHelpWidth()));
    }

    @Test
    void rootHelpListsEachCommandInOneShortLine() {
        List<String> lines = help(T2Q, "--help");
        assertThat(lines).allMatch(line -> line.length() <= ROOT_WIDTH);
        assertThat(T2Q.getSubcommands().values().stream().filter(HelpTest::isListed))
                .allSatisfy(command -> {
                    CommandSpec spec = command.getCommandSpec();
                    assertThat(lines)
                            .filteredOn(line -> line.startsWith("  " + spec.name() + " "))
                            .singleElement()
                            .asString()
                            .endsWith(spec.usageMessage().description()[0]);
                });
    }

    @Test
    void helpAllListsEveryOption() {
        assertThat(commands()).allSatisfy(command -> {
            CommandSpec spec = command.getCommandSpec();
            boolean brief = spec.findOption("--help-all") != null;
            List<String> lines = help(command, brief ? "--help-all" : "--help");
            spec.options().stream()
                    .filter(option -> !option.hidden())
                    .forEach(option -> assertThat(lines)
                            .as(spec.qualifiedName() + " " + option.longestName())
                            .anyMatch(line ->
                                    line.matches(" +(-\\w, +)?(--[\\w-]+, )*" + option.longestName() + "\\b.*")));
            if (brief && command != T2Q) {
                long options = spec.options().stream()
                        .filter(option -> !option.hidden())
                        .count();
                assertThat(help(command, "--help"))
                        .last()
                        .isEqualTo(spec.qualifiedName() + " --help-all shows all " + options + " options.");
            }
        });
    }

    /** Commands quoted in help texts and documents accept the options quoted with them. */
    @Test
    void quotedCommandLinesHaveExistingOptions() throws IOException {
        List<String> texts =
                new ArrayList<>(commands().flatMap(HelpTest::footer).toList());
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            for (Path file : Stream.concat(Stream.of(ROOT.resolve("README.md")), files)
                    .filter(each -> each.toString().endsWith(".md"))
                    .toList()) {
                texts.add(Files.readString(file).replace("\\\n", " "));
            }
        }
        List<String> unknown = new ArrayList<>();
        int checked = 0;
        for (String line : texts.stream().flatMap(String::lines).toList()) {
            Matcher quoted = QUOTED_LINE.matcher(ARGUMENT.matcher(line).replaceAll("x"));
            while (quoted.find()) {
                CommandLine command = named(quoted.group(1));
                Matcher option = OPTION.matcher(quoted.group(1));
                while (command != T2Q && option.find()) {
                    checked++;
                    if (command.getCommandSpec().findOption(option.group()) == null) {
                        unknown.add(command.getCommandSpec().qualifiedName() + " " + option.group() + ": " + line);
                    }
                }
            }
        }
        assertThat(unknown).isEmpty();
        assertThat(checked).isGreaterThan(100);
    }

    private static CommandLine named(String words) {
        CommandLine command = T2Q;
        for (String word : words.split(" +")) {
            CommandLine next = command.getSubcommands().get(word);
            if (next == null) {
                return command;
            }
            command = next;
        }
        return command;
    }

    private static List<String> help(CommandLine command, String option) {
        List<String> arguments =
                new ArrayList<>(List.of(command.getCommandSpec().qualifiedName().split(" ")));
        arguments.remove(0);
        arguments.add(option);
        StringWriter text = new StringWriter();
        CommandLine line = RootCommand.commandLine();
        line.setOut(new PrintWriter(text));
        assertThat(line.execute(arguments.toArray(String[]::new))).isZero();
        return text.toString().lines().toList();
    }

    /** Longer lines would be wrapped at arbitrary positions. */
    @Test
    void footerLinesFitTheWidth() {
        int widest = T2Q.getUsageHelpWidth();
        assertThat(commands().flatMap(HelpTest::footer).filter(line -> line.length() > widest))
                .isEmpty();
    }
}
