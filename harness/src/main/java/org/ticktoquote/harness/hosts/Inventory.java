package org.ticktoquote.harness.hosts;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.placement.ThreadOwner;

/**
 * Assignment of a run's processes to hosts, read from a file that docs/run.md documents.
 *
 * @param replayer host of the replayer
 * @param applications candidate hosts for the application; the first suitable one runs it
 * @param clients host of the clients
 * @param monitors hosts with captures, including hosts that have no other role in the run
 */
public record Inventory(
        InventoryHost replayer, List<InventoryHost> applications, InventoryHost clients, List<InventoryHost> monitors) {
    /** Form of host names, which appear in file names and messages. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
    /** Listens at all addresses of a host, so the template does not name the one to connect to. */
    private static final Pattern ANY_ADDRESS = Pattern.compile("(0\\.0\\.0\\.0|\\[::]):.*");

    /** All processes on this host. */
    public static final Inventory LOCAL =
            new Inventory(InventoryHost.LOCAL, List.of(InventoryHost.LOCAL), InventoryHost.LOCAL, List.of());

    public Inventory {
        applications = List.copyOf(applications);
        monitors = List.copyOf(monitors);
        if (applications.isEmpty()) {
            throw new IllegalArgumentException("an application needs a host");
        }
    }

    /**
     * Reads an inventory.
     *
     * @throws ProblemException with all problems, one per line
     */
    public static Inventory read(Path file) {
        return read(file.toString(), YamlFile.text(file));
    }

    static Inventory read(String file, String text) {
        Problems problems = new Problems();
        YamlSection top = YamlFile.parse(file, text, problems);
        Map<String, InventoryHost> hosts = hosts(top);
        InventoryHost replayer = one(top, "replayer", hosts);
        List<InventoryHost> applications = some(top, "application", hosts);
        InventoryHost clients = one(top, "clients", hosts);
        top.reportUnknownKeys();
        problems.refuseIfAny();
        List<InventoryHost> monitors = hosts.values().stream()
                .filter(host -> !host.captures().isEmpty())
                .toList();
        return new Inventory(replayer, applications, clients, monitors);
    }

    private static Map<String, InventoryHost> hosts(YamlSection top) {
        Map<String, InventoryHost> hosts = new LinkedHashMap<>();
        YamlSection section = top.section("hosts");
        if (section == null) {
            top.problemAt("hosts", "hosts by name");
            return hosts;
        }
        for (String name : section.allKeys()) {
            if (!NAME.matcher(name).matches()) {
                section.problemWithKey(name, "letters, digits, '.', '_' and '-'");
            }
            hosts.put(name, InventoryHost.read(section, name));
        }
        return hosts;
    }

    private static InventoryHost one(YamlSection top, String role, Map<String, InventoryHost> hosts) {
        String name = top.text(role);
        return name == null ? missing(top, role) : named(top, role, name, hosts);
    }

    private static List<InventoryHost> some(YamlSection top, String role, Map<String, InventoryHost> hosts) {
        List<String> names = top.distinct(role, "the name of a host", name -> name);
        if (names == null || names.isEmpty()) {
            return List.of(missing(top, role));
        }
        return names.stream().map(name -> named(top, role, name, hosts)).toList();
    }

    private static InventoryHost missing(YamlSection top, String role) {
        if (!top.has(role)) {
            top.problemAt(role, "the name of a host");
        }
        return InventoryHost.LOCAL;
    }

    private static InventoryHost named(YamlSection top, String role, String name, Map<String, InventoryHost> hosts) {
        @Nullable InventoryHost host = hosts.get(name);
        if (host == null) {
            top.problemAt(role, Problem.ofValue(name).expected("one of " + String.join(", ", hosts.keySet())));
            return InventoryHost.LOCAL;
        }
        return host;
    }

    /** Returns an inventory with all processes on this host, and captures of these interfaces. */
    public static Inventory localWith(List<String> captures) {
        InventoryHost here = InventoryHost.LOCAL.withCaptures(captures);
        return new Inventory(here, List.of(here), here, List.of());
    }

    /** Returns this inventory without captures. */
    public Inventory withoutCaptures() {
        return new Inventory(
                without(replayer), applications.stream().map(Inventory::without).toList(), without(clients), List.of());
    }

    private static InventoryHost without(InventoryHost host) {
        return host.withCaptures(List.of());
    }

    /** Host of the application. */
    public InventoryHost application() {
        return applications.get(0);
    }

    /** Returns this inventory with the application on a named host; empty if it cannot run there. */
    public Optional<Inventory> withApplicationOn(String name) {
        return applications.stream()
                .filter(host -> host.name().equals(name))
                .findFirst()
                .map(host -> new Inventory(replayer, List.of(host), clients, monitors));
    }

    /** Returns whether all processes are on this host. */
    public boolean local() {
        return hosts().stream().allMatch(InventoryHost::local);
    }

    /** Returns whether a host captures an interface. */
    public boolean captures() {
        return hosts().stream().anyMatch(host -> !host.captures().isEmpty());
    }

    /** All hosts, each once. */
    public Set<InventoryHost> hosts() {
        Set<InventoryHost> hosts = new LinkedHashSet<>(List.of(replayer, application(), clients));
        hosts.addAll(monitors);
        return hosts;
    }

    /** Returns the owners of threads on a host. Every host has threads of the harness. */
    public Set<ThreadOwner> threadOwners(InventoryHost host) {
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

    /** Text for users: {@code replayer on a, application on b, clients on a}. */
    public String description() {
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

    /**
     * Returns the names of the hosts that lack an address and must be reached by another host.
     *
     * @param replayerBinds true if the replayer binds the feed, false if the application does
     * @param accept address at which the clients listen, as in a session template; empty if the application listens
     */
    public List<String> withoutAddress(boolean replayerBinds, Optional<String> accept) {
        Set<InventoryHost> reached = new LinkedHashSet<>();
        if (!replayer.equals(application())) {
            reached.add(replayerBinds ? replayer : application());
        }
        if (!clients.equals(application())) {
            if (accept.isEmpty()) {
                reached.add(application());
            } else if (ANY_ADDRESS.matcher(accept.get()).matches()) {
                reached.add(clients);
            }
        }
        return reached.stream()
                .filter(host -> host.address().isEmpty())
                .map(InventoryHost::name)
                .toList();
    }
}
