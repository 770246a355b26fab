package org.ticktoquote.replayer.command;

import static org.assertj.core.api.Assertions.assertThat;

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

    private int run(Object... arguments) {
        CommandLine line = new CommandLine(new Top());
        ServiceLoader.load(Subcommand.class).forEach(line::addSubcommand);
        return printing(line, out, err)
                .execute(Stream.of(arguments)
                        .flatMap(each -> Stream.of(each.toString().split(" ")))
                        .toArray(String[]::new));
    }

    /** Makes commands print to texts, and refusals as one line. */
    public static CommandLine printing(CommandLine line, StringWriter out, StringWriter err) {
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.setExecutionExceptionHandler((failure, command, parsed) -> {
            if (failure instanceof ProblemException refusal) {
                command.getErr().println(refusal.getMessage());
                command.getErr().flush();
                return refusal.status().code();
            }
            throw failure;
        });
    }

    /** Runs a command that succeeds. Returns its output. */
    public String output(Object... arguments) {
        assertThat(run(arguments)).as(complained()).isZero();
        return printed();
    }

    /** Runs a command that ends with the status. Returns all error messages so far. */
    public String refusal(int status, Object... arguments) {
        assertThat(run(arguments)).isEqualTo(status);
        return complained();
    }

    /** Returns the output since the last call. */
    private String printed() {
        String text = out.toString();
        out.getBuffer().setLength(0);
        return text;
    }

    public String complained() {
        return err.toString();
    }
}
