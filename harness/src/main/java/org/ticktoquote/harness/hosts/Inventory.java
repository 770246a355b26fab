package org.ticktoquote.harness.hosts;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ticktoquote.host.placement.ThreadOwner;

/**
 * Who of a run is where.
 *
 * @param replayer its host
 * @param applications hosts on which the application may run, the first that is what is needed does
 * @param clients their host
 */
public record Inventory(InventoryHost replayer, List<InventoryHost> applications, InventoryHost clients) {
    /** Everyone on this host. */
    public static final Inventory HERE =
            new Inventory(InventoryHost.LOCAL, List.of(InventoryHost.LOCAL), InventoryHost.LOCAL);

    public Inventory {
        applications = List.copyOf(applications);
        if (applications.isEmpty()) {
            throw new IllegalArgumentException("an application needs a host");
        }
    }

    /** Where the application runs. */
    public InventoryHost application() {
        return applications.get(0);
    }

    /** The same with the application on the host of a name; empty when it may not run there. */
    public Optional<Inventory> withApplicationOn(String name) {
        return applications.stream()
                .filter(host -> host.name().equals(name))
                .findFirst()
                .map(host -> new Inventory(replayer, List.of(host), clients));
    }

    /** Whether everyone is on this host. */
    public boolean local() {
        return hosts().stream().allMatch(InventoryHost::local);
    }

    /** Whoever takes part, each once. */
    public Set<InventoryHost> hosts() {
        return new LinkedHashSet<>(List.of(replayer, application(), clients));
    }

    /** Whose threads are on a host of it: something of ours is everywhere. */
    public Set<ThreadOwner> parties(InventoryHost host) {
        Set<ThreadOwner> parties = EnumSet.of(ThreadOwner.HARNESS);
        if (host.equals(replayer)) {
            parties.add(ThreadOwner.REPLAYER);
        }
        if (host.equals(application())) {
            parties.add(ThreadOwner.APPLICATION);
            parties.add(ThreadOwner.APPLICATION_JVM);
        }
        if (host.equals(clients)) {
            parties.add(ThreadOwner.CLIENTS);
        }
        return parties;
    }

    /** For people: {@code replayer on a, application on b, clients on a}. */
    public String words() {
        return "replayer on " + replayer.name() + ", application on "
                + application().name() + ", clients on " + clients.name();
    }

    /** Who must be reached from another host and has no address; the feed is bound by the replayer or by the application. */
    public List<InventoryHost> withoutAddress(boolean replayerBinds) {
        List<InventoryHost> missing = new ArrayList<>();
        InventoryHost application = application();
        boolean apart = !replayer.equals(application);
        boolean reached = apart && !replayerBinds || !clients.equals(application);
        if (reached && application.address().isEmpty()) {
            missing.add(application);
        }
        if (apart && replayerBinds && replayer.address().isEmpty()) {
            missing.add(replayer);
        }
        return missing;
    }
}
