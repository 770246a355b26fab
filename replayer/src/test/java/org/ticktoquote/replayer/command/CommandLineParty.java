package org.ticktoquote.replayer.command;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Subcommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Runs commands like the command line: finds them as services and prints refusals as one line. */
public final class CommandLineParty {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Command(name = "t2q")
    private static final class Top {}

    public int run(Object... arguments) {
        CommandLine line = new CommandLine(new Top());
        ServiceLoader.load(Subcommand.class).forEach(line::addSubcommand);
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            if (failure instanceof ProblemException refusal) {
                command.getErr().println(refusal.getMessage());
                command.getErr().flush();
                return refusal.status().code();
            }
            throw failure;
        });
        return line.execute(Stream.of(arguments)
                .flatMap(each -> Stream.of(each.toString().split(" ")))
                .toArray(String[]::new));
    }

    /** Returns the output since the last call. */
    public String printed() {
        String text = out.toString();
        out.getBuffer().setLength(0);
        return text;
    }

    public String complained() {
        return err.toString();
    }
}
