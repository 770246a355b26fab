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
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.clock.PeerClockReading;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.Inventory;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.hosts.RunHost;
import org.ticktoquote.harness.hosts.local.LocalOperations;
import org.ticktoquote.harness.hosts.ssh.RemoteHost;
import org.ticktoquote.host.keep.MaskRestorer.OriginalMasks;
import org.ticktoquote.host.offset.HostClocks;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.process.JavaCommand;

/**
 * Hosts of a run. Connects before the processes start, reads the clocks throughout, and disconnects after the processes have
 * ended and their files are fetched. The run's clock is that of the replayer's host. Used by one thread.
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

    /** Creates the hosts of a plan as if all of them were this host, to check the input of processes. */
    static RunHosts onLocalHost(RunPlan plan) {
        RunHosts hosts = new RunHosts(Inventory.LOCAL, plan.directory());
        hosts.local(InventoryHost.LOCAL, masks -> {});
        return hosts;
    }

    /**
     * Connects to every host of the plan.
     *
     * @param survivors receives the CPU masks of processes that outlive the run, before t2q changes them
     */
    static RunHosts open(RunPlan plan, Consumer<OriginalMasks> survivors, Progress progress) {
        RunHosts hosts = new RunHosts(plan.hosts(), plan.directory());
        try {
            for (InventoryHost host : plan.hosts().hosts()) {
                if (host.local()) {
                    hosts.local(host, survivors);
                } else {
                    hosts.connect(host, progress);
                }
            }
            if (!hosts.remotes.isEmpty()) {
                progress.stage("reading the hosts' clocks");
                Map<ClockIdentity, Supplier<PeerClockReading>> readings = new LinkedHashMap<>();
                hosts.remotes.forEach(host -> readings.putIfAbsent(host.clock(), host::exchange));
                hosts.clocks = new HostClocks(readings);
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

    private void connect(InventoryHost host, Progress progress) {
        progress.stage("connecting to host " + host.name());
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

    /** Returns whether this process counts as one of a host's: the application's if that is local, else the first local one. */
    boolean hasHarness(RunHost host) {
        return application().isRemote() ? locals.indexOf(host) == 0 : host == application();
    }

    private RunHost on(InventoryHost host) {
        RunHost known = open.get(host);
        if (known == null) {
            throw new IllegalStateException(host + " is not open");
        }
        return known;
    }

    /** Captured interfaces by the role of the capturing process. */
    Map<String, Captured> captures() {
        Map<String, Captured> captures = new LinkedHashMap<>();
        open.forEach((host, there) -> host.captures()
                .forEach(each -> captures.put(Role.capture(captures.size() + 1), new Captured(there, each))));
        return captures;
    }

    /** An interface of a host. */
    record Captured(RunHost host, String networkInterface) {}

    /** Owners of threads on each host. */
    Map<RunHost, Set<ThreadOwner>> parties() {
        Map<RunHost, Set<ThreadOwner>> parties = new LinkedHashMap<>();
        open.forEach((host, there) -> parties.put(there, inventory.threadOwners(host)));
        return parties;
    }

    /** All hosts, each once. */
    Set<RunHost> all() {
        return new LinkedHashSet<>(open.values());
    }

    /** Text for users; empty if all processes are on this host. */
    String description() {
        return inventory.local() ? "" : inventory.description();
    }

    /** Converts a time of this process to the run's clock. */
    long onRunClock(long ownNs) {
        return read(replayer(), ownNs);
    }

    /** Converts a reading of the clients to the run's clock, with a translation at most a second old. */
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
        return clocks == null ? ownNs : clocks.reading(host.clock(), ownNs);
    }

    /** Returns the translations of processes whose clock differs from the run's, as known so far. */
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

    /** Describes the clocks for users, by fact name. */
    static Map<String, String> facts(Map<String, ClockTranslation> translations) {
        Map<String, String> facts = new LinkedHashMap<>();
        translations.forEach((role, translation) -> {
            ClockTranslation.Point last =
                    translation.points().get(translation.points().size() - 1);
            long behindNs = last.runNs() - last.readingNs();
            facts.put(
                    "clock." + role,
                    DurationText.format(Math.abs(behindNs)) + (behindNs < 0 ? " ahead of" : " behind")
                            + " the replayer's, uncertainty " + DurationText.format(translation.boundNs()));
        });
        return facts;
    }

    /** Takes the last readings, after the processes have ended. */
    void readClocks() {
        if (clocks != null) {
            clocks.close();
        }
    }

    /** Fetches all files of the run; returns descriptions of failures. */
    List<String> fetchRunFiles() {
        List<String> troubles = new ArrayList<>();
        for (RemoteHost host : remotes) {
            try {
                host.bringBack(directory);
            } catch (ProblemException refusal) {
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

    /**
     * Host that runs this process.
     *
     * @param run directory of the run
     * @param address address for connections from other hosts of the run; empty if none connects
     */
    record LocalHost(RunDirectory run, String address, LocalOperations operations) implements RunHost {
        /**
         * Creates the host of one run.
         *
         * @param survivors receives the CPU masks of processes that outlive the run, before t2q changes them
         */
        public static LocalHost of(RunDirectory run, String address, Consumer<OriginalMasks> survivors) {
            return new LocalHost(run, address, new LocalOperations(run, survivors));
        }

        @Override
        public Path directory() {
            return run.path();
        }

        @Override
        public Path file(Path here) {
            return here;
        }

        @Override
        public Path recording(Path here) {
            return here;
        }

        @Override
        public Path ownJava() {
            return JavaCommand.ownJava();
        }

        @Override
        public JavaCommand program(Path java, List<String> jvmFlags) {
            return new JavaCommand(java, jvmFlags);
        }

        @Override
        public ClockIdentity clock() {
            return ClockIdentity.own();
        }

        @Override
        public PeerClockReading exchange() {
            long now = System.nanoTime();
            return new PeerClockReading(now, now, now);
        }
    }
}
