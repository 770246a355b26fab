package org.ticktoquote.host.command;

import java.util.function.Function;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.host.manage.ManagedApplication;
import org.ticktoquote.host.manage.ThreadManager;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.threads.ProcessFiles;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command about a process whose threads are managed. */
abstract class ManagedProcessCommand implements Subcommand {
    final Host host = new LiveHost();
    final ProcessFiles files = new ProcessFiles();

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--pid",
            required = true,
            paramLabel = "PID",
            description = "process of the application: this user's, or any for root")
    private long pid;

    /** Refuses an id of which there is no process. */
    final ManagedApplication application() {
        return ManagedApplication.of(host, files, pid);
    }

    /** Performs an action on the process; returns the exit status. */
    final int perform(Function<ThreadManager, ExitStatus> action) {
        return action.apply(new ThreadManager(host, application(), files, this::print))
                .code();
    }

    /** Prints a line at once. Threads can have control characters in their names. */
    final synchronized void print(String line) {
        spec.commandLine().getOut().println(TerminalText.line(line));
        spec.commandLine().getOut().flush();
    }
}
