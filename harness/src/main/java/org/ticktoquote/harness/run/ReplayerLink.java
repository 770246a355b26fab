package org.ticktoquote.harness.run;

import java.util.List;
import java.util.Map;
import org.ticktoquote.core.control.Command;
import org.ticktoquote.core.control.ProcessLines;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.Place;
import org.ticktoquote.harness.process.Supervisor;

/** A run's way to its replayer, which may be that of another run too. Used by the run's thread. */
interface ReplayerLink {
    /** Of a run that has one to itself. */
    ReplayerLink OWN = new ReplayerLink() {};

    /** Starts it, or takes part in one that is started. */
    default Child start(Supervisor supervisor, RunHosts hosts, Commands commands) throws InterruptedException {
        return supervisor.start(
                Role.REPLAYER, hosts.replayer(), commands.replayer(List.of()), commands.replayPlan(null));
    }

    /** Whether this run started it, and checks its clock. */
    default boolean starts() {
        return true;
    }

    /** What it says when it is ready. */
    default String ready() {
        return ProcessLines.READY;
    }

    /** What it says when the measurement is over. */
    default String done() {
        return ProcessLines.DONE;
    }

    /** What the run has to say of it. */
    default Map<String, String> facts() {
        return Map.of();
    }

    /** Where its application runs. */
    default Place application(RunHosts hosts) {
        return hosts.application();
    }

    /** Returns when the application of this run may be started. */
    default void awaitTurn() throws InterruptedException {
        // there is nobody to wait for
    }

    /** The application and the clients of this run are started; returns when the sessions may be connected. */
    default void started() throws InterruptedException {
        // there is nobody to wait for
    }

    /** Gives it an order. */
    default void tell(Child replayer, Command order) {
        replayer.tell(order);
    }

    /**
     * The run is over, or cannot go on.
     *
     * @param why it cannot; empty where it is over
     */
    default void leave(String why) {
        // nobody else is concerned
    }

    /** Why a run ends that somebody interrupted. */
    default String interruption() {
        return "interrupted";
    }
}
