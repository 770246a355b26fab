package org.ticktoquote.harness.run;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ticktoquote.core.audit.CounterSource;
import org.ticktoquote.core.control.ReplayerReady;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.harness.hosts.RunHost;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.Supervisor;
import org.ticktoquote.host.jvm.ApplicationJava;
import org.ticktoquote.host.keep.HostProcesses;
import org.ticktoquote.host.keep.HostProcesses.ManagedProcess;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.sockets.SocketTables;
import org.ticktoquote.host.sockets.UdpDrops.UdpDropCounter;
import org.ticktoquote.host.sockets.UdpDrops.UdpFeed;
import org.ticktoquote.host.threads.ProcessCpuTime;

/** Processes of a run by host. */
final class RunProcesses {
    /** Option of {@code payload+udp} in the form {@code lines=NAME@HOST:PORT,...}. */
    private static final Pattern LINES = Pattern.compile("payload\\+udp:.*[?&]lines=([^&]*).*");

    /** Address of a line. */
    private static final Pattern LINE = Pattern.compile("[^,@]+@([^,]+)");

    private RunProcesses() {}

    /**
     * Returns the processes on a host: processes of t2q, and the application's process group, or all listeners at the
     * address of an attached application. Each process belongs to one host, even if several are this machine.
     */
    static HostProcesses on(RunHost host, RunHosts hosts, RunPlan plan, Supervisor supervisor) {
        List<ManagedProcess> processes = new ArrayList<>();
        List<Long> groups = new ArrayList<>();
        if (host == hosts.application() && plan.application() instanceof ApplicationUnderTest.Attached attached) {
            listeners(plan, attached)
                    .forEach(pid -> processes.add(new ManagedProcess(ThreadOwner.APPLICATION, pid, true)));
        }
        for (Child child : supervisor.children()) {
            switch (child.role()) {
                case Role.REPLAYER -> add(processes, host == hosts.replayer(), ThreadOwner.REPLAYER, child.pid());
                case Role.CLIENTS -> add(processes, host == hosts.clients(), ThreadOwner.CLIENTS, child.pid());
                case Role.CONTROL -> {} // it moves itself to the application's CPUs
                default -> {
                    if (host == hosts.application() && !Role.isCapture(child.role())) {
                        groups.add(child.pid());
                    }
                }
            }
        }
        boolean harness = hosts.hasHarness(host);
        add(processes, harness, ThreadOwner.HARNESS, ProcessHandle.current().pid());
        add(processes, harness, ThreadOwner.HARNESS, supervisor.guardianPid());
        return new HostProcesses(processes, groups);
    }

    private static void add(List<ManagedProcess> processes, boolean there, ThreadOwner party, long pid) {
        if (there) {
            processes.add(new ManagedProcess(party, pid, false));
        }
    }

    /**
     * Counters of the application's CPU time and of drops at its sockets; empty if its processes are not visible on this host.
     */
    static Optional<CounterSource> applicationCounters(
            RunHosts hosts, RunPlan plan, ReplayerReady input, Supervisor supervisor) {
        return applicationCpu(hosts, plan, supervisor).map(cpu -> {
            Optional<CounterSource> drops = udpFeed(plan, input, supervisor)
                    .map(feed -> new UdpDropCounter(new SocketTables(Path.of("/proc")), feed));
            return counters -> {
                cpu.read(counters);
                drops.ifPresent(each -> each.read(counters));
            };
        });
    }

    /** UDP feed of the run with the processes that can receive it; empty for other feeds. */
    static Optional<UdpFeed> udpFeed(RunPlan plan, ReplayerReady input, Supervisor supervisor) {
        return input.output()
                .applicationUdp()
                .map(feed -> new UdpFeed(receivers(feed, plan.input().feed()), groups(supervisor), listeners(plan)));
    }

    /**
     * Returns the receivers of a UDP feed: its own address, and those of lines that {@code payload+udp} sends elsewhere.
     *
     * @param given the feed as given by the user, with its options
     */
    static List<Endpoint> receivers(URI feed, String given) {
        Matcher lines = LINES.matcher(given);
        return Stream.concat(
                        Stream.of(new Endpoint(feed.getHost(), feed.getPort())),
                        LINE.matcher(lines.matches() ? lines.group(1) : "")
                                .results()
                                .map(line -> Endpoint.parse(line.group(1))))
                .toList();
    }

    private static Optional<CounterSource> applicationCpu(RunHosts hosts, RunPlan plan, Supervisor supervisor) {
        if (plan.application() instanceof ApplicationUnderTest.Attached attached) {
            Set<Long> listeners = Set.copyOf(listeners(attached.fix()));
            return listeners.isEmpty() ? Optional.empty() : Optional.of(new ProcessCpuTime(Set.of(), listeners));
        }
        return hosts.application().isRemote()
                ? Optional.empty()
                : Optional.of(new ProcessCpuTime(Set.copyOf(groups(supervisor)), Set.of()));
    }

    /** Facts about the application's Java. */
    static Map<String, String> applicationJava(RunHosts hosts, RunPlan plan, Supervisor supervisor) {
        if (plan.application() instanceof ApplicationUnderTest.Attached attached) {
            List<Long> listeners = listeners(attached.fix());
            return listeners.isEmpty()
                    ? ApplicationJava.unknown("no process that listens at " + attached.fix() + " is visible")
                    : ApplicationJava.facts(listeners);
        }
        return hosts.application().operations().applicationJava(groups(supervisor));
    }

    /** Leaders of the process groups of an application that the run started. */
    static List<Long> groups(Supervisor supervisor) {
        return supervisor.children().stream()
                .filter(child -> child.role().equals(Role.APPLICATION))
                .map(Child::pid)
                .toList();
    }

    /** Processes of an attached application that are visible on this host; empty for other applications. */
    static List<Long> listeners(RunPlan plan) {
        return plan.application() instanceof ApplicationUnderTest.Attached attached
                ? listeners(attached.fix())
                : List.of();
    }

    private static List<Long> listeners(Endpoint fix) {
        return SocketTables.isLocal(fix.host()) ? new SocketTables().pidsListeningOn(fix) : List.of();
    }

    /** Processes of an attached application. Fails if none is visible on this host. */
    static List<Long> listeners(RunPlan plan, ApplicationUnderTest.Attached application) {
        Endpoint where = application.fix();
        if (!SocketTables.isLocal(where.host())) {
            throw plan.threads().refusal("the application at " + where + " runs on another host");
        }
        List<Long> found = listeners(where);
        if (found.isEmpty()) {
            throw plan.threads()
                    .refusal("no process that listens at " + where
                            + " is visible: start it first, and run t2q as the same user or as root");
        }
        return found;
    }
}
