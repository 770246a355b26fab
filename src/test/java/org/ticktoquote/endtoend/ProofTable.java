package org.ticktoquote.endtoend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Table of injected faults, reports and verdicts: written to {@code
 * target/end-to-end-tests/proof/NAME.md} row by row, so that an aborted test leaves its rows, and printed.
 */
final class ProofTable {
    private final String name;
    private final List<String> rows = new ArrayList<>(List.of("| injected | reported | verdict |", "|---|---|---|"));

    ProofTable(String name) {
        this.name = name;
    }

    /** Adds a run or a part of it, with the rules behind its verdict and any FAILED rules of a VOID run. */
    void row(String injected, String reported, Summaries summary) {
        String verdict = summary.validity();
        boolean accused = verdict.equals("VOID") && !summary.rules("FAILED").isEmpty();
        row(injected, reported, rules(summary, verdict) + (accused ? "; " + rules(summary, "FAILED") : ""));
    }

    private static String rules(Summaries summary, String verdict) {
        List<String> rules = new ArrayList<>(summary.rules(verdict));
        return verdict + (rules.isEmpty() ? "" : ": " + String.join(", ", rules));
    }

    void row(String injected, String reported, String verdict) {
        String row = "| " + injected + " | " + reported + " | " + verdict + " |";
        System.out.println(row);
        rows.add(row);
        Path folder = T2qProcess.root().resolve(Path.of("target", "end-to-end-tests", "proof"));
        try {
            Files.createDirectories(folder);
            Files.write(folder.resolve(name + ".md"), rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String ms(long ns) {
        return String.format(Locale.ROOT, "%,.1f ms", ns / 1e6);
    }
}
