package org.ticktoquote.harness.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.net.FeedBindings;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.hosts.Inventory;
import org.ticktoquote.harness.threads.plan.ThreadChoice;

/**
 * Everything a run is told, parsed once.
 *
 * @param identity of this run and no other: all of its files carry it
 * @param directory to create and fill
 * @param recording input file
 * @param window of it, as in {@code T0-5s..T0+30s}; {@code ..} is all of it
 * @param speed 1 is real time
 * @param feed URI of the market data; port 0: a free one is chosen
 * @param plugins jars for a feed of the user's
 * @param replayerOptions further options of the replayer
 * @param sessions number of FIX sessions
 * @param pairs symbols, or one number for the first so many of the recording
 * @param clientOptions further options of the clients
 * @param sessionTemplate what the user says of his sessions
 * @param application under test
 * @param matching how snapshots name ticks
 * @param model which ticks call for a quote
 * @param conflation which of those may be left out
 * @param warmUp before the measured replay
 * @param drainNs how long snapshots are waited for after the last tick; empty: as the answers need
 * @param profile of limits
 * @param allowMissing whether a pair that is rejected or stays without a first snapshot is counted instead of ending the
 *     run
 * @param threads where they are to run, and whether anybody sees to it
 * @param hosts who is where
 */
public record RunPlan(
        UUID identity,
        RunDirectory directory,
        Path recording,
        String window,
        double speed,
        String feed,
        List<Path> plugins,
        List<String> replayerOptions,
        int sessions,
        List<String> pairs,
        List<String> clientOptions,
        Optional<Path> sessionTemplate,
        ApplicationUnderTest application,
        Matching matching,
        ApplicationModel model,
        Conflation conflation,
        WarmUpPlan warmUp,
        OptionalLong drainNs,
        String profile,
        boolean allowMissing,
        ThreadChoice threads,
        Inventory hosts) {
    public RunPlan {
        plugins = List.copyOf(plugins);
        replayerOptions = List.copyOf(replayerOptions);
        pairs = List.copyOf(pairs);
        clientOptions = List.copyOf(clientOptions);
    }

    /** Who binds the feed; one that nobody takes is refused by the replayer, not here. */
    public FeedBinding feedBinding() {
        return feedBinding(feed, plugins);
    }

    /** Likewise of a feed that has no plan yet. */
    public static FeedBinding feedBinding(String feed, List<Path> plugins) {
        try {
            return FeedBindings.installed().of(feed, plugins);
        } catch (Refusal wrong) {
            return FeedBinding.APPLICATION;
        }
    }

    /** How many sessions, in words. */
    String sessionsText() {
        return sessions == 1 ? "1 session" : sessions + " sessions";
    }

    /** The same run with its threads placed by another choice. */
    public RunPlan with(ThreadChoice otherThreads) {
        return new RunPlan(
                identity,
                directory,
                recording,
                window,
                speed,
                feed,
                plugins,
                replayerOptions,
                sessions,
                pairs,
                clientOptions,
                sessionTemplate,
                application,
                matching,
                model,
                conflation,
                warmUp,
                drainNs,
                profile,
                allowMissing,
                otherThreads,
                hosts);
    }
}
