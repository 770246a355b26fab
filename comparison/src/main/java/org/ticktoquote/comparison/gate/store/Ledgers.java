package org.ticktoquote.comparison.gate.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.file.Sha256;

/** Folder of all ledgers: {@code FINGERPRINT/POLICY/BASELINE-CANDIDATE.jsonl}. */
final class Ledgers {
    private static final int DIGITS = 12;
    /** Minimum period in days for a rate per year. */
    private static final double A_WEEK = 7;

    private final Path folder;

    Ledgers(Path folder) {
        this.folder = folder;
    }

    /** Returns the ledger for a report. */
    GateReport.Ledger view(LedgerSubject subject, GatePolicy policy, List<LedgerEntry> entries) {
        Path here = folderOf(subject.fingerprint(), policy);
        List<String> times = new ArrayList<>();
        List<Path> all = GateStore.files(here);
        for (Path file : all) {
            LedgerEntry.read(file).stream().findFirst().ifPresent(first -> times.add(first.at()));
        }
        String first = times.stream().min(Comparator.naturalOrder()).orElse("");
        double days = days(first, entries.get(entries.size() - 1).at());
        return new GateReport.Ledger(
                subject.fingerprint() + "/" + word(policy) + "/" + subject.name(),
                lastOfEach(entries).stream()
                        .map(entry -> new GateReport.Entry(
                                entry.at(),
                                counted(entry.baseline()),
                                counted(entry.candidate()),
                                entry.look(),
                                entry.verdict()))
                        .toList(),
                all.size(),
                days,
                days < A_WEEK ? null : (Double) policy.falseAlarmsPerYear(all.size(), days));
    }

    /** Returns the last line of every gate. */
    private static List<LedgerEntry> lastOfEach(List<LedgerEntry> entries) {
        Map<String, LedgerEntry> gates = new LinkedHashMap<>();
        for (LedgerEntry entry : entries) {
            gates.put(entry.gate().isEmpty() ? "line " + gates.size() : entry.gate(), entry);
        }
        return List.copyOf(gates.values());
    }

    private static int counted(List<StoredRun> runs) {
        return (int) runs.stream()
                .filter(run -> run.standing() == GatedRun.Standing.COUNTS)
                .count();
    }

    private static double days(String from, String to) {
        try {
            long hours =
                    Duration.between(Instant.parse(from), Instant.parse(to)).toHours();
            return Math.max(0, hours) / 24.0;
        } catch (DateTimeParseException unknown) { // runs without a start time
            return 0;
        }
    }

    /** Returns the lines of a subject under a policy. */
    List<LedgerEntry> read(LedgerSubject subject, GatePolicy policy) {
        return LedgerEntry.read(path(subject, policy));
    }

    /** Returns the FAIL lines that gates in a ledger added under other conditions, when they went on as a duet. */
    List<LedgerEntry> failedElsewhere(List<LedgerEntry> entries, LedgerSubject subject, GatePolicy policy) {
        Set<String> gates = entries.stream()
                .map(LedgerEntry::gate)
                .filter(gate -> !gate.isEmpty())
                .collect(Collectors.toSet());
        if (gates.isEmpty()) {
            return List.of();
        }
        return GateStore.files(folder).stream()
                .map(other -> path(String.valueOf(other.getFileName()), subject, policy))
                .filter(other -> !other.equals(path(subject, policy)))
                .flatMap(other -> LedgerEntry.read(other).stream())
                .filter(entry -> gates.contains(entry.gate()) && entry.verdict() == GateVerdict.FAIL)
                .toList();
    }

    private Path path(LedgerSubject subject, GatePolicy policy) {
        return path(subject.fingerprint(), subject, policy);
    }

    private Path path(String fingerprint, LedgerSubject subject, GatePolicy policy) {
        return folderOf(fingerprint, policy).resolve(subject.name() + ".jsonl");
    }

    /** Returns the file of a subject under a policy and creates its folder. */
    Path file(LedgerSubject subject, GatePolicy policy) {
        Path path = path(subject, policy);
        FileAccess.write(path, () -> Files.createDirectories(path.resolveSibling("")));
        return path;
    }

    private Path folderOf(String fingerprint, GatePolicy policy) {
        return folder.resolve(fingerprint).resolve(word(policy));
    }

    /** Returns a digest of the policy's content, independent of its name. */
    private static String word(GatePolicy policy) {
        String content = policy.margins() + " " + policy.thresholdNs() + " " + policy.looks() + " " + policy.failLevel()
                + " " + policy.passLevel() + " " + policy.vetoLatestNs() + " " + policy.vetoLost()
                + (policy.serviceLevels().isEmpty() ? "" : " " + policy.serviceLevels());
        return Sha256.ofText(content, DIGITS);
    }
}
