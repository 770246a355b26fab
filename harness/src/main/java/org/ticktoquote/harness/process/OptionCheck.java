package org.ticktoquote.harness.process;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.OptionProblems;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.program.RootCommand;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Has a subcommand judge its own options, in this process, by its {@code --check}: whoever is going to take them knows best
 * what is wrong with them, and nothing is started for it.
 */
public final class OptionCheck {
    private OptionCheck() {}

    /**
     * The subcommand's line {@code checked}.
     *
     * @throws Refusal with problems of the subcommand's own options
     */
    public static StatusLine of(String subcommand, List<String> arguments) {
        CommandLine line = RootCommand.commandLine();
        StringWriter out = new StringWriter();
        line.setOut(new PrintWriter(out));
        List<String> whole = new ArrayList<>(List.of(subcommand));
        whole.addAll(arguments);
        whole.add("--check");
        try {
            judge(line.parseArgs(whole.toArray(String[]::new)).subcommand());
        } catch (ParameterException e) {
            throw new Refusal(ExitStatus.USAGE, OptionProblems.of(e), e);
        }
        return StatusLine.parse(out.toString().strip())
                .orElseThrow(() -> new IllegalStateException(subcommand + " --check said: " + out));
    }

    private static void judge(ParseResult parsed) {
        if (parsed.isUsageHelpRequested() || parsed.isVersionHelpRequested()) {
            throw Problem.of(parsed.isUsageHelpRequested() ? "--help" : "--version")
                    .fault("it has no place in a run")
                    .refusal();
        }
        try {
            ((Subcommand) parsed.commandSpec().userObject()).call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
