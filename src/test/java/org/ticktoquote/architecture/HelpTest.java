package org.ticktoquote.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.program.RootCommand;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;

/** What {@code --help} of every command has in common. */
class HelpTest {
    private static final CommandLine T2Q = RootCommand.commandLine();

    private static Stream<CommandLine> commands() {
        return below(T2Q)
                .filter(command -> !command.getCommandSpec().usageMessage().hidden()
                        && !(command.getCommand() instanceof HelpCommand));
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

    /** They are broken anywhere otherwise, and nobody could copy them. */
    @Test
    void linesBelowTheOptionsFit() {
        int widest = T2Q.getUsageHelpWidth();
        assertThat(commands().flatMap(HelpTest::footer).filter(line -> line.length() > widest))
                .isEmpty();
    }
}
