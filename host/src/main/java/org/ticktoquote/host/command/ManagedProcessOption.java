package org.ticktoquote.host.command;

import java.io.PrintWriter;
import java.util.function.Function;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.host.manage.ManagedApplication;
import org.ticktoquote.host.manage.ThreadManager;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.threads.ProcessFiles;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Process whose threads are managed. */
final class ManagedProcessOption {
    @Option(
            names = "--pid",
            required = true,
            paramLabel = "PID",
            description = "process of the application: this user's, or any for root")
    private long pid;

    /** Refuses an id of which there is no process. */
    ManagedApplication application(Host host, ProcessFiles files) {
        return ManagedApplication.of(host, files, pid);
    }

    /** Performs an action on the process; prints to the output of the command and returns the exit status. */
    int perform(CommandSpec command, Function<ThreadManager, ExitStatus> action) {
        PrintWriter out = command.commandLine().getOut();
        Host host = new LiveHost();
        ProcessFiles files = new ProcessFiles();
        int status = action.apply(new ThreadManager(host, application(host, files), files, out::println))
                .code();
        out.flush();
        return status;
    }
}
