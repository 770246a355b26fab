package org.ticktoquote.harness.site;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.clock.ForeignReading;
import org.ticktoquote.harness.process.Place;
import org.ticktoquote.harness.threads.found.Party;
import org.ticktoquote.harness.threads.keep.HostProcesses;
import org.ticktoquote.harness.threads.keep.ThreadHand;
import org.ticktoquote.harness.threads.plan.ThreadChoice;
import org.ticktoquote.host.mask.OriginalMasks;
import org.ticktoquote.host.process.JavaCommand;

/**
 * A host on which processes of a run run. Paths are as processes there name them. Used by one thread, except
 * {@link #exchange()}.
 */
public interface Site extends Place {
    /** By which the other hosts of the run reach it; empty when none does. */
    String address();

    /** The run's directory there. */
    Path directory();

    /** A file of this host, where it is found there; sent there for this run. */
    Path file(Path here);

    /** A recording of this host, where it is found there; sent there unless an earlier run did. */
    Path recording(Path here);

    /** The Java that runs our own processes there. */
    Path ownJava();

    /** The executable behind what the user says of the application's Java; empty: our own. */
    Path java(Path said);

    /** Our program there. */
    JavaCommand program(Path java, List<String> jvmFlags);

    /** The flags with which a Java there logs into a file of the run's directory. */
    List<String> logFlags(Path java, String file);

    /** Refuses a program of the user's that nobody there can execute. */
    void requireExecutable(String program);

    /** Why a Java there does not run under these flags; empty when it does. */
    Optional<String> objection(Path java, List<String> flags);

    /** Why threads cannot be placed so there, where these run; empty when they can. */
    Optional<String> objection(ThreadChoice threads, Set<Party> parties);

    /**
     * Who places the threads of processes there; nothing is touched yet.
     *
     * @param threads that are managed
     * @param survivor is told the masks of processes that outlive the run, before they change
     */
    ThreadHand threads(ThreadChoice threads, HostProcesses processes, Consumer<OriginalMasks> survivor);

    /** The files there that a command names. */
    ApplicationFiles applicationFiles(List<String> command, Path java);

    /** A port that nobody holds there at this moment. */
    int freePort(String transport, String address);

    /** Facts of the host by name. */
    Map<String, String> facts();

    /** What the host counts. */
    HostCount count(int udpPort);

    /** The clock that everything of ours reads there. */
    ClockIdentity clock();

    /** Its reading between two of this process. */
    ForeignReading exchange();

    /** The warm-up ticks, when the replayer runs there. */
    TickTail ticks();

    /** The snapshots, when the clients run there. */
    QuoteTail quotes(int sessions);
}
