package org.ticktoquote.replayer.replay;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.CloseHelper;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.ticktoquote.core.audit.ProcessMonitor;
import org.ticktoquote.core.clock.HybridWait;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.control.ReplayPlan;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.core.journal.JournalException;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.linux.CpuMask;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.run.PluginFile;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.TurnSchedule;
import org.ticktoquote.core.trace.MessageTrace;
import org.ticktoquote.core.yaml.YamlFile;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.Feeds;
import org.ticktoquote.replayer.feed.Markets;
import org.ticktoquote.replayer.feed.Plugins;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Owns a replay's resources and runs its two sessions, warm-up and measurement.
 *
 * <p>{@link #stop()} is safe for any thread. Sessions run on the pacer thread, at most one of each kind.
 */
final class Replayer implements AutoCloseable {
    private static final long WARM_UP_RECORDS = 1 << 16;
    private static final long FIRST_TICK_ID = 1;

    /** Newest first. */
    private final Deque<AutoCloseable> resources = new ArrayDeque<>();

    private final ReplayPlan plan;
    private final Speed speed;
    private final WaitMode spin;
    private final NanoClock clock;
    private final long firstSession = new SystemEpochNanoClock().nanoTime();
    private final Recording recording;
    private final Window window;
    private final Plugins plugins;
    private final HybridWait wait;
    private final List<DestinationFeed> destinationFeeds;
    /** One pacer for all feeds, or one for each if they take turns. */
    private final List<Pacer> warmUpPacers;

    private final List<Pacer> pacers;
    private volatile boolean stopped;

    /**
     * Opens everything that a plan names.
     *
     * @throws ProblemException if the plan does not fit the recording or the host
     */
    Replayer(ReplayPlan plan, NanoClock clock, FeedListener listener) {
        this.plan = plan;
        this.clock = clock;
        this.speed = Speed.of(plan);
        this.spin = WaitMode.of(plan.sender().spin());
        this.wait = new HybridWait(clock, spin.beforeNs());
        try {
            recording = opened(open(plan));
            recording.verify();
            window = window(Window.parse(recording, plan.window()));
            List<Destination> destinations = Destination.of(plan);
            destinations.forEach(Replayer::requireNew);
            plugins = Plugins.load(plan.plugin());
            Feeds feeds = Feeds.with(plugins);
            destinations.forEach(destination -> feeds.requireFit(destination.feed(), recording));
            destinationFeeds = destinations.stream()
                    .map(destination -> line(destination, feeds, listener))
                    .toList();
            warmUpPacers = pacers(
                    destinationFeeds.stream().map(DestinationFeed::warmUp).toList());
            pacers = pacers(
                    destinationFeeds.stream().map(DestinationFeed::measured).toList());
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Resources of one destination.
     *
     * @param warnings reservations about the window and the feed, to read before trusting the figures
     * @param warmUp outlet of the warm-up
     * @param measured outlet of the measurement
     */
    record DestinationFeed(
            Destination destination,
            FeedBinding binding,
            List<String> warnings,
            Feed feed,
            TickJournal warmUpTicks,
            TickJournal ticks,
            JournaledFeed warmUp,
            JournaledFeed measured,
            ProcessMonitor audit) {

        /** Reads the lateness of the measured ticks from the completed journal. */
        LagStatistics lag() {
            return LagStatistics.of(new RunDirectory(destination.run()).ticks());
        }
    }

    private DestinationFeed line(Destination destination, Feeds feeds, FeedListener listener) {
        Feed feed = opened(feeds.open(destination.feed(), markets(recording), listener));
        RunDirectory run = directory(destination.run());
        feed.study(recording);
        if (plan.sender().trace()) {
            feed.trace(MessageTrace.into(run.trace(Role.REPLAYER)));
        }
        TickJournal warmUpTicks = journal(run.warmUp(), destination, WARM_UP_RECORDS);
        TickJournal ticks = journal(run.ticks(), destination, window.count());
        return new DestinationFeed(
                destination,
                feeds.binding(destination.feed()),
                warnings(plan, recording, feeds, destination),
                feed,
                warmUpTicks,
                ticks,
                new JournaledFeed(feed, warmUpTicks),
                new JournaledFeed(feed, ticks),
                opened(ProcessMonitor.start(run, destination.identity(), Role.REPLAYER)));
    }

    /**
     * Checks a plan except disk space and the content of the recording. Has no side effects.
     *
     * @param here false to leave out the addresses of the feeds and the files that a file of venues names, which are on the
     *     replayer's host
     */
    static ReplayerProtocol.Checked check(ReplayPlan plan, boolean here) {
        Speed unusedSpeed = Speed.of(plan);
        WaitMode unusedSpin = WaitMode.of(plan.sender().spin());
        try (Recording recording = open(plan)) {
            Window window = Window.parse(recording, plan.window());
            Feeds feeds = Feeds.with(Plugins.load(plan.plugin()));
            List<Destination> destinations = Destination.of(plan);
            destinations.forEach(destination -> {
                if (here) {
                    feeds.check(destination.feed(), markets(recording));
                } else {
                    feeds.checkSyntax(destination.feed());
                }
                feeds.requireFit(destination.feed(), recording);
                requireNew(destination);
            });
            Destination first = destinations.get(0);
            return new ReplayerProtocol.Checked(
                    recording.instruments(),
                    recording.venues(),
                    recording.venueTimeNs(window.first()),
                    recording.venueTimeNs(window.end() - 1) + 1,
                    window.count(),
                    recording.priced(),
                    feeds.binding(first.feed()),
                    feeds.venues(first.feed(), markets(recording)),
                    warnings(plan, recording, feeds, first));
        }
    }

    private static List<String> warnings(ReplayPlan plan, Recording recording, Feeds feeds, Destination destination) {
        List<String> warnings = new ArrayList<>(Window.warnings(recording, plan.window()));
        warnings.addAll(feeds.warnings(destination.feed(), markets(recording)));
        return warnings;
    }

    private static Markets markets(Recording recording) {
        return new Markets(recording.instruments(), recording.venues());
    }

    private static Recording open(ReplayPlan plan) {
        return ProblemException.under("--recording", () -> Recording.open(plan.recording()));
    }

    private static void requireNew(Destination destination) {
        RunDirectory run = new RunDirectory(destination.run());
        ProblemException.under("--run", () -> UserPath.outputFolder(run.path()));
        Stream.of(run.ticks(), run.warmUp()).filter(Files::exists).forEach(journal -> {
            throw Problem.of("--run")
                    .fault(journal + " exists already")
                    .expected("a directory of the run's own")
                    .exception();
        });
    }

    private Window window(Window whole) {
        Long densestNs = plan.sender().densestNs();
        return densestNs == null ? whole : whole.densest(recording, Math.max(1, speed.toRecordingNs(densestNs)));
    }

    private static RunDirectory directory(Path path) {
        ProblemException.under(
                "--run",
                () -> FileAccess.run(
                        path, "cannot be created", ExitStatus.ENVIRONMENT, () -> Files.createDirectories(path)));
        return new RunDirectory(path);
    }

    private TickJournal journal(Path file, Destination destination, long records) {
        try {
            return opened(TickJournal.create(file, destination.identity(), records));
        } catch (JournalException e) {
            throw e.problem().exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    private List<Pacer> pacers(List<JournaledFeed> outlets) {
        if (plan.turnSeed() == null) {
            return List.of(new Pacer(recording, outlets, clock, wait));
        }
        List<Pacer> each = outlets.stream()
                .map(outlet -> new Pacer(recording, List.of(outlet), clock, wait))
                .toList();
        each.get(0).setIdlePacer(each.get(1));
        each.get(1).setIdlePacer(each.get(0));
        return each;
    }

    /** Chooses how to wait. Called on the pacer, after it has been placed on its CPUs. */
    WaitMode chooseSpin() {
        WaitMode chosen = spin;
        if (spin.automatic()) {
            try {
                int mainThread = (int) ProcessHandle.current().pid();
                chosen = spin.on(CpuMask.of(CpuMask.CALLING_THREAD), CpuMask.of(mainThread));
            } catch (RuntimeException | LinkageError unknown) {
                return spin; // where CPU masks cannot be read, no process can have placed this thread
            }
        }
        wait.spin(chosen.beforeNs());
        return chosen;
    }

    Recording recording() {
        return recording;
    }

    Window window() {
        return window;
    }

    WaitMode spin() {
        return spin;
    }

    List<DestinationFeed> destinationFeeds() {
        return destinationFeeds;
    }

    /** Returns true if every destination has a receiver. */
    boolean connected() {
        return destinationFeeds.stream().allMatch(line -> line.feed().connected());
    }

    /** Returns the SHA-256 of the file that declares the FIX venues; empty without such a file. */
    String venuesSha256() {
        Path file = plan.venues();
        return file == null ? "" : Sha256.ofText(YamlFile.text(file), 64);
    }

    List<PluginFile> plugins() {
        return plugins.files();
    }

    /** Returns the densest span of the window that the replay sends within a given time. */
    Window densest(long replayNs) {
        return window.densest(recording, Math.max(1, speed.toRecordingNs(replayNs)));
    }

    /** Prepares a warm-up, which the pacer then {@linkplain #warmUp(WarmUp, BooleanSupplier) runs}. */
    WarmUp warmUp(ReplayerProtocol.WarmUp request) {
        return new WarmUp(recording, window, speed, request, warmUpPacers, clock);
    }

    /** Runs the warm-up session. Returns true if its end was requested. */
    boolean warmUp(WarmUp warmUp, BooleanSupplier end) {
        return blaming(warmUpPacers, () -> warmUpSession(warmUp, end));
    }

    private boolean warmUpSession(WarmUp warmUp, BooleanSupplier end) {
        warmUpPacers.forEach(pacer -> pacer.open(firstSession, TickRecord.WARM_UP_BASE + 1));
        boolean asked = warmUp.run(end, this::stopped);
        warmUpPacers.forEach(Pacer::end);
        return asked;
    }

    /**
     * Runs the measured session. Returns true if all ticks were sent.
     *
     * @param t0Ns intended time of the first tick
     * @param end condition checked before every tick and during waits
     */
    boolean measure(long t0Ns, BooleanSupplier end) {
        return blaming(pacers, () -> measuredSession(t0Ns, end));
    }

    private boolean measuredSession(long t0Ns, BooleanSupplier end) {
        pacers.forEach(pacer -> pacer.open(firstSession + 1, FIRST_TICK_ID));
        BooleanSupplier stop = () -> stopped || end.getAsBoolean();
        Long seed = plan.turnSeed();
        boolean finished = seed == null
                ? pacers.get(0).play(TickSequence.measured(recording, window, t0Ns, speed), stop)
                : new AlternatingReplay(recording, window, speed, seed, pacers).play(t0Ns, stop);
        pacers.forEach(Pacer::end);
        return finished;
    }

    /** Runs a session. Turns a plug-in's exception, or a truncated recording, into a {@link ProblemException}. */
    private boolean blaming(List<Pacer> pacers, BooleanSupplier session) {
        try {
            return session.getAsBoolean();
        } catch (InternalError fault) { // thrown for a mapped page beyond the end of the file
            recording.requireUncut();
            throw fault;
        } catch (RuntimeException | Error thrown) {
            if (!(thrown instanceof ProblemException)) {
                Plugins.blamed(thrown, pacers.stream().map(Pacer::place).collect(Collectors.joining(" and ")))
                        .ifPresent(refusal -> {
                            throw refusal;
                        });
            }
            throw thrown;
        }
    }

    /** Throws a {@link ProblemException} if a call to a plug-in has not returned in time. Safe for any thread. */
    void checkReturned() {
        destinationFeeds.forEach(line -> line.feed().requireReturn());
    }

    /** Completes the journals. No session can follow. */
    void closeJournals() {
        destinationFeeds.forEach(line -> {
            line.warmUpTicks().close();
            line.ticks().close();
        });
    }

    /** Ends the current session and prevents later ones. */
    void stop() {
        stopped = true;
        destinationFeeds.forEach(line -> line.feed().abort());
    }

    boolean stopped() {
        return stopped;
    }

    private <T extends AutoCloseable> T opened(T resource) {
        resources.push(resource);
        return resource;
    }

    /** Closes the resources in reverse order of opening, all of them even if one fails. */
    @Override
    public void close() {
        CloseHelper.closeAll(resources);
        resources.clear();
    }

    /** Replays a window to two feeds in turns, slice by slice. Single-threaded. Allocates only between turns. */
    static final class AlternatingReplay {
        private final Recording recording;
        private final Window window;
        private final Speed speed;
        private final TurnSchedule turns;
        private final List<Pacer> pacers;

        /** @param pacers pacers of the first and the second feed */
        AlternatingReplay(Recording recording, Window window, Speed speed, long seed, List<Pacer> pacers) {
            this.recording = recording;
            this.window = window;
            this.speed = speed;
            this.turns = new TurnSchedule(seed, true);
            this.pacers = pacers;
        }

        /**
         * Sends every tick of the window to both feeds.
         *
         * @param t0Ns intended time of the first tick at the feed that gets it first
         * @param stop condition checked before every tick and during waits
         * @return false if stopped before the end
         */
        boolean play(long t0Ns, BooleanSupplier stop) {
            Schedule offsets = new Schedule(recording, recording.venueTimeNs(window.first()), 0, speed);
            long from = window.first();
            while (from < window.end()) {
                long slice = turns.slice(offsets.intendedNs(from));
                Window ticks = new Window(from, end(offsets, from, turns.startNs(slice + 1)));
                int leader = turns.leads(slice) ? 0 : 1;
                if (!play(ticks, leader, slice, t0Ns, stop) || !play(ticks, 1 - leader, slice, t0Ns, stop)) {
                    return false;
                }
                from = ticks.end();
            }
            return true;
        }

        private boolean play(Window ticks, int feed, long slice, long t0Ns, BooleanSupplier stop) {
            long delayNs = (feed == 0 ? turns : turns.other()).delayNs(slice);
            long before = ticks.first() == window.first() ? -1 : ticks.first() - 1;
            Schedule schedule = new Schedule(recording, recording.venueTimeNs(window.first()), t0Ns + delayNs, speed);
            return pacers.get(feed).play(TickSequence.of(recording, ticks, before, schedule), stop);
        }

        /** Returns the index of the first tick at or after an offset; the window's end if there is none. */
        private long end(Schedule offsets, long from, long offsetNs) {
            long low = from;
            long high = window.end();
            while (low < high) {
                long middle = (low + high) >>> 1;
                if (offsets.intendedNs(middle) < offsetNs) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}
