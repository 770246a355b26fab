package org.ticktoquote.harness.matrix.resolution;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.harness.hosts.HostOperations;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.hosts.local.LocalOperations;
import org.ticktoquote.harness.hosts.ssh.SshConnection;
import org.ticktoquote.host.jvm.InstalledJvms;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.LiveHost;

/**
 * Connections to the hosts that a resolution queries. Connects to each host once, and disconnects on close. Used by one thread.
 */
public final class HostConnections implements AutoCloseable {
    private final HostOperations here;
    private final Map<String, Path> given;
    private final Function<InventoryHost, SshConnection> reach;
    private final Consumer<String> onQuery;
    private final Map<InventoryHost, SshConnection> reached = new HashMap<>();
    private final Map<InventoryHost, ProblemException> unreachable = new HashMap<>();

    /**
     * Creates an instance without connections.
     *
     * @param local host that runs this process
     * @param jvms JVMs of this host, and the user's paths for profiles, which apply on any host that runs a case
     * @param onQuery receives a text for users before a host is queried
     */
    public HostConnections(Host local, InstalledJvms jvms, Consumer<String> onQuery) {
        this(new LocalOperations(local, jvms), jvms.given(), SshConnection::open, onQuery);
    }

    /** Runs a query with a resolver, and then closes its connections. Shows progress on standard error. */
    public static <T> T query(InstalledJvms installed, Function<MatrixResolver, T> question) {
        try (Progress progress = Progress.onStandardError();
                HostConnections connections = new HostConnections(new LiveHost(), installed, progress::stage)) {
            return question.apply(new MatrixResolver(connections));
        }
    }

    /** Creates an instance with another way to connect to remote hosts. */
    HostConnections(
            HostOperations here,
            Map<String, Path> given,
            Function<InventoryHost, SshConnection> reach,
            Consumer<String> onQuery) {
        this.here = here;
        this.given = given;
        this.reach = reach;
        this.onQuery = onQuery;
    }

    /** JVM homes or executables given by the user, by profile name. */
    Map<String, Path> given() {
        return given;
    }

    /**
     * Returns the operations of a host of a run's inventory, over ssh if it is remote.
     *
     * @throws ProblemException naming the host, if it cannot be reached
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
            SshConnection known = reached.get(host);
            if (known == null) {
                onQuery.accept("reading the properties of host " + host.name() + " (ssh " + host.ssh() + ")");
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
        reached.values().forEach(SshConnection::close);
    }
}
