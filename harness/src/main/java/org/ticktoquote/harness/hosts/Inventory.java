package org.ticktoquote.harness.hosts;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ticktoquote.host.placement.ThreadOwner;

/**
 * Who of a run is where.
 *
 * @param replayer its host
 * @param applications hosts on which the application may run, the first that is what is needed does
 * @param clients their host
 * @param monitors hosts that may have no other part in the run than that something is captured there
 */
public record Inventory(
        InventoryHost replayer, List<InventoryHost> applications, InventoryHost clients, List<InventoryHost> monitors) {
    /** Everyone on this host. */
    public static final Inventory HERE =
            new Inventory(InventoryHost.LOCAL, List.of(InventoryHost.LOCAL), InventoryHost.LOCAL, List.of());

    public Inventory {
        applications = List.copyOf(applications);
        monitors = List.copyOf(monitors);
        if (applications.isEmpty()) {
            throw new IllegalArgumentException("an application needs a host");
        }
    }

    /** Everyone on this host, of which these interfaces are captured. */
    public static Inventory hereWith(List<String> captures) {
        InventoryHost here = InventoryHost.LOCAL.withCaptures(captures);
        return new Inventory(here, List.of(here), here, List.of());
    }

    /** The same without captures. */
    public Inventory withoutCaptures() {
        return new Inventory(
                without(replayer), applications.stream().map(Inventory::without).toList(), without(clients), List.of());
    }

    private static InventoryHost without(InventoryHost host) {
        return host.withCaptures(List.of());
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
                .map(host -> new Inventory(replayer, List.of(host), clients, monitors));
    }

    /** Whether everyone is on this host. */
    public boolean local() {
        return hosts().stream().allMatch(InventoryHost::local);
    }

    /** Whoever takes part, each once. */
    public Set<InventoryHost> hosts() {
        Set<InventoryHost> hosts = new LinkedHashSet<>(List.of(replayer, application(), clients));
        hosts.addAll(monitors);
        return hosts;
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
                + application().name() + ", clients on " + clients.name() + monitorWords();
    }

    private String monitorWords() {
        Set<InventoryHost> others = new LinkedHashSet<>(monitors);
        others.removeAll(List.of(replayer, application(), clients));
        return others.isEmpty()
                ? ""
                : ", captures on " + others.stream().map(InventoryHost::name).collect(Collectors.joining(", "));
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
