package org.ticktoquote.core.command;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command of {@code t2q}. Its class is annotated with picocli's {@code @Command}. Modules list their commands in
 * {@code META-INF/services}, so that the command line needs no compile-time dependency on them.
 *
 * <p>{@link #call()} returns an {@linkplain ExitStatus#code() exit status}. A {@link ProblemException} ends the command
 * with one line per problem.
 */
@Command(mixinStandardHelpOptions = true)
public abstract class Subcommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    protected final CommandLine commandLine() {
        return spec.commandLine();
    }

    /** Returns the standard output. The command flushes it. */
    protected final PrintWriter output() {
        return spec.commandLine().getOut();
    }

    /** Prints lines. Returns the code of {@link ExitStatus#OK}. */
    protected final Integer print(List<String> lines) {
        lines.forEach(output()::println);
        output().flush();
        return ExitStatus.OK.code();
    }

    /** Prints a line. Thread-safe. Returns the code of {@link ExitStatus#OK}. */
    protected final synchronized Integer print(String line) {
        return print(List.of(line));
    }

    /** Prints a line and escapes its control characters, which thread names can contain. Thread-safe. */
    protected final void printEscaped(String line) {
        print(TerminalText.line(line));
    }

    protected final void warn(String text) {
        spec.commandLine().getErr().println("t2q: warning: " + text);
    }
}
