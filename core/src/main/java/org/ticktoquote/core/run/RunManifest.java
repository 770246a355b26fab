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
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;

/**
 * {@code run.json}: what was planned and what the harness saw, enough to derive every figure again from the journals.
 *
 * <p>Written before the start ({@code state} {@code planned}) and again at the end, each time whole or not at all.
 *
 * <p>The members of the groups {@code about}, {@code declared}, {@code observed} and {@code time} stand in the file beside
 * the others.
 *
 * @param formatVersion of this file
 * @param about which run it is
 * @param recording the input
 * @param replay what was sent and when
 * @param sessions who was to receive it
 * @param declared what the user said of the application and of the year
 * @param warmUp what happened before
 * @param observed what the harness saw of processes and hosts
 * @param time which clocks were read
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
    /** Ticks were sent by a replayer, and answers received by its clients. */
    public static final String REPLAY = "replay";
    /** All times are those of a capture: nothing says when ticks were due. */
    public static final String WIRE = "wire";
    /** Fact of the host: the file that declared the FIX venues of the feed. */
    public static final String VENUES_FACT = "venues";

    public static final String VENUES_SHA256_FACT = "venues.sha256";
    /** Where a FIX venue of the feed listened, by its name. */
    public static final String VENUE_FACT = "venue.";
    /** Facts of the host: checksums of the files that it names, by {@code VENUE.KEY} behind this. */
    public static final String VENUE_FILE_FACT = "venueFile.";
    /** The fact that says how the application's threads were looked at, or, behind {@link #NO_EVIDENCE}, why not. */
    public static final String EVIDENCE_FACT = "evidence";

    public static final String NO_EVIDENCE = "none: ";
    /** The fact that says what the flight recorder of the application's JVM took, or, behind {@link #NO_EVIDENCE}, why not. */
    public static final String FLIGHT_FACT = "flightRecording";

    public static final String FLIGHT_SHA256_FACT = "flightRecording.sha256";
    /** The fact that says what async-profiler took of the application's JVM, or, behind {@link #NO_EVIDENCE}, why not. */
    public static final String PROFILE_FACT = "asyncProfiler";

    public static final String PROFILE_SHA256_FACT = "asyncProfiler.sha256";
    /** The fact that says that a control JVM ran beside the application, or, behind {@link #NO_EVIDENCE}, why none did. */
    public static final String CONTROL_FACT = "controlJvm";
    /** The fact that says that the kernel traced who had the CPUs, or, behind {@link #NO_EVIDENCE}, why it did not. */
    public static final String TRACE_FACT = "kernelTrace";
    /**
     * The fact that says where the application's own collector log was, or, behind {@link #NO_EVIDENCE}, why it could not be copied;
     * absent where t2q had the JVM log into the run.
     */
    public static final String COLLECTOR_LOG_FACT = "applicationGcLog";
    /** The fact that says why a run did not complete. */
    public static final String BROKEN_OFF_FACT = "brokenOff";
    /** Facts of the host: settings and counters of the feed, since it was opened, by their names behind this. */
    public static final String FEED_FACT = "feed.";
    /** The fact that says what ticks took in the encoder of a plug-in. */
    public static final String ENCODER_FACT = "encoder";
    /** Facts of the captures that a run was made of, by their names behind this. */
    public static final String WIRE_FACT = "wire.";

    public static final String PLANNED = "planned";
    public static final String COMPLETE = "complete";
    public static final String INTERRUPTED = "interrupted";
    public static final String FAILED = "failed";

    private static final JsonFile<RunManifest> FILE = JsonFile.of(RunManifest.class, "a manifest");

    /**
     * Which run it is.
     *
     * @param state {@code planned} (the harness never finished), {@code complete}, {@code interrupted} (Ctrl-C) or
     *     {@code failed}
     * @param runId unique name of the run
     * @param identity of this run and no other: its journals and audits carry it
     * @param startedAt ISO-8601 UTC
     * @param product name and version of what measured
     * @param profile of limits: {@code dev} or {@code lab}
     * @param source of its times: {@code replay} or {@code wire}
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
     * What the user says of the application and of the year.
     *
     * @param matching how snapshots are attributed to ticks
     * @param model which ticks call for a quote
     * @param conflation which of those may be left out
     * @param annual of which hours of a year the run speaks
     */
    public record Declared(Matching matching, ApplicationModel model, Conflation conflation, AnnualHours annual) {
        /** Where nobody says of which hours of a year. */
        public Declared(Matching matching, ApplicationModel model, Conflation conflation) {
            this(matching, model, conflation, AnnualHours.UNSAID);
        }

        /**
         * The same, where the order of venues is decided: where nobody said it, several FIX venues have an order each, unless
         * something rests on one of all ticks.
         *
         * @param venues FIX venues that the market data comes from; 0 where it comes otherwise
         */
        public Declared at(int venues) {
            if (!matching.venueOrder().equals(Matching.UNSAID)) {
                return this;
            }
            boolean each = venues > 1 && needsTotalOrder().isEmpty();
            return new Declared(matching.with(each ? Matching.PER_VENUE : Matching.TOTAL), model, conflation, annual);
        }

        /** What of it rests on one order of the ticks of all venues; empty where nothing does. */
        public Optional<String> needsTotalOrder() {
            if (!matching.identified()) {
                return Optional.of("matching by price");
            }
            if (model.known()) {
                return Optional.of("a declared model");
            }
            if (conflation.policy().equals(Conflation.INTERVAL)) {
                return Optional.of("conflation by an interval");
            }
            return conflation.suppressUnchanged() ? Optional.of("suppression of unchanged prices") : Optional.empty();
        }

        /** The same where nobody can say which tick calls for which price. */
        public Declared withoutModel() {
            Conflation unknown = new Conflation(Conflation.UNKNOWN, 0, conflation.suppressUnchanged());
            return new Declared(matching, ApplicationModel.UNKNOWN, unknown, annual);
        }

        /** The same of other hours of a year. */
        public Declared with(AnnualHours otherAnnual) {
            return new Declared(matching, model, conflation, otherAnnual);
        }
    }

    /**
     * What the harness saw.
     *
     * @param processes how everyone ended
     * @param host facts of the machine, by name, in the order read
     * @param disturbances counts and shares that the harness measured during the run, by the name of the validity rule
     */
    public record Observed(List<ProcessEnd> processes, Map<String, String> host, Map<String, Double> disturbances) {
        public Observed {
            processes = List.copyOf(processes);
        }
    }

    /**
     * Which clocks were read.
     *
     * @param clocks bracketed pairs of the harness, at least first and last, as the harness read them
     * @param translations of processes that do not read the run's clock, by role. The run's clock is the replayer's: all
     *     times of the file but {@code clocks} are on it, and the journals hold what each process read itself
     */
    public record Time(List<ClockPair> clocks, Map<String, ClockTranslation> translations) {
        public Time {
            clocks = List.copyOf(clocks);
            translations = Collections.unmodifiableMap(new TreeMap<>(translations));
        }
    }

    /**
     * The input of a run.
     *
     * @param path where it was
     * @param sha256 of the file, lower-case hexadecimal
     * @param instruments in the order of their ids
     * @param venues in the order of their ids
     * @param announcementNs when the news came out, venue time, ns since 1970-01-01 UTC; 0 when there is none
     */
    public record Recording(
            String path, String sha256, List<Instrument> instruments, List<String> venues, long announcementNs) {
        public Recording {
            instruments = List.copyOf(instruments);
            venues = List.copyOf(venues);
        }

        /** Of a recording without an announcement. */
        public Recording(String path, String sha256, List<Instrument> instruments, List<String> venues) {
            this(path, sha256, instruments, venues, 0);
        }
    }

    /**
     * The measured replay.
     *
     * @param feed as in {@code udp://127.0.0.1:40001}
     * @param speed 1 is real time
     * @param fromNs first venue time of the window, ns since 1970-01-01 UTC
     * @param toNs first venue time after the window
     * @param ticks in the window
     * @param windowSha256 of what they say, as {@link org.ticktoquote.core.journal.TickDigest} takes it; lower-case
     *     hexadecimal
     * @param t0Ns intended time of the first tick, monotonic; 0 before the start
     * @param drainDeadlineNs when the waiting for snapshots ended, monotonic; 0 when it never did
     * @param sendErrors send calls that failed
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
     * What preceded the measured replay, on the same path, in a sequence of its own.
     *
     * @param ticks sent
     * @param burstRate ticks per second at its end; at least the peak of the window
     * @param steady whether nothing was unsteady
     * @param blockMedianNs medians of the response of the last blocks
     * @param tolerance largest over smallest of them, less 1, that counts as steady; twice that for tails
     * @param blockTailNs p90 of the response of the last blocks
     * @param blockBacklog at the end of each of them, ticks sent that were newer than any answered one; empty where
     *     snapshots do not name their ticks
     * @param answersAfter snapshots that the first session received after the last tick
     * @param unsteady of {@code blocks}, {@code median}, {@code tail}, {@code backlog}
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

        /** Of which only the medians are known. */
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
                throw new IllegalArgumentException(
                        "session number " + sessions.get(i).index() + " is at place " + i + ": expected 0, 1, 2 ...");
            }
        }
    }

    /** Member by member, as the file has them: none may be missing, and there is no other. */
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

    /** Whether a schedule says when each tick was due, so that latencies count from there; a capture has none. */
    public boolean scheduled() {
        return !about.source().equals(WIRE);
    }

    /** From readings of a role's process to the run's clock. */
    public ClockTranslation translation(String role) {
        return time.translations().getOrDefault(role, ClockTranslation.NONE);
    }

    /** Writes the file whole or not at all: to a neighbour first, then renamed. */
    public void write(Path file) {
        FILE.writeSealed(file, this);
    }

    /**
     * Reads the file; refuses one that is missing, malformed, of another format version, changed since it was written, or
     * that holds what no run can have.
     */
    public static RunManifest read(Path file) {
        FILE.requireVersion(file, FORMAT_VERSION);
        RunManifest manifest = FILE.readSealed(file);
        List<String> mistakes = ManifestCheck.mistakes(manifest);
        if (!mistakes.isEmpty()) {
            throw Problem.of(file).fault(String.join("; ", mistakes)).refusal(ExitStatus.BAD_INPUT);
        }
        return manifest;
    }
}
