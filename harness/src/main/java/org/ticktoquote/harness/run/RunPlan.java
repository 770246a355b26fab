package org.ticktoquote.harness.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.control.ClientsOptions;
import org.ticktoquote.core.control.SenderOptions;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.net.FeedBindings;
import org.ticktoquote.core.run.AnnualHours;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.hosts.Inventory;
import org.ticktoquote.host.placement.ThreadChoice;

/**
 * Plan of a run, parsed from its options.
 *
 * @param identity id that is unique to this run and part of all its files
 * @param directory directory to create and fill
 * @param input recording and replay
 * @param sessions sessions and their subscriptions
 * @param application application under test
 * @param declared the user's declarations about the application, and the hours of a year that the run represents
 * @param timing times before and after the measured replay
 * @param profile profile of limits
 * @param threads placement of threads, if any
 * @param hosts assignment of processes to hosts
 * @param evidence evidence collected on causes of slow ticks
 * @param capture limit and filter of captures, if the hosts capture interfaces
 */
public record RunPlan(
        UUID identity,
        RunDirectory directory,
        Input input,
        Sessions sessions,
        ApplicationUnderTest application,
        RunManifest.Declared declared,
        Timing timing,
        String profile,
        ThreadChoice threads,
        Inventory hosts,
        Evidence evidence,
        Capture capture) {
    /**
     * Limit and filter of captures.
     *
     * @param limitBytes limit for all files of one interface together
     * @param filter expression of pcap-filter(7); empty for the run's own ports, if known
     */
    public record Capture(long limitBytes, Optional<String> filter) {
        /** Default: 2 GB, filtered by the run's own ports. */
        public static final Capture DEFAULT = new Capture(2_000_000_000, Optional.empty());
    }

    /**
     * Evidence collected on causes of slow ticks.
     *
     * @param intervalNs interval between samples of the application's threads; empty for none
     * @param profiled true if the application's JVM writes a flight recording
     * @param profiler library or folder of async-profiler on the application's host, which that JVM also loads
     * @param controlled true if a control JVM runs on the same CPUs
     * @param traced true if the kernel traces which threads run on the CPUs
     * @param collectorLog GC log that the application writes elsewhere on its host
     */
    public record Evidence(
            OptionalLong intervalNs,
            boolean profiled,
            Optional<Path> profiler,
            boolean controlled,
            boolean traced,
            Optional<Path> collectorLog) {
        /** No evidence. */
        public static final Evidence NONE =
                new Evidence(OptionalLong.empty(), false, Optional.empty(), false, false, Optional.empty());
    }

    /**
     * Times before and after the measured replay.
     *
     * @param startLimitNs limit for the application to accept all logons, receive its market data, and quote every pair
     * @param warmUp plan of the warm-up
     * @param drainNs wait for snapshots after the last tick; empty for an adaptive wait
     */
    public record Timing(long startLimitNs, WarmUp warmUp, OptionalLong drainNs) {
        private static final long READY_LIMIT_NS = TimeUnit.SECONDS.toNanos(60);
        /** Time limit for first snapshots, some of which can be missing. */
        static final long FIRST_SNAPSHOTS_LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

        /** Returns the time limit for each t2q process to be ready: one minute, or the start limit if that is longer. */
        long readyLimitNs() {
            return Math.max(READY_LIMIT_NS, startLimitNs);
        }

        /** Returns the time limit for all first snapshots if a missing one ends the run: 10 s, or the start limit if longer. */
        long firstSnapshotsLimitNs() {
            return Math.max(FIRST_SNAPSHOTS_LIMIT_NS, startLimitNs);
        }
    }

    /**
     * Recording and replay.
     *
     * @param recording input file
     * @param window window of the recording, as in {@code T0-5s..T0+30s}; {@code ..} for all of it
     * @param speed 1 is real time
     * @param feed URI of the market data; port 0 to choose a free one
     * @param venues file that declares the FIX venues of the feed
     * @param plugins jars for a user's feed
     * @param sender options for sending ticks
     */
    public record Input(
            Path recording,
            String window,
            double speed,
            String feed,
            Optional<Path> venues,
            List<Path> plugins,
            SenderOptions sender) {
        public Input {
            plugins = List.copyOf(plugins);
        }

        /** Returns which side binds the feed. The replayer refuses an unknown feed later. */
        public FeedBinding feedBinding() {
            return RunPlan.feedBinding(feed, plugins);
        }

        /** Returns whether the market data comes from FIX venues. */
        public boolean ofVenues() {
            return Commands.ofVenues(feed);
        }
    }

    /**
     * Sessions and their subscriptions.
     *
     * @param count number of FIX sessions
     * @param pairs symbols, or one number for the first pairs of the recording; empty for the default
     * @param template session template of the user
     * @param accept address in the template at which the application connects, as written; empty if the sessions connect
     * @param allowMissing true to count a pair that is rejected or without a first snapshot instead of ending the run
     * @param options options of the clients
     * @param traced true if the clients trace every message
     */
    public record Sessions(
            int count,
            List<String> pairs,
            Optional<Path> template,
            Optional<String> accept,
            boolean allowMissing,
            ClientsOptions options,
            boolean traced) {
        public Sessions {
            pairs = List.copyOf(pairs);
        }

        /** Returns whether the sessions wait for the application to connect. */
        boolean accepting() {
            return accept.isPresent();
        }

        /** Number of sessions in words. */
        String description() {
            return count == 1 ? "1 session" : count + " sessions";
        }
    }

    /** Returns which side binds a feed. The replayer refuses an unknown feed later. */
    public static FeedBinding feedBinding(String feed, List<Path> plugins) {
        try {
            return FeedBindings.installed().of(feed, plugins);
        } catch (ProblemException wrong) {
            return FeedBinding.APPLICATION;
        }
    }

    /**
     * Returns a warning for each argument of the application that looks like a secret, and for each port that it cannot
     * know.
     */
    public List<String> warnings() {
        return Stream.concat(application.warnings(sessions).stream(), application.feedUnknown(input.feed()).stream())
                .toList();
    }

    /** Returns this plan with another placement of threads. */
    public RunPlan with(ThreadChoice otherThreads) {
        return with(declared, otherThreads);
    }

    /** Returns this plan for other hours of a year. */
    public RunPlan with(AnnualHours annual) {
        return with(declared.with(annual), threads);
    }

    private RunPlan with(RunManifest.Declared declared, ThreadChoice threads) {
        return new RunPlan(
                identity,
                directory,
                input,
                sessions,
                application,
                declared,
                timing,
                profile,
                threads,
                hosts,
                evidence,
                capture);
    }

    /**
     * Warm-up that brings the processes to their steady state before the measured part.
     *
     * @param realSpeedNs length of the first part, which replays the section around the peak at real speed
     * @param maximumNs limit after which the warm-up ends even if not steady
     * @param blockTicks answered ticks per block
     * @param blocks number of successive blocks that must agree
     * @param tolerance largest accepted ratio of the largest to the smallest block median, minus 1
     */
    public record WarmUp(long realSpeedNs, long maximumNs, int blockTicks, int blocks, double tolerance) {}
}
