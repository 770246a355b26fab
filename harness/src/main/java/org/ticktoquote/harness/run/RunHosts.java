package org.ticktoquote.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.Inventory;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.hosts.RunHost;
import org.ticktoquote.harness.hosts.local.LocalHost;
import org.ticktoquote.harness.hosts.ssh.RemoteHost;
import org.ticktoquote.host.keep.MaskRestorer.OriginalMasks;
import org.ticktoquote.host.offset.HostClocks;
import org.ticktoquote.host.placement.ThreadOwner;

/**
 * The hosts of a run: opened before its processes start, asked for the time throughout, and left when the processes have ended and
 * their files are here. The run's clock is the one that the replayer reads. Used by one thread.
 */
final class RunHosts implements AutoCloseable {
    private static final long FRESH_NS = TimeUnit.SECONDS.toNanos(1);
    private static final String SSH_LOG = "ssh-";

    private final Map<InventoryHost, RunHost> open = new LinkedHashMap<>();
    private final List<LocalHost> locals = new ArrayList<>();
    private final List<RemoteHost> remotes = new ArrayList<>();
    private final Inventory inventory;
    private final RunDirectory directory;
    private @Nullable HostClocks clocks;
    private ClockTranslation known = ClockTranslation.NONE;
    private long knownNs;

    private RunHosts(Inventory inventory, RunDirectory directory) {
        this.inventory = inventory;
        this.directory = directory;
    }

    /** All on this host, whatever the plan says: to judge what is given to the processes. */
    static RunHosts here(RunPlan plan) {
        RunHosts hosts = new RunHosts(Inventory.HERE, plan.directory());
        hosts.local(InventoryHost.LOCAL, masks -> {});
        return hosts;
    }

    /**
     * Reaches every host of the plan.
     *
     * @param survivors receives the masks of processes that outlive the run, before they change
     */
    static RunHosts open(RunPlan plan, Consumer<OriginalMasks> survivors, Progress progress) {
        RunHosts hosts = new RunHosts(plan.hosts(), plan.directory());
        try {
            for (InventoryHost host : plan.hosts().hosts()) {
                if (host.local()) {
                    hosts.local(host, survivors);
                } else {
                    hosts.reach(host, progress);
                }
            }
            if (!hosts.remotes.isEmpty()) {
                progress.stage("asking the hosts for the time");
                hosts.clocks = new HostClocks(hosts.remotes);
            }
            return hosts;
        } catch (RuntimeException e) {
            boolean interrupted = Thread.interrupted();
            hosts.remotes.forEach(RemoteHost::discard);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            throw e;
        }
    }

    private void local(InventoryHost host, Consumer<OriginalMasks> survivors) {
        LocalHost here = LocalHost.of(directory, host.address(), survivors);
        open.put(host, here);
        locals.add(here);
    }

    private void reach(InventoryHost host, Progress progress) {
        progress.stage("reaching host " + host.name());
        String name = String.valueOf(
                        directory.path().toAbsolutePath().normalize().getFileName())
                .replaceAll("[^A-Za-z0-9._-]", "_");
        String unique = name + "-" + ProcessHandle.current().pid() + "-" + Long.toString(System.nanoTime(), 36);
        RemoteHost there = RemoteHost.open(host, unique, directory.path());
        remotes.add(there);
        open.put(host, there);
    }

    RunHost replayer() {
        return on(inventory.replayer());
    }

    RunHost application() {
        return on(inventory.application());
    }

    RunHost clients() {
        return on(inventory.clients());
    }

    private RunHost on(InventoryHost host) {
        RunHost known = open.get(host);
        if (known == null) {
            throw new IllegalStateException(host + " is not open");
        }
        return known;
    }

    /** What is captured where, by the role of the process that does it. */
    Map<String, Captured> captures() {
        Map<String, Captured> captures = new LinkedHashMap<>();
        open.forEach((host, there) -> host.captures()
                .forEach(each -> captures.put(Role.capture(captures.size() + 1), new Captured(there, each))));
        return captures;
    }

    /** An interface of a host. */
    record Captured(RunHost host, String networkInterface) {}

    /** Whose threads are on each host. */
    Map<RunHost, Set<ThreadOwner>> parties() {
        Map<RunHost, Set<ThreadOwner>> parties = new LinkedHashMap<>();
        open.forEach((host, there) -> parties.put(there, inventory.parties(host)));
        return parties;
    }

    /** Each once. */
    Set<RunHost> all() {
        return new LinkedHashSet<>(open.values());
    }

    /** For people; empty when everyone is here. */
    String words() {
        return inventory.local() ? "" : inventory.words();
    }

    /** A moment of this process on the run's clock. */
    long onRunClock(long ownNs) {
        return read(replayer(), ownNs);
    }

    /** A reading of the clients on the run's clock, as it was known a second ago at most. */
    long fromClients(long readingNs) {
        if (clocks == null || clients().clock().same(replayer().clock())) {
            return readingNs;
        }
        if (System.nanoTime() - knownNs > FRESH_NS || known.equals(ClockTranslation.NONE)) {
            known = translations().getOrDefault(Role.CLIENTS, ClockTranslation.NONE);
            knownNs = System.nanoTime();
        }
        return known.toRun(readingNs);
    }

    private long read(RunHost host, long ownNs) {
        return clocks == null ? ownNs : clocks.reading(host, ownNs);
    }

    /** From the readings of processes with another clock than the run's, as known by now. */
    Map<String, ClockTranslation> translations() {
        if (clocks == null) {
            return Map.of();
        }
        Map<String, ClockIdentity> roles = new LinkedHashMap<>(Map.of(
                Role.HARNESS, ClockIdentity.own(),
                Role.CLIENTS, clients().clock(),
                Role.APPLICATION, application().clock()));
        captures().forEach((role, captured) -> roles.put(role, captured.host().clock()));
        return clocks.translations(roles, replayer().clock());
    }

    /** What is known of the clocks, for people, by the names of facts. */
    static Map<String, String> facts(Map<String, ClockTranslation> translations) {
        Map<String, String> facts = new LinkedHashMap<>();
        translations.forEach((role, translation) -> {
            ClockTranslation.Point last =
                    translation.points().get(translation.points().size() - 1);
            long behindNs = last.runNs() - last.readingNs();
            facts.put(
                    "clock." + role,
                    DurationText.format(Math.abs(behindNs)) + (behindNs < 0 ? " ahead of" : " behind")
                            + " the replayer's, known to " + DurationText.format(translation.boundNs()));
        });
        return facts;
    }

    /** The last readings, when the processes have ended. */
    void readClocks() {
        if (clocks != null) {
            clocks.close();
        }
    }

    /** Brings every file of the run here; returns what could not be brought, in words. */
    List<String> bringBack() {
        List<String> troubles = new ArrayList<>();
        for (RemoteHost host : remotes) {
            try {
                host.bringBack(directory);
            } catch (Refusal refusal) {
                troubles.add(String.valueOf(refusal.getMessage()));
            }
        }
        return troubles;
    }

    @Override
    public void close() {
        readClocks();
        locals.forEach(host -> host.operations().close());
        remotes.forEach(RemoteHost::close);
        if (!remotes.isEmpty()) {
            removeSilentLogs();
        }
    }

    private void removeSilentLogs() {
        try (Stream<Path> files = Files.list(directory.path())) {
            for (Path file : files.toList()) {
                boolean ssh = file.getFileName().toString().startsWith(SSH_LOG);
                if (ssh && file.toFile().length() == 0) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            throw Problem.of(directory.path()).fault("cannot be read", e).failure(e);
        }
    }
}
