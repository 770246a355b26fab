package org.ticktoquote.replayer.replay;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Bounds;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.OptionProblems;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ShutdownHook;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.PlannedCommand;
import org.ticktoquote.core.control.ReplayPlan;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.control.SenderOptions;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.net.FeedJars;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code t2q replay}: the replayer process, controlled by the harness or by hand.
 *
 * <p>Standard output carries status lines. Standard input carries commands, unless {@code --start-in} is given.
 */
@Command(
        name = "replay",
        description = {
            "Sends the ticks of a recording on schedule and journals them.",
            "Without --start-in, a harness controls the replay: JSON commands on standard "
                    + "input, one a line (warm-up, warm-up-end, start, replay-end, stop), and status "
                    + "lines on standard output. Ends at the end of standard input."
        },
        footer = {
            "",
            "Examples:",
            "  A minute from the announcement, to an application on port 40001:",
            "    t2q replay --recording nfp.t2q --window T0..T0+1min --run by-hand \\",
            "               --feed udp://127.0.0.1:40001 --start-in 2s",
            "  At double speed, after a connection and a warm-up:",
            "    t2q replay --recording nfp.t2q --speed 2 --run by-hand \\",
            "               --feed tcp://0.0.0.0:40001 --start-in 2s --warm-up 10s"
        })
public final class ReplayCommand extends PlannedCommand<ReplayPlan, ReplayerProtocol.Checked> {
    private static final double DAY_NS = 24 * Bounds.HOUR_NS;
    /** Time for an orderly stop after Ctrl-C or SIGTERM. */
    private static final long SIGNAL_LIMIT_S = 3;

    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final NanoClock clock = System::nanoTime;
    private final Supplier<ControlChannel> channels;

    @Option(names = "--recording", required = true, paramLabel = "FILE", description = "recording to replay")
    private Path recording;

    @Option(
            names = "--window",
            defaultValue = "..",
            paramLabel = "FROM..TO",
            description = "part to replay: T0-10s..T0+60s (from the announcement), 12:29:50..12:31:00 "
                    + "(UTC) or ISO instants; each end can be omitted (default: all)")
    private String window;

    @Option(
            names = "--feed",
            required = true,
            paramLabel = "URI",
            description = "udp://HOST:PORT (destination), udp://GROUP:PORT?interface=NAME (multicast), tcp://HOST:PORT "
                    + "(listens), fix://HOST:PORT (a FIX venue; listens), aeron+udp://HOST:PORT or "
                    + "aeron+ipc:///DIRECTORY (Aeron, with t2q-aeron.jar next to t2q.jar); port 0: a free port")
    private String feed;

    @Option(
            names = "--venues",
            paramLabel = "FILE",
            description = "with fix://HOST:0: YAML file of the simulated FIX venues "
                    + "and their ports (default: one plain venue)")
    private @Nullable Path venues;

    @Option(
            names = "--plugin",
            paramLabel = "JAR",
            description = "jar of your own feed protocol, or of a library that it needs; repeatable")
    private List<Path> plugins = List.of();

    @Option(
            names = "--run",
            required = true,
            paramLabel = "DIR",
            description = "directory for ticks.journal and warmup.journal; it must not contain these files yet")
    private Path run;

    @Option(names = "--run-identity", paramLabel = "UUID", description = "run id in the journals (default: zeros)")
    private UUID identity = JournalOrigin.NO_RUN;

    @Option(
            names = "--second-feed",
            paramLabel = "URI",
            description = "second feed that also sends every tick; the feeds take turns to send first")
    private @Nullable String secondFeed;

    @Option(names = "--second-run", paramLabel = "DIR", description = "directory for the journals of the second feed")
    private @Nullable Path secondRun;

    @Option(
            names = "--second-identity",
            paramLabel = "UUID",
            description = "run id in the journals of the second feed (default: zeros)")
    private UUID secondIdentity = JournalOrigin.NO_RUN;

    @Option(
            names = "--turn-seed",
            paramLabel = "N",
            description =
                    "each slice of the replay goes to one feed and then to the other, in an order drawn by this seed "
                            + "(default: each tick goes to both at once)")
    private @Nullable Long turnSeed;

    @Option(
            names = "--speed",
            defaultValue = "1",
            converter = Speed.Converter.class,
            paramLabel = "FACTOR",
            description = "replay speed; 1 is real time (default: ${DEFAULT-VALUE})")
    private Speed speed;

    @Mixin
    private final SenderOptions sender = new SenderOptions();

    @Option(
            names = "--start-in",
            converter = DurationText.class,
            paramLabel = "DURATION",
            description = "without a harness: delay of the first tick after the feed is ready and, over TCP, connected")
    @Bounds(least = 1e6, most = DAY_NS, expected = "1ms to 24h")
    private @Nullable Long startInNs;

    @Option(
            names = "--warm-up",
            converter = DurationText.class,
            paramLabel = "DURATION",
            description = "with --start-in: duration of the warm-up, half at real "
                    + "speed and half at the peak rate (default: none)")
    @Bounds(most = DAY_NS, expected = "24h at most")
    private @Nullable Long warmUpNs;

    public ReplayCommand() {
        this(ControlChannel::overStandardStreams);
    }

    ReplayCommand(Supplier<ControlChannel> channels) {
        this.channels = channels;
    }

    @Override
    public ReplayerProtocol.Checked check() {
        return check(plan(), true);
    }

    @Override
    public ReplayerProtocol.Checked check(ReplayPlan plan, boolean here) {
        return Replayer.check(plan, here);
    }

    ReplayPlan plan() {
        OptionProblems.requireBounds(this, sender);
        if (warmUpNs != null && (startInNs == null || warmUpNs == 0)) {
            throw Problem.of("--warm-up")
                    .expected("more than 0, and --start-in with it")
                    .exception();
        }
        return new ReplayPlan(
                recording, window, speed.toDouble(), feed, run, identity, venues, jars(), second(), turnSeed(), sender);
    }

    private List<Path> jars() {
        List<Path> ofFirst = FeedJars.of(feed, plugins);
        return secondFeed == null ? ofFirst : FeedJars.of(secondFeed, ofFirst);
    }

    private ReplayPlan.@Nullable Second second() {
        if (secondFeed == null && secondRun == null) {
            return null;
        }
        if (secondFeed == null || secondRun == null) {
            throw Problem.of(secondFeed == null ? "--second-run" : "--second-feed")
                    .expected("--second-feed and --second-run together")
                    .exception();
        }
        if (secondRun.toAbsolutePath().normalize().equals(run.toAbsolutePath().normalize())) {
            throw Problem.of("--second-run")
                    .value(secondRun)
                    .expected("another directory than --run")
                    .exception();
        }
        return new ReplayPlan.Second(secondFeed, secondRun, secondIdentity);
    }

    private @Nullable Long turnSeed() {
        if (turnSeed != null && secondFeed == null) {
            throw Problem.of("--turn-seed").expected("--second-feed with it").exception();
        }
        return turnSeed;
    }

    @Override
    protected int execute() {
        ReplayPlan byHand = isPlanned() ? null : plan();
        ControlChannel channel = channels.get();
        try {
            ReplayPlan plan = byHand == null ? channel.plan(ReplayPlan.class) : byHand;
            ReplaySteps replay = new ReplaySteps(plan, clock, channel);
            try (ShutdownHook hook = new ShutdownHook("replayer-signal", replay::stop, SIGNAL_LIMIT_S, () -> {})) {
                return run(replay, channel).code();
            }
        } catch (RuntimeException e) {
            channel.reportFailure(e);
            throw e;
        }
    }

    private ExitStatus run(ReplaySteps replay, ControlChannel channel) {
        try (replay) {
            return startInNs == null ? atCommand(replay, channel) : byHand(replay, startInNs);
        }
    }

    private static ExitStatus atCommand(ReplaySteps replay, ControlChannel channel) {
        ReplayControl control = new ReplayControl(replay);
        channel.receiveInBackground(control);
        return control.run();
    }

    private ExitStatus byHand(ReplaySteps replay, long leadNs) {
        replay.ready();
        while (!replay.connected() && !replay.stopped()) {
            LockSupport.parkNanos(POLL_NS);
        }
        if (warmUpNs != null && !replay.stopped()) {
            replay.warmUp(new ReplayerProtocol.WarmUp(warmUpNs / 2, 0, warmUpNs));
        }
        while (!replay.started() && !replay.stopped()) { // on a busy machine the start time can have passed already
            replay.start(clock.nanoTime() + leadNs);
        }
        return replay.end(false);
    }
}
