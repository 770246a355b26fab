package org.ticktoquote.harness.hosts;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.host.audit.HostAudit.Readiness;
import org.ticktoquote.host.audit.HostRequirement.HostSheet;
import org.ticktoquote.host.jvm.InstalledJvms.JvmChoice;
import org.ticktoquote.host.jvm.JvmProfile;
import org.ticktoquote.host.keep.HostProcesses;
import org.ticktoquote.host.keep.ThreadAccount;
import org.ticktoquote.host.placement.ThreadChoice;
import org.ticktoquote.host.placement.ThreadOwner;
import org.ticktoquote.host.plan.ManagedPlan;
import org.ticktoquote.host.process.CommandFiles;
import org.ticktoquote.host.sockets.HostCounters.HostCount;

/**
 * What a host does for a run that is asked for it, be it this host or another one. Paths are as processes there name them.
 *
 * <p>Every method throws a {@link Refusal}: with the reason of the host, or because the host cannot be reached any more. A call to
 * another host carries the arguments and the result as JSON, by the types that are declared here: no name of a method may be used
 * twice, and {@link Optional} stands alone as a parameter or result, never within another type. Used by one thread.
 */
public interface HostOperations {
    /** Facts of the host by name, for {@code run.json}. */
    Map<String, String> facts();

    /** What the host says of itself. */
    HostSheet sheet();

    /** What the host is like before a run of a profile of limits. */
    Readiness readiness(String profile);

    /**
     * What the host counts.
     *
     * @param udpPort whose dropped datagrams are counted; 0 for none
     */
    HostCount count(int udpPort);

    /** A UDP port of an address of the host that nobody holds at this moment. */
    int freeUdpPort(String address);

    /** A TCP port of an address of the host that nobody holds at this moment. */
    int freeTcpPort(String address);

    /** The executable of a Java: what the user says of it, a home or an executable; empty for our own. */
    Path java(Path homeOrExecutable);

    /** The flags with which a Java logs into a file of the run's directory. */
    List<String> logFlags(Path java, String file);

    /** The flags with which a Java records its flight into a file of the run's directory; none where it cannot. */
    List<String> flightFlags(Path java, String file);

    /** What a JVM that was killed left of that recording becomes its file; harmless where there is nothing. */
    void gatherFlight(String file);

    /**
     * Copies the collector log that the application writes to a place of its own into the run's directory, with its rotated parts.
     *
     * @param sinceMs milliseconds since 1970-01-01 UTC; parts last written before are left out
     */
    void copyCollectorLog(Path log, String file, long sinceMs);

    /**
     * The flags with which a Java profiles into a file of the run's directory; none where that is no HotSpot.
     *
     * @param profiler async-profiler's library or folder there
     */
    List<String> profilerFlags(Path java, Path profiler, String file);

    /** Refuses a program of {@code --app} that nobody there can execute. */
    void requireExecutable(String program);

    /** Why a Java does not run under these flags; empty when it does. */
    Optional<String> flagsObjection(Path java, List<String> flags);

    /**
     * What a profile means there, or why there is none.
     *
     * @param given home or executable that the user gave for the profile; refused when it is no JVM
     */
    JvmChoice jvm(JvmProfile profile, Optional<Path> given, int leastFeature);

    /** The files that a command names. */
    CommandFiles applicationFiles(List<String> command, Path java);

    /** What the Java of process groups says of itself, by their leaders, as facts for {@code run.json}. */
    Map<String, String> applicationJava(List<Long> groups);

    /** Why threads cannot be placed so where these run; empty when they can. */
    Optional<String> threadsObjection(ThreadChoice threads, Set<ThreadOwner> parties);

    /**
     * Observes what the threads of the application do in the next seconds, for {@code --threads managed}.
     *
     * @param processes of the run there; the one with most threads of the application's is observed
     */
    void observeThreads(HostProcesses processes, int seconds);

    /** Makes the plan of {@code --threads managed} from what was observed. */
    ManagedPlan planThreads();

    /**
     * Places the threads of these processes and all that appear from now on.
     *
     * @param threads that are managed
     */
    void placeThreads(ThreadChoice threads, HostProcesses processes);

    /** From here on the CPUs that placed threads run on are taken down. */
    void measuringBegins();

    /** The measured part is over. */
    void measuringEnds();

    /** Gives placed threads the masks back that they had, and says what became of them; empty when none were placed. */
    Optional<ThreadAccount> releaseThreads();

    /**
     * Begins to write down what the application's threads and the CPUs there go through.
     *
     * @param run the identity of the run
     * @param groups leaders of the application's process groups
     * @param processes further ones of the application
     * @param intervalNs between two looks
     * @param traced whether the kernel there is to trace who has its CPUs
     * @throws org.ticktoquote.core.command.Refusal where that cannot be
     */
    void watchApplication(UUID run, List<Long> groups, List<Long> processes, long intervalNs, boolean traced);

    /** Ends that; harmless where it was not begun. */
    void endWatch();

    /**
     * The command that captures a network interface there; refused where that cannot be.
     *
     * @param file in the run's directory, without the number that each file of the ring has
     * @param limitBytes of all files together
     * @param filters of which the first is used that suits the interface
     */
    List<String> captureCommand(String networkInterface, String file, long limitBytes, List<String> filters);

    /** The monotonic clock there and the time of day, at one moment. */
    ClockPair clockPair();

    /** The warm-up ticks that the replayer has sent there since the last call, at most {@link SentTick#MOST}. */
    List<SentTick> sentTicks();

    /** What the clients have received there since the last call, at most {@link ReceivedQuotes#MOST} snapshots. */
    ReceivedQuotes receivedQuotes(int sessions);

    /** A warm-up tick that was sent; times as the replayer reads them. */
    record SentTick(long tickId, int instrumentId, long intendedNs, long sentNs) {
        /** In one answer of a host: a few megabytes of text. */
        public static final int MOST = 20_000;
    }

    /**
     * What the clients of a run received.
     *
     * @param first snapshots of the first session
     * @param any whether any session received anything
     */
    record ReceivedQuotes(List<Snapshot> first, boolean any) {
        /** In one answer of a host: a few megabytes of text. */
        public static final int MOST = 20_000;

        public ReceivedQuotes {
            first = List.copyOf(first);
        }

        /** A snapshot; the time as the clients read it. */
        public record Snapshot(long tickId, int instrumentId, long receivedNs) {}
    }
}
