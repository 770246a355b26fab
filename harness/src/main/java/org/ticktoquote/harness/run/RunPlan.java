package org.ticktoquote.harness.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;
import org.ticktoquote.core.command.Refusal;
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
 * Everything a run is given, parsed once.
 *
 * @param identity of this run and no other: all of its files carry it
 * @param directory to create and fill
 * @param input what is replayed, and how
 * @param sessions who receives what
 * @param application under test
 * @param declared what the user says of it and of the year
 * @param timing what is before and after the measured replay
 * @param profile of limits
 * @param threads where they are to run, and whether anybody sees to it
 * @param hosts who is where
 * @param evidence what is collected of the causes of slow ticks
 * @param capture how interfaces are captured, where the hosts have some to capture
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
     * How interfaces are captured.
     *
     * @param limitBytes of all files of an interface
     * @param filter an expression of pcap-filter(7); empty: the run's own ports, where these are known
     */
    public record Capture(long limitBytes, Optional<String> filter) {
        /** Where nothing is said. */
        public static final Capture USUAL = new Capture(2_000_000_000, Optional.empty());
    }

    /**
     * What is collected of the causes of slow ticks.
     *
     * @param intervalNs how often the application's threads are looked at; empty: never
     * @param profiled whether the application's JVM writes a flight recording
     * @param profiler async-profiler's library or folder on the application's host, which that JVM loads too
     * @param controlled whether a control JVM runs beside it
     * @param traced whether the kernel traces who has the CPUs
     * @param collectorLog the collector log that the application writes to a place of its own, on its host
     */
    public record Evidence(
            OptionalLong intervalNs,
            boolean profiled,
            Optional<Path> profiler,
            boolean controlled,
            boolean traced,
            Optional<Path> collectorLog) {
        /** Nothing. */
        public static final Evidence NONE =
                new Evidence(OptionalLong.empty(), false, Optional.empty(), false, false, Optional.empty());
    }

    /**
     * What is before and after the measured replay.
     *
     * @param startLimitNs how long it may take until the application has taken all logons and its market data
     * @param warmUp how the processes are brought to their working state
     * @param drainNs how long snapshots are waited for after the last tick; empty: as the answers need
     */
    public record Timing(long startLimitNs, WarmUp warmUp, OptionalLong drainNs) {}

    /**
     * What is replayed, and how.
     *
     * @param recording input file
     * @param window of it, as in {@code T0-5s..T0+30s}; {@code ..} is all of it
     * @param speed 1 is real time
     * @param feed URI of the market data; port 0: a free one is chosen
     * @param venues file that declares the FIX venues of the feed
     * @param plugins jars for a feed of the user's
     * @param sender how the replayer sends ticks
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

        /** Who binds the feed; one that nobody takes is refused by the replayer, not here. */
        public FeedBinding feedBinding() {
            return RunPlan.feedBinding(feed, plugins);
        }

        /** Whether the market data comes from FIX venues. */
        public boolean ofVenues() {
            return Commands.ofVenues(feed);
        }
    }

    /**
     * Who receives what.
     *
     * @param count of FIX sessions
     * @param pairs symbols, or one number for the first so many of the recording; empty for the default
     * @param template what the user says of his sessions
     * @param accept where it lets the application connect, as it is written there; empty: the sessions connect
     * @param allowMissing whether a pair that is rejected or stays without a first snapshot is counted instead of ending
     *     the run
     * @param options of the clients
     * @param traced whether the clients show every message
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

        /** Whether they wait for the application to connect. */
        boolean accepting() {
            return accept.isPresent();
        }

        /** How many, in words. */
        String words() {
            return count == 1 ? "1 session" : count + " sessions";
        }
    }

    /** Who binds a feed that has no plan yet; likewise. */
    public static FeedBinding feedBinding(String feed, List<Path> plugins) {
        try {
            return FeedBindings.installed().of(feed, plugins);
        } catch (Refusal wrong) {
            return FeedBinding.APPLICATION;
        }
    }

    /** A sentence for each argument of the application that looks like a secret, and for each port that it cannot know. */
    public List<String> warnings() {
        return Stream.concat(application.warnings(sessions).stream(), application.feedUnknown(input.feed()).stream())
                .toList();
    }

    /** The same run with its threads placed by another choice. */
    public RunPlan with(ThreadChoice otherThreads) {
        return with(declared, otherThreads);
    }

    /** The same run that speaks of other hours of a year. */
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
     * How the processes are brought to their working state before anything counts.
     *
     * @param realSpeedNs how long the section around the peak plays at real speed first
     * @param maximumNs how long the whole may take before it ends unsteady
     * @param blockTicks answered ticks of a block
     * @param blocks how many successive blocks must agree
     * @param tolerance largest over smallest block median, less 1, that counts as agreeing
     */
    public record WarmUp(long realSpeedNs, long maximumNs, int blockTicks, int blocks, double tolerance) {}
}
