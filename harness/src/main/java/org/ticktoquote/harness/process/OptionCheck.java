package org.ticktoquote.harness.process;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.OptionProblems;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.control.CheckedCommand;
import org.ticktoquote.core.program.RootCommand;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Has a subcommand judge its own options, in this process, as by its {@code --check}: whoever is going to take them knows best
 * what is wrong with them, and nothing is started for it.
 */
public final class OptionCheck {
    private OptionCheck() {}

    /**
     * What the options of a subcommand choose.
     *
     * @param <T> what that is
     * @throws Refusal with problems of the subcommand's own options
     */
    public static <T> T of(String subcommand, List<String> arguments, Class<T> chosen) {
        List<String> whole = new ArrayList<>(List.of(subcommand));
        whole.addAll(arguments);
        try {
            ParseResult parsed = RootCommand.commandLine()
                    .parseArgs(whole.toArray(String[]::new))
                    .subcommand();
            if (parsed.isUsageHelpRequested() || parsed.isVersionHelpRequested()) {
                throw Problem.of(parsed.isUsageHelpRequested() ? "--help" : "--version")
                        .fault("it has no place in a run")
                        .refusal();
            }
            return chosen.cast(((CheckedCommand<?>) parsed.commandSpec().userObject()).check());
        } catch (ParameterException e) {
            throw new Refusal(ExitStatus.USAGE, OptionProblems.of(e), e);
        }
    }
}
