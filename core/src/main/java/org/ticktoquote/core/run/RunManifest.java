package org.ticktoquote.core.run;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;

/**
 * {@code run.json}: what was planned and what the harness saw, enough to derive every figure again from the journals.
 *
 * <p>Written before the start ({@code state} {@code planned}) and again at the end, each time whole or not at all.
 *
 * @param formatVersion of this file
 * @param state {@code planned} (the harness never finished), {@code complete}, {@code interrupted} (Ctrl-C) or
 *     {@code failed}
 * @param runId unique name of the run
 * @param identity of this run and no other: its journals and audits carry it
 * @param startedAt ISO-8601 UTC
 * @param product name and version of what measured
 * @param profile of limits: {@code dev} or {@code lab}
 * @param recording the input
 * @param replay what was sent and when
 * @param sessions who was to receive it
 * @param matching how snapshots are attributed to ticks
 * @param model which ticks call for a quote
 * @param conflation which of those may be left out
 * @param warmUp what happened before
 * @param processes how everyone ended
 * @param host facts of the machine, by name, in the order read
 * @param disturbances counts and shares that the harness measured during the run, by the name of the validity rule
 * @param clocks bracketed pairs of the harness, at least first and last, as the harness read them
 * @param translations of processes that do not read the run's clock, by role. The run's clock is the replayer's: all times
 *     of this file but {@code clocks} are on it, and the journals hold what each process read itself
 */
@JsonIgnoreProperties("sha256")
public record RunManifest(
        int formatVersion,
        String state,
        String runId,
        UUID identity,
        String startedAt,
        String product,
        String profile,
        Recording recording,
        Replay replay,
        List<SessionPlan> sessions,
        Matching matching,
        ApplicationModel model,
        Conflation conflation,
        WarmUp warmUp,
        List<ProcessEnd> processes,
        Map<String, String> host,
        Map<String, Double> disturbances,
        List<ClockPair> clocks,
        Map<String, ClockTranslation> translations) {
    public static final int FORMAT_VERSION = 5;
    public static final String PLANNED = "planned";
    public static final String COMPLETE = "complete";
    public static final String INTERRUPTED = "interrupted";
    public static final String FAILED = "failed";

    private static final JsonFile<RunManifest> FILE = JsonFile.of(RunManifest.class, "a manifest");

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
        processes = List.copyOf(processes);
        clocks = List.copyOf(clocks);
        translations = Collections.unmodifiableMap(new TreeMap<>(translations));
        for (int i = 0; i < sessions.size(); i++) {
            if (sessions.get(i).index() != i) {
                throw new IllegalArgumentException("session number "
                        + sessions.get(i).index() + " stands at place " + i + ": expected 0, 1, 2 ...");
            }
        }
    }

    /** From readings of a role's process to the run's clock. */
    public ClockTranslation translation(String role) {
        return translations.getOrDefault(role, ClockTranslation.NONE);
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
            throw new Refusal(ExitStatus.BAD_INPUT, file + ": " + String.join("; ", mistakes));
        }
        return manifest;
    }
}
