package org.ticktoquote.harness.matrix.resolution;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.hosts.HostOperations;
import org.ticktoquote.harness.hosts.HostVisit;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.hosts.local.LocalOperations;
import org.ticktoquote.harness.hosts.ssh.SshVisit;
import org.ticktoquote.host.jvm.InstalledJvms;
import org.ticktoquote.host.source.Host;

/** Hosts that are asked what they are and have: each is reached once, and left at the end. Used by one thread. */
public final class HostVisits implements AutoCloseable {
    private final HostOperations here;
    private final Map<String, Path> given;
    private final Function<InventoryHost, HostVisit> reach;
    private final Consumer<String> asking;
    private final Map<InventoryHost, HostVisit> reached = new HashMap<>();
    private final Map<InventoryHost, Refusal> unreachable = new HashMap<>();

    /**
     * None is reached yet.
     *
     * @param local the host that runs this process
     * @param jvms of this host, and what the user gave for profiles, whose paths are those of a case's host
     * @param asking receives, for people, the host that is asked while it is
     */
    public HostVisits(Host local, InstalledJvms jvms, Consumer<String> asking) {
        this(new LocalOperations(local, jvms), jvms.given(), SshVisit::open, asking);
    }

    /** Likewise, where other hosts are reached so. */
    HostVisits(
            HostOperations here,
            Map<String, Path> given,
            Function<InventoryHost, HostVisit> reach,
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
     * A host of a run's inventory; over ssh where it is another one.
     *
     * @throws Refusal naming the host when it cannot be reached
     */
    HostOperations on(InventoryHost host) {
        if (host.local()) {
            return here;
        }
        Refusal before = unreachable.get(host);
        if (before != null) {
            throw before;
        }
        try {
            HostVisit known = reached.get(host);
            if (known == null) {
                asking.accept("asking host " + host.name() + " (ssh " + host.ssh() + ") what it is and has");
                known = reach.apply(host);
                reached.put(host, known);
            }
            return known.operations();
        } catch (Refusal refusal) {
            unreachable.put(host, refusal);
            throw refusal;
        }
    }

    @Override
    public void close() {
        reached.values().forEach(HostVisit::close);
    }
}
