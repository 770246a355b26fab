package org.ticktoquote.comparison.gate.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.gate.GateDecision;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.store.HistoryRecord.Accepted;
import org.ticktoquote.comparison.gate.verdict.GateJudge;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.comparison.gate.verdict.GateRequest;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.file.Claim;
import org.ticktoquote.core.file.OwnerPermissions;

/**
 * Folder with the state of gates: ledgers, histories, and copies of referenced runs. Locked while open, so that one process
 * decides at a time. Used by one thread.
 *
 * <pre>
 * ledger/FINGERPRINT/POLICY/BASELINE-CANDIDATE.jsonl
 * history/FINGERPRINT.json
 * runs/IDENTITY/run.json, summary.json, statistics.json
 * </pre>
 */
public final class GateStore implements AutoCloseable {
    private static final String RUNS = "runs";
    /** Timeout for the lock. A decision on runs of several hours takes a few seconds. */
    private static final Duration LOCK_LIMIT = Duration.ofMinutes(1);

    private final Path folder;
    private final RunStore runs;
    private final Histories histories;
    private final Ledgers ledgers;
    private final Claim claim;

    private GateStore(Path folder, Claim claim) {
        this.folder = folder;
        this.runs = new RunStore(folder.resolve(RUNS));
        this.histories = histories(folder, runs);
        this.ledgers = new Ledgers(folder.resolve("ledger"));
        this.claim = claim;
    }

    /** Returns the user's folder: in {@code XDG_STATE_HOME}, or {@code ~/.local/state}. */
    public static Path standardFolder() {
        return UserPath.state().resolve("gates");
    }

    /** Opens or creates the store. Waits up to one minute while another process decides. */
    public static GateStore open(Path folder) {
        return open(folder, LOCK_LIMIT);
    }

    static GateStore open(Path folder, Duration patience) {
        return FileAccess.run(folder, "cannot be written", ExitStatus.ENVIRONMENT, () -> {
            Files.createDirectories(folder);
            OwnerPermissions.restrict(folder);
            return new GateStore(folder, Claim.folder(folder, "t2q gate", "wait until it ends", patience));
        });
    }

    /** Reads the histories of a folder without creating or locking anything; a missing folder has none. */
    public static List<HistoryRecord> read(Path folder) {
        return histories(folder, new RunStore(folder.resolve(RUNS))).all();
    }

    /** Returns the conditions of a history as users write them. Creates and locks nothing. */
    public static Map<String, String> conditions(Path folder, HistoryRecord history) {
        return histories(folder, new RunStore(folder.resolve(RUNS))).written(history);
    }

    private static Histories histories(Path folder, RunStore runs) {
        return new Histories(folder.resolve("history"), runs);
    }

    /** Returns the files of a folder sorted by name, without locks and files being written; empty if there is no folder. */
    static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        return FileAccess.run(folder, "cannot be read", ExitStatus.ENVIRONMENT, () -> {
            try (Stream<Path> files = Files.list(folder)) {
                return files.filter(
                                file -> !Claim.isLock(file) && !file.toString().endsWith(AtomicFile.PART))
                        .sorted()
                        .toList();
            }
        });
    }

    /** Returns accepted runs and pinned releases. */
    public Histories histories() {
        return histories;
    }

    /** Policy of a decision, and the conditions that are allowed to differ. */
    public record Terms(GatePolicy policy, Set<String> mayDiffer, boolean forced) {}

    /**
     * Decides on all runs of this baseline, candidate and policy: the runs in the ledger and the given ones. A verdict in
     * the ledger is final. Adds the verdict to the ledger if it or a run is new. Comparisons that are refused, forced, lack
     * measurements or have an unknown release are decided alone and not added.
     */
    public GateReport decide(Terms terms, List<GatedRun> before, List<GatedRun> now) {
        return report(terms, "", false, before, now);
    }

    /**
     * Decides a look of a running gate.
     *
     * @param gate id of the gate, the same at all of its looks
     * @param inPairs whether the gate makes its runs in pairs
     */
    public GateReport decide(Terms terms, String gate, boolean inPairs, List<GatedRun> before, List<GatedRun> now) {
        return report(terms, gate, inPairs, before, now);
    }

    /** Decides on a gate in progress without adding a ledger entry or accepting runs. */
    public GateReport preview(Terms terms, boolean inPairs, List<GatedRun> before, List<GatedRun> now) {
        return report(terms, null, inPairs, before, now);
    }

    /**
     * Decides and enters the verdict in the ledger.
     *
     * @param gate id of the gate; empty for a gate on existing runs, null to enter nothing
     */
    private GateReport report(
            Terms terms, @Nullable String gate, boolean inPairs, List<GatedRun> before, List<GatedRun> now) {
        Optional<LedgerSubject> subject = LedgerSubject.of(before, now, terms.mayDiffer());
        GateReport alone = judge(terms, inPairs, before, now, subject, null);
        if (subject.isEmpty() || terms.forced() || alone.verdict() == GateVerdict.REFUSED) {
            return alone;
        }
        List<LedgerEntry> entries = ledgers.read(subject.get(), terms.policy());
        List<GatedRun> baseline = continued(entries, LedgerEntry::baseline, before);
        List<GatedRun> candidate = continued(entries, LedgerEntry::candidate, now);
        List<LedgerEntry> elsewhere = ledgers.failedElsewhere(entries, subject.get(), terms.policy());
        GateDecision earlier = decided(entries, elsewhere);
        GateReport report = judge(terms, inPairs, baseline, candidate, subject, earlier);
        if (report.verdict() == GateVerdict.REFUSED) {
            return report;
        }
        List<LedgerEntry> all = gate == null ? entries : enter(terms, gate, subject.get(), baseline, candidate, report);
        return all.isEmpty() ? report : report.with(ledgers.view(subject.get(), terms.policy(), all));
    }

    /** Adds an entry if a run is new or the verdict differs; accepts the candidate's runs after a PASS, except the runs of a duet. */
    private List<LedgerEntry> enter(
            Terms terms,
            String gate,
            LedgerSubject subject,
            List<GatedRun> baseline,
            List<GatedRun> candidate,
            GateReport report) {
        LedgerEntry entry = new LedgerEntry(
                gate,
                latest(baseline, candidate),
                terms.policy().name(),
                subject.fingerprint(),
                baseline.stream().map(StoredRun::of).toList(),
                candidate.stream().map(StoredRun::of).toList(),
                report.decision().look(),
                report.verdict());
        List<LedgerEntry> all = new ArrayList<>(ledgers.read(subject, terms.policy()));
        LedgerEntry last = all.isEmpty() ? null : all.get(all.size() - 1);
        if (last == null || !ids(last).equals(ids(entry)) || last.verdict() != entry.verdict()) {
            baseline.forEach(runs::keep);
            candidate.forEach(runs::keep);
            entry.append(ledgers.file(subject, terms.policy()));
            all.add(entry);
        }
        if (report.verdict() == GateVerdict.PASS && report.duet() == null) {
            histories.accept(histories.of(subject.conditions()), candidate);
        }
        return all;
    }

    /**
     * Returns the final decision of ledger lines, the first FAIL or else the first PASS; null if there is none.
     *
     * @param duets lines of the same gates as duets
     */
    private static @Nullable GateDecision decided(List<LedgerEntry> entries, List<LedgerEntry> duets) {
        return Stream.concat(entries.stream(), duets.stream())
                .filter(entry -> entry.verdict() == GateVerdict.FAIL || entry.verdict() == GateVerdict.PASS)
                .min(Comparator.comparing(entry -> entry.verdict() != GateVerdict.FAIL))
                .map(entry -> new GateDecision(
                        entry.verdict(),
                        entry.look(),
                        0,
                        entry.verdict() == GateVerdict.PASS
                                ? List.of()
                                : List.of("an earlier gate of these releases failed"
                                        + (duets.contains(entry) ? " as a duet" : "") + "; its last run started "
                                        + entry.at()),
                        List.of()))
                .orElse(null);
    }

    private GateReport judge(
            Terms terms,
            boolean inPairs,
            List<GatedRun> before,
            List<GatedRun> now,
            Optional<LedgerSubject> subject,
            @Nullable GateDecision earlier) {
        Set<String> own = new HashSet<>();
        Stream.concat(before.stream(), now.stream()).forEach(run -> own.add(run.id()));
        List<Accepted> accepted = subject.map(
                        known -> histories.of(known.conditions()).accepted())
                .orElse(List.of());
        return GateJudge.judge(new GateRequest(
                terms.policy(),
                before,
                now,
                inPairs,
                terms.mayDiffer(),
                terms.forced(),
                runs.read(accepted.stream()
                        .map(Accepted::run)
                        .filter(run -> !own.contains(run.id()))
                        .toList()),
                subject.isEmpty() ? List.of() : histories.golden(now),
                earlier));
    }

    private static List<List<String>> ids(LedgerEntry entry) {
        return List.of(
                entry.baseline().stream().map(StoredRun::id).toList(),
                entry.candidate().stream().map(StoredRun::id).toList());
    }

    /**
     * Returns earlier runs of a side, in the ledger's order and as it states them, then new ones. A repeated gate
     * continues with these runs and the error level left after their looks, so that repetition cannot turn a FAIL
     * into a PASS.
     */
    private List<GatedRun> continued(
            List<LedgerEntry> entries, Function<LedgerEntry, List<StoredRun>> side, List<GatedRun> now) {
        Map<String, GatedRun> given = new LinkedHashMap<>();
        now.forEach(run -> given.put(run.id(), run));
        Map<String, StoredRun> entered = new LinkedHashMap<>();
        entries.forEach(entry -> side.apply(entry).forEach(run -> entered.put(run.id(), run)));
        Set<String> order = new LinkedHashSet<>(entered.keySet());
        order.addAll(given.keySet());
        List<GatedRun> sequence = new ArrayList<>();
        for (String id : order) {
            StoredRun before = entered.get(id);
            GatedRun here = given.get(id);
            if (before != null) {
                if (here != null) {
                    runs.refresh(here);
                }
                sequence.add(runs.read(before));
            } else if (here != null) {
                sequence.add(here);
            }
        }
        return sequence;
    }

    private static String latest(List<GatedRun> baseline, List<GatedRun> candidate) {
        return Stream.concat(baseline.stream(), candidate.stream())
                .map(GatedRun::startedAt)
                .max(Comparator.naturalOrder())
                .orElse("");
    }

    @Override
    public void close() {
        OwnerPermissions.restrictFiles(folder);
        claim.close();
    }
}
