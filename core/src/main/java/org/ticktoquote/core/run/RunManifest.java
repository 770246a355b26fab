package org.ticktoquote.core.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;

/**
 * Content of {@code run.json}: plan and observations of a run, sufficient to recompute every figure from the journals.
 *
 * <p>Written before the start ({@code state} {@code planned}) and again at the end, each time atomically.
 *
 * <p>In the file, the members of the groups {@code about}, {@code declared}, {@code observed} and {@code time} are at the
 * top level, like the others.
 *
 * @param formatVersion version of this file's format
 * @param about identity and state of the run
 * @param recording the input
 * @param replay sent ticks and their times
 * @param sessions sessions planned to receive quotes
 * @param declared declarations by the user about the application and the year
 * @param warmUp warm-up before the measured replay
 * @param observed observations of processes and hosts
 * @param time clocks of the run
 */
@JsonIgnoreProperties("sha256")
@JsonPropertyOrder({
    "formatVersion",
    "about",
    "recording",
    "replay",
    "sessions",
    "declared",
    "warmUp",
    "observed",
    "time"
})
public record RunManifest(
        int formatVersion,

        @JsonUnwrapped @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        About about,

        Recording recording,
        Replay replay,
        List<SessionPlan> sessions,

        @JsonUnwrapped @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        Declared declared,

        WarmUp warmUp,

        @JsonUnwrapped @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        Observed observed,

        @JsonUnwrapped @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        Time time) {
    public static final int FORMAT_VERSION = 7;
    /** A replayer sent the ticks and its clients received the answers. */
    public static final String REPLAY = "replay";
    /** All times come from a capture, which has no schedule. */
    public static final String WIRE = "wire";
    /** Fact of the host: file that declares the FIX venues of the feed. */
    public static final String VENUES_FACT = "venues";

    public static final String VENUES_SHA256_FACT = "venues.sha256";
    /** Prefix of the address of a FIX venue of the feed, before the venue's name. */
    public static final String VENUE_FACT = "venue.";
    /** Prefix of the tag of the tick id in the messages of a venue, before the venue's name. */
    public static final String VENUE_TICK_ID_FACT = "venueTickId.";
    /** Prefix of the facts {@code venueFile.VENUE.KEY}: checksums of the files that the venues file names. */
    public static final String VENUE_FILE_FACT = "venueFile.";
    /** Method of observing the application's threads, or, after {@link #NO_EVIDENCE}, why they were not observed. */
    public static final String EVIDENCE_FACT = "evidence";

    public static final String NO_EVIDENCE = "none: ";
    /** Recording by the flight recorder of the application's JVM, or, after {@link #NO_EVIDENCE}, why there is none. */
    public static final String FLIGHT_FACT = "flightRecording";

    public static final String FLIGHT_SHA256_FACT = "flightRecording.sha256";
    /** Recording of the application's JVM by async-profiler, or, after {@link #NO_EVIDENCE}, why there is none. */
    public static final String PROFILE_FACT = "asyncProfiler";

    public static final String PROFILE_SHA256_FACT = "asyncProfiler.sha256";
    /** A control JVM ran next to the application, or, after {@link #NO_EVIDENCE}, why none did. */
    public static final String CONTROL_FACT = "controlJvm";
    /** The kernel traced which threads had the CPUs, or, after {@link #NO_EVIDENCE}, why it did not. */
    public static final String TRACE_FACT = "kernelTrace";
    /**
     * Path of the application's own GC log, or, after {@link #NO_EVIDENCE}, why it could not be copied. Absent if the JVM
     * wrote its log into the run directory.
     */
    public static final String COLLECTOR_LOG_FACT = "applicationGcLog";
    /** Reason why a run did not complete. */
    public static final String FAILURE_REASON_FACT = "brokenOff";
    /** Prefix of a setting or counter of the feed since it was opened. */
    public static final String FEED_FACT = "feed.";
    /** Cost of ticks in the encoder of a plug-in. */
    public static final String ENCODER_FACT = "encoder";
    /** Prefix of a fact about the captures that a run was derived from. */
    public static final String WIRE_FACT = "wire.";
    /** Number of periods in which a pair has no known price, because the capture lacks ticks; absent if there are none. */
    public static final String PRICE_GAPS_FACT = WIRE_FACT + "priceGaps";

    /** Identity of the other run of a duet, in which two applications run at the same time. */
    public static final String DUET_PARTNER_FACT = "duet.partner";
    /** {@code true} if this application of a duet was started first, and gets the ticks with odd ids first, else {@code false}. */
    public static final String DUET_FIRST_FACT = "duet.first";
    /** CPUs reserved for this application of a duet. Absent if it was not pinned. */
    public static final String DUET_CPUS_FACT = "duet.cpus";
    /** Seed of the {@link TurnSchedule}. Absent if both applications got every tick at the same time. */
    public static final String DUET_TURNS_FACT = "duet.turns";

    public static final String PLANNED = "planned";
    public static final String COMPLETE = "complete";
    public static final String INTERRUPTED = "interrupted";
    public static final String FAILED = "failed";

    private static final JsonFile<RunManifest> FILE = JsonFile.of(RunManifest.class, "a manifest");

    /**
     * Identity and state of the run.
     *
     * @param state {@code planned} (the harness never finished), {@code complete}, {@code interrupted} (Ctrl-C) or
     *     {@code failed}
     * @param runId unique name of the run
     * @param identity unique id of the run, also stored in its journals and audits
     * @param startedAt ISO-8601 UTC
     * @param product name and version of the measuring product
     * @param profile name of the limits: {@code dev} or {@code lab}
     * @param source origin of the times: {@code replay} or {@code wire}
     */
    public record About(
            String state,
            String runId,
            UUID identity,
            String startedAt,
            String product,
            String profile,
            String source) {
        public About(String state, String runId, UUID identity, String startedAt, String product, String profile) {
            this(state, runId, identity, startedAt, product, profile, REPLAY);
        }
    }

    /**
     * Declarations by the user about the application and the year.
     *
     * @param matching attribution of snapshots to ticks
     * @param model ticks that require a quote
     * @param conflation ticks that can be skipped
     * @param annual hours of a year that the run represents
     */
    public record Declared(Matching matching, ApplicationModel model, Conflation conflation, AnnualHours annual) {
        public Declared(Matching matching, ApplicationModel model, Conflation conflation) {
            this(matching, model, conflation, AnnualHours.UNDECLARED);
        }

        /**
         * Returns the declarations with a resolved venue order. If none was declared, the order is per venue for several
         * FIX venues, unless another declaration needs a total order.
         *
         * @param venues number of FIX venues of the market data, 0 if it comes from elsewhere
         */
        public Declared withVenueOrder(int venues) {
            if (!matching.venueOrder().equals(Matching.UNDECLARED)) {
                return this;
            }
            boolean each = venues > 1 && needsTotalOrder().isEmpty();
            return new Declared(matching.with(each ? Matching.PER_VENUE : Matching.TOTAL), model, conflation, annual);
        }

        /** Returns the declaration that needs a total order of the ticks of all venues, or empty if none does. */
        public Optional<String> needsTotalOrder() {
            if (!matching.identified()) {
                return Optional.of("matching by price");
            }
            if (model.known()) {
                return Optional.of("a declared model");
            }
            return conflation.policy().equals(Conflation.INTERVAL)
                    ? Optional.of("conflation by an interval")
                    : Optional.empty();
        }

        /**
         * Refuses venues that share a pair if a declaration needs a total order of their ticks and no order is declared.
         *
         * @param option that chooses the venues
         * @param shared describes two venues with a shared pair; empty if there are none
         * @param choice of venues that share no pair
         */
        public void requireVenueOrder(String option, Optional<String> shared, String choice) {
            if (shared.isPresent() && matching.venueOrder().equals(Matching.UNDECLARED)) {
                needsTotalOrder().ifPresent(resting -> {
                    throw Problem.of(option)
                            .fault(shared.get()
                                    + ", so the application can read their ticks in another order than they were sent; "
                                    + resting + " depends on the sending order")
                            .expected("--venue-order total if your application keeps the order, " + choice
                                    + ", or --match id without a model")
                            .exception();
                });
            }
        }

        /** Returns the declarations for a run in which the prices required by ticks, and so unchanged prices, are unknown. */
        public Declared withoutModel() {
            return new Declared(matching, ApplicationModel.UNKNOWN, new Conflation(Conflation.UNKNOWN, 0), annual);
        }

        public Declared with(AnnualHours otherAnnual) {
            return new Declared(matching, model, conflation, otherAnnual);
        }
    }

    /**
     * Observations of the harness.
     *
     * @param processes end of each process
     * @param host facts of the machine by name, in the order read
     * @param disturbances counts and shares that the harness measured during the run, by the name of the validity rule
     */
    public record Observed(List<ProcessEnd> processes, Map<String, String> host, Map<String, Double> disturbances) {
        public Observed {
            processes = List.copyOf(processes);
        }
    }

    /**
     * Clocks of the run.
     *
     * @param clocks bracketed pairs as the harness read them, at least one
     * @param translations clock translations, by role, of processes that do not read the run's clock. The run's clock
     *     is the replayer's. All times in the file except {@code clocks} are on the run's clock. The journals contain
     *     each process's own readings
     */
    public record Time(List<ClockPair> clocks, Map<String, ClockTranslation> translations) {
        public Time {
            clocks = List.copyOf(clocks);
            translations = Collections.unmodifiableMap(new TreeMap<>(translations));
        }
    }

    /**
     * Input of a run.
     *
     * @param path file path
     * @param sha256 hash of the file, lower-case hexadecimal
     * @param instruments instruments ordered by id
     * @param venues venues ordered by id
     * @param announcementNs venue time of the announcement, ns since 1970-01-01 UTC, 0 if there is none
     */
    public record Recording(
            String path, String sha256, List<Instrument> instruments, List<String> venues, long announcementNs) {
        public Recording {
            instruments = List.copyOf(instruments);
            venues = List.copyOf(venues);
        }

        public Recording(String path, String sha256, List<Instrument> instruments, List<String> venues) {
            this(path, sha256, instruments, venues, 0);
        }
    }

    /**
     * The measured replay.
     *
     * @param feed feed URI, such as {@code udp://127.0.0.1:40001}
     * @param speed 1 is real time
     * @param fromNs first venue time of the window, ns since 1970-01-01 UTC
     * @param toNs first venue time after the window
     * @param ticks number of ticks in the window
     * @param windowSha256 {@link org.ticktoquote.core.journal.TickDigest} of the ticks, lower-case hexadecimal
     * @param t0Ns intended time of the first tick, monotonic, 0 before the start
     * @param drainDeadlineNs end of the wait for snapshots, monotonic, 0 if it never ended
     * @param sendErrors failed send calls
     * @param finished whether every tick of the window was sent
     */
    public record Replay(
            String feed,
            double speed,
            long fromNs,
            long toNs,
            long ticks,
            String windowSha256,
            long t0Ns,
            long drainDeadlineNs,
            long sendErrors,
            boolean finished) {}

    /**
     * The warm-up before the measured replay, on the same path, with its own sequence of ticks.
     *
     * @param ticks number of ticks sent
     * @param burstRate ticks per second at its end, at least the peak of the window
     * @param steady whether all criteria were steady
     * @param blockMedianNs medians of the response of the last blocks
     * @param tolerance limit of the ratio of the largest to the smallest median, minus 1. Twice that for tails
     * @param blockTailNs p90 of the response of the last blocks
     * @param blockBacklog number of sent ticks newer than any answered one, at the end of each block. Empty if snapshots
     *     carry no tick ids
     * @param answersAfter snapshots that the first session received after the last tick
     * @param unsteady criteria that were not steady, of {@code blocks}, {@code median}, {@code tail}, {@code backlog}
     */
    public record WarmUp(
            long ticks,
            double burstRate,
            boolean steady,
            List<Long> blockMedianNs,
            double tolerance,
            List<Long> blockTailNs,
            List<Long> blockBacklog,
            long answersAfter,
            List<String> unsteady) {
        public WarmUp {
            blockMedianNs = List.copyOf(blockMedianNs);
            blockTailNs = List.copyOf(blockTailNs);
            blockBacklog = List.copyOf(blockBacklog);
            unsteady = List.copyOf(unsteady);
        }

        /** Creates a warm-up with medians only. */
        public WarmUp(long ticks, double burstRate, boolean steady, List<Long> blockMedianNs, double tolerance) {
            this(
                    ticks,
                    burstRate,
                    steady,
                    blockMedianNs,
                    tolerance,
                    List.of(),
                    List.of(),
                    0,
                    steady ? List.of() : List.of("median"));
        }
    }

    public RunManifest {
        sessions = List.copyOf(sessions);
        for (int i = 0; i < sessions.size(); i++) {
            if (sessions.get(i).index() != i) {
                throw new IllegalArgumentException("session " + sessions.get(i).index() + " is at place " + i
                        + ", expected the order 0, 1, 2 ...");
            }
        }
    }

    /** Creates a manifest from the members of the file. All are required, and no others are allowed. */
    @JsonCreator
    static RunManifest of(
            @JsonProperty("formatVersion") int formatVersion,
            @JsonProperty("state") String state,
            @JsonProperty("runId") String runId,
            @JsonProperty("identity") UUID identity,
            @JsonProperty("startedAt") String startedAt,
            @JsonProperty("product") String product,
            @JsonProperty("profile") String profile,
            @JsonProperty("source") String source,
            @JsonProperty("recording") Recording recording,
            @JsonProperty("replay") Replay replay,
            @JsonProperty("sessions") List<SessionPlan> sessions,
            @JsonProperty("matching") Matching matching,
            @JsonProperty("model") ApplicationModel model,
            @JsonProperty("conflation") Conflation conflation,
            @JsonProperty("annual") AnnualHours annual,
            @JsonProperty("warmUp") WarmUp warmUp,
            @JsonProperty("processes") List<ProcessEnd> processes,
            @JsonProperty("host") Map<String, String> host,
            @JsonProperty("disturbances") Map<String, Double> disturbances,
            @JsonProperty("clocks") List<ClockPair> clocks,
            @JsonProperty("translations") Map<String, ClockTranslation> translations) {
        return new RunManifest(
                formatVersion,
                new About(state, runId, identity, startedAt, product, profile, source),
                recording,
                replay,
                sessions,
                new Declared(matching, model, conflation, annual),
                warmUp,
                new Observed(processes, host, disturbances),
                new Time(clocks, translations));
    }

    public UUID identity() {
        return about.identity();
    }

    /** Returns whether ticks had scheduled times, from which latencies are measured. A capture has none. */
    public boolean scheduled() {
        return !about.source().equals(WIRE);
    }

    /** Returns the turns of this run in a duet, or null if there were none. */
    public @Nullable TurnSchedule turns() {
        return TurnSchedule.of(observed.host());
    }

    /** Returns the translation from readings of a role's process to the run's clock. */
    public ClockTranslation translation(String role) {
        return time.translations().getOrDefault(role, ClockTranslation.NONE);
    }

    /** Writes the file completely or not at all. */
    public void write(Path file) {
        FILE.writeSealed(file, this);
    }

    /**
     * Reads the file. Refuses a file that is missing, malformed, of another format version, changed since it was written,
     * or with impossible values.
     */
    public static RunManifest read(Path file) {
        FILE.requireVersion(file, FORMAT_VERSION);
        RunManifest manifest = FILE.readSealed(file);
        List<String> mistakes = ManifestCheck.problems(manifest);
        if (!mistakes.isEmpty()) {
            throw Problem.of(file).fault(String.join("; ", mistakes)).exception(ExitStatus.BAD_INPUT);
        }
        return manifest;
    }
}
