package org.ticktoquote.harness.matrix.resolution;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.harness.hosts.HostConnection;
import org.ticktoquote.harness.hosts.HostOperations;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.hosts.local.LocalOperations;
import org.ticktoquote.harness.hosts.ssh.SshConnection;
import org.ticktoquote.host.jvm.InstalledJvms;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.LiveHost;

/** Hosts that are queried for resolving: each is connected once, and disconnected at the end. Used by one thread. */
public final class HostConnections implements AutoCloseable {
    private final HostOperations here;
    private final Map<String, Path> given;
    private final Function<InventoryHost, HostConnection> reach;
    private final Consumer<String> asking;
    private final Map<InventoryHost, HostConnection> reached = new HashMap<>();
    private final Map<InventoryHost, ProblemException> unreachable = new HashMap<>();

    /**
     * Creates visits without connections.
     *
     * @param local host that runs this process
     * @param jvms JVMs of this host, and paths that the user gave for profiles, which are on a case's host
     * @param asking receives a text for users before a host is queried
     */
    public HostConnections(Host local, InstalledJvms jvms, Consumer<String> asking) {
        this(new LocalOperations(local, jvms), jvms.given(), SshConnection::open, asking);
    }

    /** Asks a resolver that has connections until it has answered. Shows on standard error which host is being queried. */
    public static <T> T asking(InstalledJvms installed, Function<MatrixResolver, T> question) {
        try (Progress progress = Progress.onStandardError();
                HostConnections visits = new HostConnections(new LiveHost(), installed, progress::stage)) {
            return question.apply(new MatrixResolver(visits));
        }
    }

    /** Creates visits with another way to reach remote hosts. */
    HostConnections(
            HostOperations here,
            Map<String, Path> given,
            Function<InventoryHost, HostConnection> reach,
            Consumer<String> asking) {
        this.here = here;
        this.given = given;
        this.reach = reach;
        this.asking = asking;
    }

    /** Home or executable by the name of the profile that the user gave it for. */
    Map<String, Path> given() {
        return given;
    }

    /**
     * Returns the operations of a host of a run's inventory, over ssh if it is remote.
     *
     * @throws ProblemException naming the host if it cannot be reached
     */
    HostOperations operations(InventoryHost host) {
        if (host.local()) {
            return here;
        }
        ProblemException before = unreachable.get(host);
        if (before != null) {
            throw before;
        }
        try {
            HostConnection known = reached.get(host);
            if (known == null) {
                asking.accept("reading the properties of host " + host.name() + " (ssh " + host.ssh() + ")");
                known = reach.apply(host);
                reached.put(host, known);
            }
            return known.operations();
        } catch (ProblemException refusal) {
            unreachable.put(host, refusal);
            throw refusal;
        }
    }

    @Override
    public void close() {
        reached.values().forEach(HostConnection::close);
    }
}
