package org.ticktoquote.host.command;

import org.ticktoquote.host.manage.ManagedApplication;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.threads.ProcessFiles;
import picocli.CommandLine.Option;

/** Which process. */
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
}
