package org.ticktoquote.harness.run;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.control.ClientsProtocol;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.control.ReplayerReady;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.net.FeedVenue;
import org.ticktoquote.core.run.BuildIdentity;
import org.ticktoquote.core.run.CaptureFacts;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.PluginFile;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;
import org.ticktoquote.harness.process.Child;
import org.ticktoquote.harness.process.Supervisor;
import org.ticktoquote.host.nativeclock.ClockFacts;
import org.ticktoquote.host.process.CommandFiles;

/** Manifest that is completed during a run. Not thread-safe. */
final class ManifestDraft {
    private final RunPlan plan;
    private final NanoClock clock;
    private final String startedAt =
            Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
    private final RunHosts hosts;
    private final Map<String, String> host;
    private final Map<String, Double> disturbances = new LinkedHashMap<>();
    private final Map<String, ClockTranslation> captureClocks = new LinkedHashMap<>();
    private final List<ClockPair> clocks = new ArrayList<>();
    private final ReplayerReady input;
    private final Supervisor supervisor;
    private List<SessionPlan> sessions = List.of();
    private RunManifest.WarmUp warmUp;
    private long t0Ns;
    private long drainDeadlineNs;
    private long sendErrors;
    private boolean finished;

    ManifestDraft(RunPlan plan, RunHosts hosts, ReplayerReady input, Supervisor supervisor, NanoClock clock) {
        this.plan = plan;
        this.hosts = hosts;
        this.host = new LinkedHashMap<>(hosts.application().operations().facts());
        this.input = input;
        this.supervisor = supervisor;
        this.clock = clock;
        fact("clock", ClockFacts.NANO_TIME);
        fact(
                "clockReason",
                ClockFacts.ofThisMachine().reasonForNanoTime(Runtime.version().feature()));
        if (!hosts.description().isEmpty()) {
            fact("hosts", hosts.description());
        }
        plan.input().venues().ifPresent(file -> {
            fact(RunManifest.VENUES_FACT, file.toString());
            fact(RunManifest.VENUES_SHA256_FACT, input.output().venuesSha256());
            input.output().venueFiles().forEach((name, sum) -> fact(RunManifest.VENUE_FILE_FACT + name, sum));
        });
        for (FeedVenue venue : input.output().feedVenues()) {
            fact(RunManifest.VENUE_FACT + venue.name(), "fix://" + new Endpoint(venue.host(), venue.port()));
            fact(RunManifest.VENUE_TICK_ID_FACT + venue.name(), Integer.toString(venue.idTag()));
        }
        fact("pacer.timerSlackNs", Long.toString(input.pacer().timerSlackNs()));
        fact("pacer.sliceNs", Long.toString(input.pacer().sliceNs()));
        if (!input.warnings().isEmpty()) {
            fact("replayer.warnings", String.join("; ", input.warnings()));
        }
        input.output().plugins().forEach(plugin -> fact(PluginFile.FACT + plugin.name(), plugin.sha256()));
        CommandFiles files = new Commands(plan, hosts).applicationFiles();
        fact(CommandFiles.COUNT_FACT, Integer.toString(files.sums().size()));
        fact(CommandFiles.CHECKSUM_FACT, files.sha256());
        if (!files.sums().isEmpty()) {
            files.write(plan.directory().applicationFiles());
        }
        this.warmUp = new RunManifest.WarmUp(
                0, 0, false, List.of(), plan.timing().warmUp().tolerance());
        readClocks();
    }

    /** Adds a reading of the monotonic clock and the time of day. */
    void readClocks() {
        clocks.add(ClockPair.read(clock, new SystemEpochNanoClock()));
    }

    /** Sets the sessions planned by the clients, and assigns the application's tiers round-robin. */
    void sessions(List<ClientsProtocol.PlannedSession> planned) {
        planned.forEach(each -> fact(CaptureFacts.COMP_ID + each.index(), each.compId()));
        int tiers = plan.declared().model().halfSpreadTenthPips().size();
        sessions = planned.stream()
                .map(each -> new SessionPlan(each.index(), each.name(), each.index() % tiers, each.instruments()))
                .toList();
    }

    /** Symbol of a pair of the recording. */
    Optional<String> symbol(int instrument) {
        return input.recording().instruments().stream()
                .filter(each -> each.id() == instrument)
                .map(Instrument::symbol)
                .findFirst();
    }

    void warmedUp(RunManifest.WarmUp outcome) {
        warmUp = outcome;
    }

    /** Sets the first intended time, on the run's clock. */
    void started(long firstIntendedNs) {
        t0Ns = firstIntendedNs;
    }

    void replayed(ReplayerProtocol.Replayed done) {
        sendErrors = done.sendErrors();
        finished = done.finished();
        done.feedFacts().forEach((name, value) -> fact(RunManifest.FEED_FACT + name, Long.toString(value)));
        if (done.encoder() != null) {
            fact(RunManifest.ENCODER_FACT, describe(done.encoder()));
        }
    }

    private static String describe(ReplayerProtocol.Encoder encoder) {
        return "%s took %s per tick on average, %s at most (tick %d), and allocated %d B per tick"
                .formatted(
                        encoder.name(),
                        DurationText.format(encoder.meanNs()),
                        DurationText.format(encoder.longestNs()),
                        encoder.longestTickId(),
                        encoder.bytesPerTick());
    }

    /** Sets the deadline of the drain, on the run's clock. */
    void drained(long deadlineNs) {
        drainDeadlineNs = deadlineNs;
    }

    void disturbance(String rule, double value) {
        disturbances.put(rule, value);
    }

    void fact(String name, String value) {
        host.put(name, value);
    }

    /** Sets the translation of a capture's clock to the run's clock. */
    void translation(String role, ClockTranslation translation) {
        captureClocks.put(role, translation);
    }

    /** Writes {@code run.json} with everything known so far. */
    RunManifest write(String state) {
        Map<String, ClockTranslation> translations = new TreeMap<>(hosts.translations());
        RunHosts.facts(translations).forEach(this::fact);
        translations.putAll(captureClocks);
        RunManifest manifest = new RunManifest(
                RunManifest.FORMAT_VERSION,
                new RunManifest.About(
                        state,
                        name(plan.directory().path()),
                        plan.identity(),
                        startedAt,
                        "tick-to-quote " + BuildIdentity.own().description(),
                        plan.profile()),
                new RunManifest.Recording(
                        plan.input().recording().toString(),
                        input.recording().recordingSha256(),
                        input.recording().instruments(),
                        input.recording().venues(),
                        input.announcementNs()),
                new RunManifest.Replay(
                        input.output().feed(),
                        plan.input().speed(),
                        input.window().fromNs(),
                        input.window().toNs(),
                        input.window().ticks(),
                        input.window().windowSha256(),
                        t0Ns,
                        drainDeadlineNs,
                        sendErrors,
                        finished),
                sessions,
                declared(),
                warmUp,
                new RunManifest.Observed(ends(), host, disturbances),
                new RunManifest.Time(clocks, translations));
        manifest.write(plan.directory().manifest());
        return manifest;
    }

    /**
     * Returns the declarations, without a model if venues share a pair in the built-in application. The built-in application
     * reads each venue on a separate thread, so the order of their ticks is unknown.
     */
    private RunManifest.Declared declared() {
        List<FeedVenue> venues = input.output().feedVenues();
        RunManifest.Declared declared = plan.declared();
        boolean unordered = plan.application() instanceof ApplicationUnderTest.BuiltIn
                && declared.matching().identified()
                && declared.matching().venueOrder().equals(Matching.UNDECLARED)
                && FeedVenue.sharePairs(venues);
        return (unordered ? declared.withoutModel() : declared).withVenueOrder(venues.size());
    }

    /** End or current state of each process. */
    private List<ProcessEnd> ends() {
        List<ProcessEnd> ends = new ArrayList<>();
        for (Child child : supervisor.children()) {
            ends.add(onRunClock(child.outcome()));
        }
        if (plan.application() instanceof ApplicationUnderTest.Attached attached) {
            List<String> where = List.of(attached.fix().toString());
            ends.add(new ProcessEnd(Role.APPLICATION, where, 0, ProcessEnd.ATTACHED, -1, "", 0));
        }
        return ends;
    }

    private ProcessEnd onRunClock(ProcessEnd end) {
        long endedNs = end.endedNs() == 0 ? 0 : hosts.onRunClock(end.endedNs());
        return new ProcessEnd(end.role(), end.command(), end.pid(), end.end(), end.exitStatus(), end.cause(), endedNs);
    }

    /** Returns the name of a directory, also for paths such as {@code .}. */
    private static String name(Path directory) {
        return String.valueOf(directory.toAbsolutePath().normalize().getFileName());
    }
}
