package org.ticktoquote.replayer.replay;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.sun.jna.LastErrorException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.ProcessProtocol;
import org.ticktoquote.core.control.ReplayPlan;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.control.ReplayerReady;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.hiccup.HiccupSummary;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.linux.CallingThread;
import org.ticktoquote.core.linux.CpuMask;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.PluginCalls;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.replay.Replayer.DestinationFeed;

/**
 * Runs the steps of a replay and reports each to the harness. The steps are ready, optional warm-up, measurement and done.
 *
 * <p>One thread runs the steps and reports progress while the pacer works. {@link #stop()}, {@link #endWarmUp()} and
 * {@link #endMeasurement()} are safe for any thread and stay in effect, even for a step that has not started.
 */
final class ReplaySteps implements AutoCloseable {
    private static final long SPIN_WARNING_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int FEW_CPUS = 2;
    private static final long REPORT_INTERVAL_MS = 200;
    private static final int REPORTS_PER_WARMING = 5;

    private final ReplayPlan plan;
    private final NanoClock clock;
    private final ControlChannel channel;
    private final Replayer replayer;
    /** Runs warm-up and measurement, so that both have the same thread tuning. */
    private final ExecutorService pacerThread =
            Executors.newSingleThreadExecutor(work -> DaemonThread.of("replayer-pacer", work));

    private final AtomicBoolean warmUpEnd = new AtomicBoolean();
    private final AtomicBoolean measurementEnd = new AtomicBoolean();
    private boolean warmedUp;
    private boolean started;
    private boolean finished;
    private int reports;
    private String reportedPhase = WarmUp.REAL_SPEED;

    ReplaySteps(ReplayPlan plan, NanoClock clock, ControlChannel channel) {
        this.plan = plan;
        this.clock = clock;
        this.channel = channel;
        this.replayer = new Replayer(plan, clock, peersOver(channel));
    }

    private static FeedListener peersOver(ControlChannel channel) {
        return new FeedListener() {
            @Override
            public void connected(String peer) {
                channel.report(StatusLine.of(ReplayerProtocol.FEED_CONNECTED, new Peer(peer)));
            }

            @Override
            public void disconnected(String peer) {
                channel.report(StatusLine.of(ReplayerProtocol.FEED_DISCONNECTED, new Peer(peer)));
            }

            @Override
            public void complete() {
                channel.report(StatusLine.of(ReplayerProtocol.FEED_SUBSCRIBED, new ReplayerProtocol.Subscribed(true)));
            }

            @Override
            public void refused(String what) {
                channel.report(StatusLine.of(ReplayerProtocol.FEED_REFUSED, new ReplayerProtocol.Refused(what)));
            }
        };
    }

    /** Reads the recording, tunes the pacer and reports ready. */
    void ready() {
        replayer.recording().load();
        List<String> warnings = new ArrayList<>();
        ReplayerReady.Pacer pacer =
                onPacer(() -> tuneCallingThread(plan.sender().cpu(), warnings), () -> {});
        report(
                line -> ready(pacer, warnings(warnings, line), line),
                ProcessProtocol.READY,
                ReplayerProtocol.SECOND_READY);
    }

    /**
     * Tunes the calling thread: minimal timer slack (every park ends 50 us sooner), the shortest time slice, and a CPU. Returns the
     * settings, read back from the kernel. Threads that this thread starts later inherit the CPU mask.
     *
     * @param cpu CPU to run on; null for any
     * @param warnings receives settings that the kernel rejects, except the slice, which older kernels cannot set per thread
     */
    static ReplayerReady.Pacer tuneCallingThread(@Nullable Integer cpu, List<String> warnings) {
        long timerSlackNs = CallingThread.smallestTimerSlack();
        long sliceNs = CallingThread.shortestSlice();
        try {
            List<Integer> before = allowedCpus();
            if (!CallingThread.isSmallestTimerSlack(timerSlackNs)) {
                warnings.add("timer slack stays at the default, parks end 50 us late");
            }
            if (cpu == null) {
                return new ReplayerReady.Pacer(timerSlackNs, sliceNs, before);
            }
            String refused = CallingThread.pin(cpu);
            if (!refused.isEmpty()) {
                warnings.add("--cpu " + cpu + ": the pacer is " + refused);
            }
            return new ReplayerReady.Pacer(timerSlackNs, sliceNs, allowedCpus());
        } catch (LinkageError | LastErrorException notLinux) {
            warnings.add("timer slack and CPU of the pacer cannot be set here: " + notLinux.getMessage());
            return new ReplayerReady.Pacer(CallingThread.UNKNOWN_SLACK, CallingThread.DEFAULT_SLICE, List.of());
        }
    }

    private static List<Integer> allowedCpus() {
        return CpuMask.of(CpuMask.CALLING_THREAD).stream().boxed().toList();
    }

    /** Reports the first destination last, so that its line marks the end of the report. */
    private void report(Function<DestinationFeed, Object> detail, String first, String second) {
        List<DestinationFeed> lines = replayer.destinationFeeds();
        if (lines.size() > 1) {
            channel.report(StatusLine.of(second, detail.apply(lines.get(1))));
        }
        channel.report(StatusLine.of(first, detail.apply(lines.get(0))));
    }

    private DestinationFeed first() {
        return replayer.destinationFeeds().get(0);
    }

    private ReplayerReady ready(ReplayerReady.Pacer pacer, List<String> warnings, DestinationFeed line) {
        Recording recording = replayer.recording();
        Window window = replayer.window();
        return new ReplayerReady(
                new ReplayerReady.Recording(recording.sha256(), recording.instruments(), recording.venues()),
                new ReplayerReady.Window(
                        recording.venueTimeNs(window.first()),
                        recording.venueTimeNs(window.end() - 1) + 1,
                        window.count(),
                        TickJournal.digest(recording, window)),
                recording.header().announcementNs(),
                new ReplayerReady.Peaks(
                        replayer.densest(TimeUnit.SECONDS.toNanos(1)).count(),
                        replayer.densest(TimeUnit.MILLISECONDS.toNanos(100)).count(),
                        replayer.densest(TimeUnit.MILLISECONDS.toNanos(10)).count()),
                new ReplayerReady.Output(
                        line.feed().address(),
                        line.binding(),
                        line.feed().venues(),
                        replayer.venuesSha256(),
                        line.feed().venueFiles(),
                        replayer.plugins(),
                        line.feed().facts()),
                pacer,
                warnings);
    }

    private List<String> warnings(List<String> ofPacer, DestinationFeed line) {
        List<String> warnings = new ArrayList<>(ofPacer);
        warnings.addAll(line.warnings());
        int cpus = Runtime.getRuntime().availableProcessors();
        if (replayer.spin().beforeNs() >= SPIN_WARNING_NS && cpus <= FEW_CPUS) {
            warnings.add("--spin of 10ms or more on " + cpus
                    + " CPUs: the pacer takes a whole CPU from the measured processes; the default is 100us");
        }
        return warnings;
    }

    boolean connected() {
        return replayer.connected();
    }

    /** Runs the warm-up until the harness ends it or its maximum is reached. */
    void warmUp(ReplayerProtocol.WarmUp request) {
        if (warmedUp) {
            throw Problem.ofFault("warm-up: was done already; a replay has only one")
                    .exception();
        }
        warmedUp = true;
        WarmUp warmUp = replayer.warmUp(request);
        boolean asked = inSession(() -> replayer.warmUp(warmUp, warmUpEnd::get), () -> reportWarming(warmUp.phase()));
        JournaledFeed outlet = first().warmUp();
        System.gc(); // collects garbage now rather than during the measurement
        channel.report(StatusLine.of(
                ReplayerProtocol.WARMED_UP,
                new ReplayerProtocol.WarmedUp(
                        outlet.sent(),
                        TickRecord.WARM_UP_BASE + outlet.sent(),
                        warmUp.burstRate(),
                        outlet.failed(),
                        asked ? "asked" : "maximum")));
    }

    /** Runs work on the pacer and waits for its result. Reports on the calling thread about five times a second. */
    private <T> T onPacer(Callable<T> work, Runnable report) {
        return PluginCalls.await(pacerThread.submit(work), REPORT_INTERVAL_MS, report);
    }

    private boolean inSession(Callable<Boolean> session, Runnable report) {
        return onPacer(session, () -> {
            replayer.checkReturned();
            report.run();
        });
    }

    private void reportWarming(String phase) {
        boolean changed = !phase.equals(reportedPhase);
        if (++reports % REPORTS_PER_WARMING == 0 || changed) {
            reportedPhase = phase;
            long sent = first().warmUp().sent();
            channel.report(StatusLine.of(
                    ReplayerProtocol.WARMING,
                    new ReplayerProtocol.Warming(phase, sent, TickRecord.WARM_UP_BASE + sent)));
        }
    }

    /** Returns true once the measurement has started. */
    boolean started() {
        return started;
    }

    /**
     * Runs the measurement with the first tick intended for {@code t0Ns}. If that is in the past, reports the lateness and
     * does not start.
     */
    void start(long t0Ns) {
        if (started) {
            throw Problem.ofFault("start: the measurement has started already; a replay has only one")
                    .exception();
        }
        long lateNs = Math.max(0, clock.nanoTime() - t0Ns);
        channel.report(StatusLine.of(ReplayerProtocol.STARTED, new ReplayerProtocol.Started(t0Ns, lateNs)));
        if (lateNs > 0) {
            return;
        }
        started = true;
        WaitMode spin = onPacer(replayer::chooseSpin, () -> {});
        channel.report(StatusLine.of(
                ReplayerProtocol.WAIT_MODE, new ReplayerProtocol.SenderWaitMode(spin.text(), spin.awake())));
        finished = inSession(() -> replayer.measure(t0Ns, measurementEnd::get), this::reportProgress);
        done(t0Ns);
    }

    private void reportProgress() {
        JournaledFeed outlet = first().measured();
        channel.report(StatusLine.of(
                ProcessProtocol.PROGRESS,
                new ReplayerProtocol.Progress(outlet.sent(), replayer.window().count(), outlet.lagNs())));
    }

    private void done(long t0Ns) {
        long endNs = clock.nanoTime();
        replayer.closeJournals(); // a reader of "done" can open the journals at once
        report(line -> replayed(t0Ns, endNs, line), ProcessProtocol.DONE, ReplayerProtocol.SECOND_DONE);
    }

    private Done replayed(long t0Ns, long endNs, DestinationFeed line) {
        LagStatistics lag = line.lag();
        return new Done(
                new ReplayerProtocol.Replayed(
                        line.measured().sent(),
                        line.measured().failed(),
                        finished,
                        t0Ns,
                        endNs,
                        encoder(line),
                        line.feed().facts()),
                lag.distribution(),
                lag.driftNsPerS(),
                lag.early(),
                line.ticks().rollWaits(),
                line.audit().hiccups());
    }

    private ReplayerProtocol.@Nullable Encoder encoder(DestinationFeed line) {
        return line.feed()
                .encoderTime()
                .map(time -> new ReplayerProtocol.Encoder(
                        time.encoder(), time.meanNs(), time.longestNs(), time.longestTickId(), time.allocatedPerTick()))
                .orElse(null);
    }

    /** Handles the end of commands. Reports {@code done} if the measurement has not started. Returns the exit status. */
    ExitStatus end(boolean asked) {
        if (!started) {
            done(0);
        }
        return asked || finished ? ExitStatus.OK : ExitStatus.INTERRUPTED;
    }

    void endWarmUp() {
        warmUpEnd.set(true);
    }

    /** Ends the measurement before the next tick. */
    void endMeasurement() {
        measurementEnd.set(true);
    }

    void stop() {
        replayer.stop();
    }

    boolean stopped() {
        return replayer.stopped();
    }

    @Override
    public void close() {
        pacerThread.shutdown();
        replayer.close();
    }

    /** Application that connects to or disconnects from a feed. */
    private record Peer(String peer) {}

    /**
     * Detail of {@code done}, the end of the measured session.
     *
     * @param replayed figures for the harness
     * @param lag lateness of the ticks sent, held time included, in nanoseconds; zeros without ticks
     * @param early ticks sent before their intended time; 0 unless the clock is broken
     * @param rollWaits ticks that waited for the journal's disk space
     * @param hiccups hiccups of the process since its start
     */
    private record Done(
            @JsonUnwrapped ReplayerProtocol.Replayed replayed,
            LagStatistics.Percentiles lag,
            double driftNsPerS,
            long early,
            long rollWaits,
            HiccupSummary hiccups) {}
}
