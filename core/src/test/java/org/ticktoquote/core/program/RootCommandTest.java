package org.ticktoquote.core.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.command.ExitStatus;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class RootCommandTest {
    private final StringWriter err = new StringWriter();

    private int status(Runnable work) {
        CommandLine line = RootCommand.commandLine();
        line.addSubcommand(new Work(work));
        line.setExecutionExceptionHandler(RootCommand.commandLine().getExecutionExceptionHandler());
        line.setErr(new PrintWriter(err, true));
        return line.execute("work");
    }

    /** A subcommand that runs the given work. */
    @Command(name = "work")
    private record Work(Runnable work) implements Runnable {
        @Override
        public void run() {
            work.run();
        }
    }

    @Test
    void reportsAFileThatDisappearsInOneLineWithoutAClassName() {
        int status = status(() -> {
            throw new UncheckedIOException(new NoSuchFileException("/runs/1/run.json"));
        });

        assertThat(status).isEqualTo(ExitStatus.ENVIRONMENT.code());
        assertThat(err).hasToString("t2q: input or output failed: /runs/1/run.json: no such file or directory\n");
    }

    @Test
    void keepsTheMessageOfAFailure() {
        int status = status(() -> {
            throw new UncheckedIOException("/runs/1: cannot be read: no such file", new IOException("x"));
        });

        assertThat(status).isEqualTo(ExitStatus.ENVIRONMENT.code());
        assertThat(err).hasToString("t2q: /runs/1: cannot be read: no such file\n");
    }
}
