package org.ticktoquote.harness.run;

import java.util.List;
import java.util.Map;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.ProcessProtocol;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.ExecutionHost;
import org.ticktoquote.harness.process.Supervisor;

/** Access of a run to its replayer, which two runs can share. Used by the run's thread. */
interface ReplayerLink {
    /** Replayer used by one run only. */
    ReplayerLink OWN = new ReplayerLink() {};

    /** Starts the replayer, or joins one that was started. */
    default Child start(Supervisor supervisor, RunHosts hosts, Commands commands) throws InterruptedException {
        return supervisor.start(
                Role.REPLAYER, hosts.replayer(), commands.replayer(List.of()), commands.replayPlan(null, null));
    }

    /** Returns whether this run starts the replayer and checks its clock. */
    default boolean starts() {
        return true;
    }

    /** Status of a replayer that is ready. */
    default String readyStatus() {
        return ProcessProtocol.READY;
    }

    /** Status of a replayer that has finished the measurement. */
    default String doneStatus() {
        return ProcessProtocol.DONE;
    }

    /** Facts about the replayer for the manifest. */
    default Map<String, String> facts() {
        return Map.of();
    }

    /** Returns how long a part of the replay takes in nanoseconds, given its duration without turns. */
    default long lastingNs(long ns) {
        return ns;
    }

    /** Returns the time limit for first snapshots of all runs of the replayer. */
    default long firstSnapshotsLimitNs(RunPlan plan) {
        return plan.timing().firstSnapshotsLimitNs();
    }

    /** Host of the application. */
    default ExecutionHost application(RunHosts hosts) {
        return hosts.application();
    }

    /** Waits until the application of this run can start. */
    default void awaitStart() throws InterruptedException {
        // no other run to wait for
    }

    /** Reports that application and clients of this run have started, and waits until sessions can be connected. */
    default void started() throws InterruptedException {
        // no other run to wait for
    }

    /** Sends a command. */
    default void send(Child replayer, ControlCommand order) {
        replayer.send(order);
    }

    /**
     * Ends the use of the replayer.
     *
     * @param why reason why the run cannot continue; empty if it is complete
     */
    default void release(String why) {
        // no other run to notify
    }

    /** Reason for the end of an interrupted run. */
    default String interruption() {
        return "interrupted";
    }
}
