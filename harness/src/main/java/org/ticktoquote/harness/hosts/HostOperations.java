package org.ticktoquote.harness.hosts;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.host.audit.HostAudit.Readiness;
import org.ticktoquote.host.audit.HostRequirement.HostProperties;
import org.ticktoquote.host.jvm.InstalledJvms.JvmChoice;
import org.ticktoquote.host.jvm.JvmProfile;
import org.ticktoquote.host.keep.HostProcesses;
import org.ticktoquote.host.keep.ThreadReport;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.plan.ManagedPlan;
import org.ticktoquote.host.process.CommandFiles;
import org.ticktoquote.host.sockets.HostCounters.HostCount;
import org.ticktoquote.host.sockets.UdpDrops.UdpFeed;

/**
 * Operations that a run needs from a host, this one or another. Paths are paths on that host.
 *
 * <p>Methods throw a {@link ProblemException} with the host's reason if the host refuses, or if it can no longer be reached.
 * Calls to another host encode arguments and results as JSON by the types declared here. Method names must therefore be unique,
 * and {@link Optional} must be a whole parameter or result, never within another type. Used by one thread.
 */
public interface HostOperations {
    /** Facts of the host by name, for {@code run.json}. */
    Map<String, String> facts();

    /** Description of the host. */
    HostProperties sheet();

    /** Readiness of the host for a run under a profile of limits. */
    Readiness readiness(String profile);

    /**
     * Counters of the host.
     *
     * @param feed UDP feed whose dropped datagrams are counted
     */
    HostCount count(Optional<UdpFeed> feed);

    /** A UDP port that is currently free at an address of the host. */
    int freeUdpPort(String address);

    /** A TCP port that is currently free at an address of the host. */
    int freeTcpPort(String address);

    /**
     * Executable of a Java installation.
     *
     * @param homeOrExecutable path given by the user; empty for t2q's own Java
     */
    Path java(Path homeOrExecutable);

    /** JVM flags that write a GC log to a file in the run's directory; none if the executable cannot be identified. */
    List<String> logFlags(Path java, String file);

    /** JVM flags that write a flight recording to a file in the run's directory; none if the JVM does not support it. */
    List<String> flightFlags(Path java, String file);

    /** Assembles the file of a flight recording from the parts that a killed JVM left. No effect if there are none. */
    void assembleFlightRecording(String file);

    /**
     * Copies a GC log, which the application writes elsewhere, into the run's directory, with its rotated parts.
     *
     * @param sinceMs milliseconds since 1970-01-01 UTC; parts last written earlier are omitted
     */
    void copyCollectorLog(Path log, String file, long sinceMs);

    /**
     * JVM flags that profile to a file in the run's directory; none if the JVM is not HotSpot.
     *
     * @param profiler library or folder of async-profiler on that host
     */
    List<String> profilerFlags(Path java, Path profiler, String file);

    /** Refuses a program of {@code --app} that the host cannot execute. */
    void requireExecutable(String program);

    /** Reason why a JVM rejects or ignores these flags; empty if it accepts them. */
    Optional<String> flagsProblem(Path java, List<String> flags);

    /**
     * Chooses the JVM of a profile, or gives the reason why there is none.
     *
     * @param given home or executable that the user gave for the profile; refused if it is not a JVM
     */
    JvmChoice jvm(JvmProfile profile, Optional<Path> given, int leastFeature);

    /** Files named by a command. */
    CommandFiles applicationFiles(List<String> command, Path java);

    /** Facts for {@code run.json} about the JVMs of process groups, given by the pids of their leaders. */
    Map<String, String> applicationJava(List<Long> groups);

    /** Reason why threads cannot be placed like this on the host; empty if they can. */
    Optional<String> threadsProblem(ThreadChoice threads, Set<ThreadOwner> parties);

    /**
     * Observes the application's threads for a time, for {@code --threads managed}. Returns when the time is over.
     *
     * @param processes processes of the run on the host; the application's process with the most threads is observed
     */
    void observeThreads(HostProcesses processes, int seconds);

    /** Makes the plan of {@code --threads managed} from the observation. */
    ManagedPlan planThreads();

    /**
     * Places the threads of these processes, and all threads that they start later.
     *
     * @param threads planned placement
     */
    void placeThreads(ThreadChoice threads, HostProcesses processes);

    /** Begins recording the CPUs that placed threads run on. */
    void measuringBegins();

    /** Ends the recording of CPUs. */
    void measuringEnds();

    /** Restores the CPU masks of placed threads and reports their placement; empty if none were placed. */
    Optional<ThreadReport> releaseThreads();

    /**
     * Begins recording the activity of the application's threads and the host's CPUs.
     *
     * @param run identity of the run
     * @param groups leaders of the application's process groups
     * @param processes further processes of the application
     * @param intervalNs interval between two samples
     * @param traced true to trace in the kernel which threads run on the CPUs
     */
    void watchApplication(UUID run, List<Long> groups, List<Long> processes, long intervalNs, boolean traced);

    /** Ends the recording. No effect if it was not begun. */
    void endWatch();

    /**
     * Command that captures a network interface. Fails if that is not possible.
     *
     * @param file path in the run's directory, without the number that each file of the ring has
     * @param limitBytes limit of all files together
     * @param filters candidates; the first one that the interface supports is used
     */
    List<String> captureCommand(String networkInterface, String file, long limitBytes, List<String> filters);

    /** Monotonic clock and time of day of the host at the same moment. */
    ClockPair clockPair();

    /** Warm-up ticks that the replayer on the host has sent since the last call, at most {@link SentTick#MAX_PER_ANSWER}. */
    List<SentTick> sentTicks();

    /**
     * Snapshots that the first session has received since the last call, at most {@link ReceivedQuotes#MAX_PER_ANSWER},
     * and whether any session received anything.
     */
    ReceivedQuotes receivedQuotes(int sessions);

    /** A warm-up tick that was sent. Times are on the replayer's clock. */
    record SentTick(long tickId, int instrumentId, long intendedNs, long sentNs) {
        /** Maximum per response of a host, a few megabytes of JSON. */
        public static final int MAX_PER_ANSWER = 20_000;
    }

    /**
     * Snapshots that the clients of a run received.
     *
     * @param first snapshots of the first session
     * @param any true if any session received anything
     */
    record ReceivedQuotes(List<Snapshot> first, boolean any) {
        /** Maximum per response of a host, a few megabytes of JSON. */
        public static final int MAX_PER_ANSWER = 20_000;

        public ReceivedQuotes {
            first = List.copyOf(first);
        }

        /** A snapshot. The time is on the clients' clock. */
        public record Snapshot(long tickId, int instrumentId, long receivedNs) {}
    }
}
