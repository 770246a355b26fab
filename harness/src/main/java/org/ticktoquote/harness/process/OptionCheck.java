package org.ticktoquote.harness.process;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.command.ExitStatus;
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
     * @throws Refusal in the subcommand's words, which begin with its name
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
            throw new Refusal(ExitStatus.USAGE, named(subcommand, RootCommand.problem(e)), e);
        } catch (Refusal e) {
            throw new Refusal(e.status(), named(subcommand, String.valueOf(e.getMessage())), e);
        }
        return StatusLine.parse(out.toString().strip())
                .orElseThrow(() -> new IllegalStateException(subcommand + " --check said: " + out));
    }

    private static void judge(ParseResult parsed) {
        if (parsed.isUsageHelpRequested() || parsed.isVersionHelpRequested()) {
            throw new Refusal(ExitStatus.USAGE, "--help and --version have no place in a run");
        }
        try {
            ((Subcommand) parsed.commandSpec().userObject()).call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static String named(String subcommand, String message) {
        return message.startsWith(subcommand + ": ") ? message : subcommand + ": " + message;
    }
}
