package org.ticktoquote.harness.run;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.clock.WaitStrategy;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.TerminalText;
import org.ticktoquote.core.control.ReplayerReady;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.net.FeedVenue;
import org.ticktoquote.core.run.CaptureFacts;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.Supervisor;
import org.ticktoquote.host.process.Tcpdump;

/**
 * Captures the network interfaces of a plan with tcpdump on their hosts. Begins before the warm-up, when every session is
 * subscribed. Ends 1.5 s after the wait for answers, because tcpdump otherwise loses the last block of packets. Used by one
 * thread.
 */
final class PacketCaptures {
    private static final long LAST_BLOCK_NS = TimeUnit.MILLISECONDS.toNanos(1_500);
    private static final Pattern COUNT =
            Pattern.compile("(\\d+) packets? (captured|received by filter|dropped by kernel|dropped by interface)");

    /** Length of the rest of a pcap header, after the magic number. */
    private static final int REST_OF_HEADER = 20;
    /** Magic numbers of big-endian files with times in us and in ns. */
    private static final Set<Integer> BIG_ENDIAN = Set.of(0xa1b2c3d4, 0xa1b23c4d);

    /** No filter. */
    private static final String ALL = "";
    /** Fragments after the first one, which have no ports. */
    private static final String FRAGMENTS = "ip[6:2] & 0x1fff != 0 or ip6 proto 44";
    /** Packets of mirror ports: key frames and time tags of Arista switches, and GRE, ERSPAN and VXLAN tunnels. */
    private static final String MIRROR = "ip proto 253 or ether proto 0xd28b or ip proto 47 or udp port 4789";

    private final RunPlan plan;
    private final Supervisor supervisor;
    private final Progress progress;
    private final Map<String, Running> running = new LinkedHashMap<>();
    private long endNs;
    private boolean ending;

    PacketCaptures(RunPlan plan, Supervisor supervisor, Progress progress) {
        this.plan = plan;
        this.supervisor = supervisor;
        this.progress = progress;
    }

    /** A tcpdump process and the clock of its timestamps. */
    private record Running(Child process, HostTimeOfDay clock) {}

    /** Starts tcpdump on every interface. */
    void begin(StartupPhase.SubscribedRun run) {
        List<String> filters = plan.capture()
                .filter()
                .map(List::of)
                .orElseGet(() -> filters(run.input().output(), acceptors(run.fix())));
        run.hosts().captures().forEach((role, captured) -> start(role, captured, filters, run.draft()));
    }

    /** Returns the addresses of all sessions, which can have their own in the template. */
    private List<Endpoint> acceptors(Endpoint fix) {
        List<Endpoint> acceptors = new ArrayList<>(List.of(fix));
        plan.sessions().template().map(SessionTemplate::connects).ifPresent(acceptors::addAll);
        return acceptors;
    }

    private void start(String role, RunHosts.Captured captured, List<String> filters, ManifestDraft draft) {
        progress.stage("capturing " + captured.networkInterface());
        List<String> command = captured.host()
                .operations()
                .captureCommand(
                        captured.networkInterface(),
                        RunDirectory.captureFile(role),
                        plan.capture().limitBytes(),
                        filters);
        Child child = supervisor.startUserProcess(role, captured.host(), command);
        HostTimeOfDay clock = HostTimeOfDay.readBy(captured.host().operations()::clockPair, role + "-clock");
        running.put(role, new Running(child, clock));
        supervisor.before(child, this::awaitLastBlock);
        draft.fact(
                role,
                CaptureFacts.place(captured.networkInterface(), captured.host().name()));
        String filter = command.get(command.size() - 1);
        draft.fact(role + ".filter", filter.isEmpty() ? "none" : filter);
    }

    /** Waits for the last block of all captures. Later calls do not wait again. */
    private void awaitLastBlock() {
        if (!ending) {
            ending = true;
            endNs = System.nanoTime() + LAST_BLOCK_NS;
        }
        boolean any = running.values().stream().map(Running::process).anyMatch(Child::alive);
        if (any) {
            WaitStrategy.parkUntil(endNs);
        }
        running.values().forEach(each -> each.clock().close());
    }

    /** Records the counts of the captures. Processes must have ended and their files been fetched. */
    void finish(RunHosts hosts, ManifestDraft draft) {
        Map<String, ClockTranslation> monotonic = hosts.translations();
        double dropped = 0;
        int incomplete = 0;
        for (Map.Entry<String, Running> each : running.entrySet()) {
            Map<String, Long> counts = counts(each.getKey());
            counts.forEach((name, count) -> draft.fact(each.getKey() + "." + name, Long.toString(count)));
            dropped += counts.getOrDefault("droppedByKernel", 0L);
            String trouble = problem(each.getKey(), each.getValue().process().outcome(), counts);
            if (!trouble.isEmpty()) {
                incomplete++;
                draft.fact(each.getKey() + CaptureFacts.INCOMPLETE, trouble);
            }
            ClockTranslation ofHost = monotonic.getOrDefault(each.getKey(), ClockTranslation.NONE);
            draft.translation(each.getKey(), each.getValue().clock().onRunClock(ofHost));
        }
        if (!running.isEmpty()) {
            draft.disturbance(Rule.CAPTURE_DROPS, dropped);
            draft.disturbance(Rule.CAPTURE_INCOMPLETE, incomplete);
        }
    }

    /** Creates a run from the captures, after the manifest was written. A failure becomes a reason in the run's verdict. */
    void join(RunManifest manifest, ManifestDraft draft) {
        if (running.isEmpty() || manifest.replay().t0Ns() == 0) {
            return;
        }
        new CapturedRun(plan.directory(), manifest, plan.sessions().template(), progress)
                .makeOfOwn(supervisor::isInterrupted)
                .ifPresent(reason -> {
                    progress.stage("the capture cannot be measured: " + reason);
                    draft.fact("capture" + CaptureFacts.INCOMPLETE, "cannot be measured: " + TerminalText.line(reason));
                    draft.disturbance(Rule.CAPTURE_INCOMPLETE, running.size());
                    RunManifest ignored = draft.write(manifest.about().state());
                });
    }

    /** Reads tcpdump's packet counts from its log; empty if there are none. */
    private Map<String, Long> counts(String role) {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (String line : log(role)) {
            Matcher count = COUNT.matcher(line);
            if (count.matches()) {
                counts.put(name(count.group(2)), Long.parseLong(count.group(1)));
            }
        }
        return counts;
    }

    private static String name(String words) {
        return switch (words) {
            case "captured" -> "captured";
            case "received by filter" -> "receivedByFilter";
            case "dropped by kernel" -> "droppedByKernel";
            default -> "droppedByInterface";
        };
    }

    private List<String> log(String role) {
        try {
            return Files.readAllLines(plan.directory().log(role), StandardCharsets.ISO_8859_1);
        } catch (IOException missing) {
            return List.of();
        }
    }

    /** Describes why packets of the run can be missing in a capture; empty if none can. */
    private String problem(String role, ProcessEnd end, Map<String, Long> counts) {
        List<String> troubles = new ArrayList<>();
        if (!end.end().equals(ProcessEnd.NORMAL)) {
            List<String> log = log(role).stream()
                    .filter(line -> !line.isBlank() && !COUNT.matcher(line).matches())
                    .toList();
            troubles.add("tcpdump ended early: " + end.cause()
                    + (log.isEmpty() ? "" : " (" + TerminalText.line(log.get(log.size() - 1)) + ")"));
        }
        if (counts.isEmpty()) {
            troubles.add("tcpdump did not report how many packets it dropped");
        }
        if (isOverwritten(plan.directory(), role)) {
            troubles.add("its beginning was overwritten at --capture-limit");
        }
        return String.join("; ", troubles);
    }

    /**
     * Returns pcap-filter(7) expressions for the packets of a run: its ports, fragments without ports, switch key frames, and
     * tunnels of a remote mirror. They are tried in order, because not every kind of interface supports VLANs.
     */
    static List<String> filters(ReplayerReady.Output output, List<Endpoint> acceptors) {
        Optional<List<String>> feed = feed(output);
        if (feed.isEmpty()) {
            return List.of(ALL);
        }
        List<String> ports = new ArrayList<>(feed.get());
        acceptors.stream().map(fix -> "tcp port " + fix.port()).distinct().forEach(ports::add);
        String own = String.join(" or ", ports) + " or " + FRAGMENTS;
        String plain = own + " or " + MIRROR;
        // the keyword vlan shifts the offsets of the rest of an expression
        return List.of(plain + " or (vlan and (" + own + " or (vlan and (" + own + "))))", plain);
    }

    /** Filters of the feed; empty if its ports are unknown because a plug-in or Aeron chooses them. */
    private static Optional<List<String>> feed(ReplayerReady.Output output) {
        if (!output.feedVenues().isEmpty()) {
            return Optional.of(output.feedVenues().stream()
                    .map(FeedVenue::port)
                    .distinct()
                    .map(port -> "tcp port " + port)
                    .toList());
        }
        URI feed = URI.create(output.feed());
        boolean known = List.of("udp", "tcp").contains(String.valueOf(feed.getScheme())) && feed.getPort() > 0;
        return known ? Optional.of(List.of(feed.getScheme() + " port " + feed.getPort())) : Optional.empty();
    }

    /** Existing files of a capture's ring, by number. */
    static List<Path> files(RunDirectory run, String role) {
        return IntStream.range(0, Tcpdump.FILES)
                .mapToObj(number -> run.path().resolve(RunDirectory.captureFile(role) + number))
                .filter(Files::exists)
                .toList();
    }

    /** Returns whether tcpdump has wrapped around, that is, a file begins later than the next one. */
    static boolean isOverwritten(RunDirectory run, String role) {
        List<Path> files = files(run, role);
        return IntStream.range(1, files.size()).anyMatch(next -> {
            long before = firstSecond(files.get(next - 1));
            long after = firstSecond(files.get(next));
            return after >= 0 && (before < 0 || before > after);
        });
    }

    /** Returns the second of the first packet; -1 for a file without packets. */
    private static long firstSecond(Path file) {
        try (DataInputStream from = new DataInputStream(Files.newInputStream(file))) {
            boolean bigEndian = BIG_ENDIAN.contains(from.readInt());
            from.skipNBytes(REST_OF_HEADER);
            int second = from.readInt();
            return Integer.toUnsignedLong(bigEndian ? second : Integer.reverseBytes(second));
        } catch (IOException none) {
            return -1;
        }
    }

    /**
     * Translates a host's time of day to the run's clock. A separate thread reads both clocks every second, less often in a long
     * run. Interpolates linearly between readings, to follow a slewed clock. A step widens the bound to its size.
     */
    static final class HostTimeOfDay implements AutoCloseable {
        private static final long PERIOD_NS = TimeUnit.SECONDS.toNanos(1);
        private static final int MAX_PAIRS = 512;

        private final Supplier<ClockPair> source;
        private final List<ClockPair> pairs = new ArrayList<>();
        private final Thread thread;
        private volatile boolean running = true;

        private HostTimeOfDay(Supplier<ClockPair> source, String name) {
            this.source = source;
            this.pairs.add(source.get());
            this.thread = DaemonThread.of(name, this::read);
        }

        /** Starts reading. */
        static HostTimeOfDay readBy(Supplier<ClockPair> source, String thread) {
            HostTimeOfDay clock = new HostTimeOfDay(source, thread);
            clock.thread.start();
            return clock;
        }

        private void read() {
            long periodNs = PERIOD_NS;
            long nextNs = System.nanoTime() + periodNs;
            while (WaitStrategy.parkUntil(nextNs, () -> !running) && add()) {
                periodNs = pairs.size() < MAX_PAIRS ? periodNs : thinOut(periodNs);
                nextNs += periodNs;
            }
        }

        /** Adds a reading; returns false if the host does not answer. */
        private boolean add() {
            try {
                pairs.add(source.get());
                return true;
            } catch (ProblemException gone) {
                return false;
            }
        }

        private long thinOut(long periodNs) {
            List<ClockPair> every = new ArrayList<>(pairs);
            pairs.clear();
            for (int i = 0; i < every.size(); i += 2) {
                pairs.add(every.get(i));
            }
            return 2 * periodNs;
        }

        /** Stops the thread and takes the last reading. */
        @Override
        public void close() {
            if (!running) {
                return;
            }
            running = false;
            LockSupport.unpark(thread);
            DaemonThread.await(thread, 0);
            boolean ignored = add();
        }

        /**
         * Returns the translation from the time of day to the run's clock.
         *
         * @param monotonic translation from the host's monotonic clock to the run's
         */
        ClockTranslation onRunClock(ClockTranslation monotonic) {
            return of(pairs, monotonic);
        }

        static ClockTranslation of(List<ClockPair> pairs, ClockTranslation monotonic) {
            List<ClockTranslation.Point> points = new ArrayList<>();
            for (int i = 0; i < pairs.size(); i++) {
                ClockPair pair = pairs.get(i);
                ClockTranslation.Point point = new ClockTranslation.Point(
                        pair.realtimeNs(),
                        monotonic.toRun(pair.monotonicNs()),
                        pair.uncertaintyNs() + monotonic.boundNs() + bend(pairs, i));
                int last = points.size() - 1;
                if (points.isEmpty() || points.get(last).readingNs() < point.readingNs()) {
                    points.add(point);
                } else {
                    points.set(last, steppedBack(points.get(last), point));
                }
            }
            return new ClockTranslation(points);
        }

        /** Merges two points after a step back, because one time of day then has several moments. */
        private static ClockTranslation.Point steppedBack(ClockTranslation.Point from, ClockTranslation.Point to) {
            long stepNs = Math.abs(from.runNs() - from.readingNs() - (to.runNs() - to.readingNs()));
            return new ClockTranslation.Point(from.readingNs(), from.runNs(), Math.max(from.boundNs(), stepNs));
        }

        /**
         * Returns the distance of a reading from the line through its neighbours in nanoseconds, which bounds the interpolation
         * error.
         */
        private static long bend(List<ClockPair> pairs, int i) {
            if (i == 0 || i == pairs.size() - 1) {
                return 0;
            }
            ClockPair from = pairs.get(i - 1);
            double share = (double) (pairs.get(i).monotonicNs() - from.monotonicNs())
                    / (pairs.get(i + 1).monotonicNs() - from.monotonicNs());
            return Math.abs(from.slewNs(pairs.get(i)) - Math.round(share * from.slewNs(pairs.get(i + 1))));
        }
    }
}
