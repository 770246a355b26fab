package org.ticktoquote.harness.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Bounds;
import org.ticktoquote.core.command.DecimalText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.OptionProblems;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.control.SenderOptions;
import org.ticktoquote.core.net.FeedJars;
import org.ticktoquote.core.net.FeedVenue;
import org.ticktoquote.harness.run.ProcessOptions;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.host.process.CommandText;
import picocli.CommandLine.Option;

/** Options that select the recording, its replay and the warm-up. */
@OptionGroup(
        value = "Market data",
        common = {"--recording", "--window", "--speed", "--feed"})
final class ReplayOptions {
    private static final String DEFAULT_FEED = "udp://127.0.0.1:0";
    private static final String VENUES_FEED = "fix://127.0.0.1:0";
    private static final Pattern ANY_PORT = Pattern.compile("[^?]*:0+(\\?.*)?");
    private static final double FASTEST = 1000;
    private static final int BLOCK_TICKS = 500;
    private static final int BLOCKS = 3;

    @Option(
            names = "--recording",
            paramLabel = "FILE",
            description = "recording to replay (default: a generated payroll hour, cached)")
    private @Nullable Path recording;

    @Option(
            names = "--window",
            defaultValue = "T0-5s..T0+30s",
            paramLabel = "A..B",
            description = "part to replay, relative to T0 (the announcement) or in UTC (default: ${DEFAULT-VALUE})")
    private String window = "";

    @Option(
            names = "--speed",
            paramLabel = "FACTOR",
            defaultValue = "1",
            description = "replay speed; 1 is real time (default: ${DEFAULT-VALUE})")
    private String speed = "";

    @Option(
            names = "--feed",
            paramLabel = "URI",
            description = "udp://HOST:PORT, udp://GROUP:PORT?interface=NAME, tcp://, fix://, "
                    + "aeron+udp://, aeron+ipc:///DIRECTORY (default: udp://127.0.0.1:0)")
    private @Nullable String feed;

    @Option(
            names = "--venues",
            paramLabel = "FILE",
            description = "FIX venues that the replayer simulates; makes --feed fix://127.0.0.1:0 the default; see "
                    + "docs/venues.md (default: one plain venue, if the feed is FIX)")
    private @Nullable Path venues;

    @Option(
            names = "--plugin",
            paramLabel = "JAR",
            description = "jar of your own feed protocol, or of a library that it needs; repeatable; see docs/feed.md")
    private List<Path> plugins = List.of();

    @Option(
            names = "--replayer-args",
            defaultValue = "",
            paramLabel = "OPTIONS",
            description = "options of the replayer, as in '--spin 250us'; see t2q replay --help")
    private String arguments = "";

    @Option(
            names = "--warm-up",
            converter = DurationText.class,
            defaultValue = "4s",
            paramLabel = "TIME",
            description = "length of the first part of the warm-up, which replays the busiest section at real speed "
                    + "(default: ${DEFAULT-VALUE})")
    private long realSpeedNs;

    @Option(
            names = "--warm-up-limit",
            converter = DurationText.class,
            defaultValue = "24s",
            paramLabel = "TIME",
            description = "time limit of the warm-up, if latencies do not become steady (default: ${DEFAULT-VALUE})")
    @Bounds(above = 0, most = Bounds.HOUR_NS, expected = "more than 0, and 1h at most")
    private long limitNs;

    @Option(
            names = "--warm-up-tolerance",
            converter = DecimalText.class,
            defaultValue = "0.5",
            paramLabel = "SHARE",
            description =
                    "latencies are steady if the medians of three blocks of 500 answers differ by at most this share, their "
                            + "p90 by at most twice this share, and the backlog is below 500 ticks (default: ${DEFAULT-VALUE})")
    @Bounds(above = 0, most = 1000, expected = "a number above 0 and up to 1000")
    private double tolerance;

    @Option(
            names = "--drain",
            converter = DurationText.class,
            paramLabel = "TIME",
            description = "how long to wait for snapshots after the last tick, 1h at most; later answers make the run "
                    + "VOID (default: adaptive, 2s to 60s)")
    @Bounds(most = Bounds.HOUR_NS, expected = "1h at most")
    private @Nullable Long drainNs;

    /** Returns invalid values and combinations of these options. */
    List<Problem> problems() {
        List<Problem> wrong = new ArrayList<>();
        if (!(speed() > 0 && speed() <= FASTEST)) {
            wrong.add(Problem.of("--speed").value(speed).expected("a number above 0 and up to 1000"));
        }
        wrong.addAll(OptionProblems.outOfBounds(this));
        if (realSpeedNs > limitNs && limitNs > 0 && limitNs <= Bounds.HOUR_NS) {
            wrong.add(Problem.of("--warm-up")
                    .value(DurationText.format(realSpeedNs))
                    .expected("at most --warm-up-limit (" + DurationText.format(limitNs) + ")"));
        }
        long names = plugins.stream().map(Path::getFileName).distinct().count();
        if (names < plugins.size()) {
            wrong.add(Problem.of("--plugin")
                    .fault("two jars have the same file name")
                    .expected("distinct file names"));
        }
        if (venues != null) {
            wrong.addAll(FeedVenue.problem(feed()).stream().toList());
        }
        try {
            sender();
        } catch (ProblemException refusal) {
            wrong.addAll(refusal.problems());
        }
        return wrong;
    }

    String feed() {
        String undeclared = venues == null ? DEFAULT_FEED : VENUES_FEED;
        return feed == null ? undeclared : feed;
    }

    /** Returns whether the run chooses the port of the market data. Declared venues have ports of their own. */
    boolean anyPort() {
        return venues == null && ANY_PORT.matcher(feed()).matches();
    }

    /** Returns the path of the recording, which might have to be {@linkplain #provideRecording() provided} first. */
    private Path recording() {
        Path given = recording;
        return given == null
                ? DefaultRecording.cached().file()
                : ProblemException.under("--recording", () -> UserPath.input(given));
    }

    /** Generates the default recording if it is needed and missing. */
    void provideRecording() {
        if (recording == null) {
            DefaultRecording.cached().provide();
        }
    }

    List<Path> plugins() {
        return FeedJars.of(feed(), plugins);
    }

    private double speed() {
        return DecimalText.parse(speed);
    }

    OptionalLong drainNs() {
        return drainNs == null ? OptionalLong.empty() : OptionalLong.of(drainNs);
    }

    RunPlan.Input input() {
        return new RunPlan.Input(
                recording(), window, speed(), feed(), Optional.ofNullable(venues), plugins(), sender());
    }

    RunPlan.WarmUp warmUp() {
        return new RunPlan.WarmUp(realSpeedNs, limitNs, BLOCK_TICKS, BLOCKS, tolerance);
    }

    private SenderOptions sender() {
        return ProcessOptions.sender(ProblemException.under("--replayer-args", () -> CommandText.split(arguments)));
    }
}
