package org.ticktoquote.comparison.gate.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.SmallestEffect;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.RunConditions;
import org.ticktoquote.comparison.gate.store.HistoryRecord.Accepted;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.ProblemException;

/** Accepted runs and pinned releases by fingerprint: {@code FINGERPRINT.json}. */
public final class Histories {
    private static final String JSON = ".json";
    private static final String HOST = "fingerprint.";
    private static final String UNKNOWN = "detectable effects are unknown: ";

    private final Path folder;
    private final RunStore runs;

    Histories(Path folder, RunStore runs) {
        this.folder = folder;
        this.runs = runs;
    }

    /** Returns the history of runs under these conditions; empty if none was accepted. */
    HistoryRecord of(Map<String, String> conditions) {
        String fingerprint = RunConditions.fingerprint(conditions);
        return HistoryRecord.readOrNone(file(fingerprint), fingerprint, conditions);
    }

    private Path file(String fingerprint) {
        return folder.resolve(fingerprint + JSON);
    }

    private void write(HistoryRecord history) {
        Path file = file(history.fingerprint());
        FileAccess.write(file, () -> Files.createDirectories(file.resolveSibling("")));
        history.write(file);
    }

    /** Returns the history of every fingerprint. */
    public List<HistoryRecord> all() {
        return GateStore.files(folder).stream()
                .filter(file -> file.toString().endsWith(JSON))
                .map(HistoryRecord::read)
                .toList();
    }

    /**
     * Describes the detectable effects for users, from the most recently extended history of a similar host. They are unknown
     * if its files are unreadable, for example after an update of t2q.
     *
     * @param hostFacts facts of the host, including its fingerprint
     */
    public List<String> smallest(GatePolicy policy, Map<String, String> hostFacts) {
        try {
            return newestSmallest(policy, hostFacts);
        } catch (ProblemException unreadable) {
            return List.of(UNKNOWN + unreadable.getMessage());
        }
    }

    private List<String> newestSmallest(GatePolicy policy, Map<String, String> hostFacts) {
        return all().stream()
                .filter(history -> history.accepted().size() > 1)
                .filter(history -> history.conditions().entrySet().stream()
                        .filter(fact -> fact.getKey().startsWith(HOST))
                        .allMatch(fact -> fact.getValue().equals(hostFacts.get(fact.getKey()))))
                .max(Comparator.comparing(Histories::newest))
                .map(history -> smallest(policy, history))
                .orElse(List.of(UNKNOWN + "no run was accepted on a host like this one"));
    }

    /**
     * Returns the conditions as users write them. The window is given by its times, taken from a stored run of this
     * fingerprint if it is readable.
     */
    Map<String, String> written(HistoryRecord history) {
        Map<String, String> conditions = new TreeMap<>(history.conditions());
        try {
            Stream.concat(history.accepted().stream(), history.golden().stream())
                    .map(Accepted::run)
                    .filter(runs::has)
                    .findFirst()
                    .ifPresent(run -> conditions.putAll(runs.read(run).shown()));
        } catch (ProblemException unreadable) {
            // the window stays a digest
        }
        return conditions;
    }

    private static String newest(HistoryRecord history) {
        return history.accepted().get(history.accepted().size() - 1).run().startedAt();
    }

    private List<String> smallest(GatePolicy policy, HistoryRecord history) {
        List<GatedRun> known =
                runs.read(history.accepted().stream().map(Accepted::run).toList());
        List<String> lines = new ArrayList<>();
        lines.add("from " + known.size() + " accepted runs of fingerprint " + history.fingerprint()
                + ", whose load can differ:");
        List<SmallestEffect> effects = SmallestEffect.all(
                policy,
                known.stream().map(run -> run.latest(policy.thresholdNs())).toList());
        effects.forEach(effect -> lines.add(effect.text()));
        if (effects.stream().anyMatch(SmallestEffect::tooLarge)) {
            lines.add(
                    "--duet can detect smaller effects in as many runs: effects of the host on both releases cancel out");
        }
        return lines;
    }

    /** Returns the runs of the other release accepted last under the conditions of these runs; empty if there is none. */
    public List<GatedRun> accepted(List<GatedRun> candidate) {
        return LedgerSubject.first(candidate)
                .map(run -> accepted(run.conditions(), run.release()))
                .orElse(List.of());
    }

    /**
     * Returns the runs of the newest accepted release of a fingerprint; empty if there is none. A gate can be repeated after
     * its candidate was accepted.
     *
     * @param candidate release that is not returned unless it is the only one
     */
    List<GatedRun> accepted(Map<String, String> conditions, String candidate) {
        List<Accepted> all = of(conditions).accepted();
        List<Accepted> others =
                all.stream().filter(each -> !each.release().equals(candidate)).toList();
        all = others.isEmpty() ? all : others;
        String newest = all.isEmpty() ? "" : all.get(all.size() - 1).release();
        return runs.read(all.stream()
                .filter(each -> each.release().equals(newest))
                .map(Accepted::run)
                .toList());
    }

    /**
     * Returns the runs of the release pinned under the conditions of the solo runs among these; empty if there is none. Runs
     * of a duet are not compared with a pinned release.
     */
    public List<GatedRun> golden(List<GatedRun> candidate) {
        return LedgerSubject.first(candidate.stream().filter(run -> !run.duet()).toList())
                .map(run -> runs.read(of(run.conditions()).golden().stream()
                        .map(Accepted::run)
                        .toList()))
                .orElse(List.of());
    }

    /** Pins a release by its runs, replaces the previous one of their fingerprint, and returns the fingerprint. */
    public String pin(List<GatedRun> release) {
        GatedRun first = release.get(0);
        release.forEach(runs::keep);
        String fingerprint = RunConditions.fingerprint(first.conditions());
        write(of(first.conditions())
                .pinned(release.stream()
                        .map(run -> new Accepted(run.release(), StoredRun.of(run)))
                        .toList()));
        return fingerprint;
    }

    /** Numbers of removed accepted runs and pinned runs. */
    public record Forgotten(int accepted, int golden) {}

    /**
     * Removes accepted and pinned runs from the histories, so that gates no longer use them. Ledgers are unchanged.
     *
     * @param word a fingerprint (everything accepted and pinned), a release, or the identity of a run
     */
    public Forgotten forget(String word) {
        int accepted = 0;
        int golden = 0;
        for (HistoryRecord history : all()) {
            boolean all = history.fingerprint().equals(word);
            HistoryRecord kept = history.without(each ->
                    all || each.release().equals(word) || each.run().id().equals(word));
            boolean pinned = all
                    || history.golden().stream()
                            .anyMatch(each -> each.release().equals(word)
                                    || each.run().id().equals(word));
            accepted += history.accepted().size() - kept.accepted().size();
            golden += pinned ? history.golden().size() : 0;
            write(pinned ? kept.pinned(List.of()) : kept);
        }
        return new Forgotten(accepted, golden);
    }

    /** Returns the last accepted runs under these conditions, newest last. */
    public List<GatedRun> runs(Map<String, String> conditions) {
        return runs.read(of(conditions).accepted().stream().map(Accepted::run).toList());
    }

    /** Adds the runs of a passed release that count and were measured. */
    void accept(HistoryRecord history, List<GatedRun> candidate) {
        List<Accepted> accepted = candidate.stream()
                .filter(run -> run.counts() && run.measured())
                .map(run -> new Accepted(run.release(), StoredRun.of(run)))
                .toList();
        write(history.with(accepted));
    }
}
