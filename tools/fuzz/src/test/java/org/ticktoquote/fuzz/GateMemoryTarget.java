package org.ticktoquote.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.RunFinder;
import org.ticktoquote.comparison.gate.store.GateStore;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.comparison.report.GateSections;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.report.Report;

/**
 * A gate whose ledger or history comes from the fuzzer.
 *
 * @param file its path in {@link SmallMatrix}
 */
record GateMemoryTarget(String file) implements FuzzTarget {
    private static final int DIGITS = 64;

    @Override
    public void read(byte[] input, Path folder) throws IOException {
        SmallMatrix.write(folder);
        Files.write(folder.resolve(file), input);
        List<GatedRun> run = RunFinder.of(folder.resolve(SmallMatrix.RUN));
        try (GateStore store = GateStore.open(folder.resolve(SmallMatrix.STATE))) {
            store.histories().all();
            store.histories().smallest(SmallMatrix.POLICY, Map.of());
            store.histories().accepted(run);
            GateReport report = store.decide(new GateStore.Terms(SmallMatrix.POLICY, Set.of(), false), run, run);
            Report page = GateSections.of(report, run);
            page.lines();
            GateSections.write(report, page, folder);
        }
    }

    @Override
    public List<byte[]> variants(byte[] input) {
        return List.of(input, file.endsWith(".jsonl") ? chained(input) : SealedFile.sealed(input));
    }

    /** Returns every line with its correct checksum. */
    private static byte[] chained(byte[] input) {
        StringBuilder chained = new StringBuilder();
        String before = "";
        for (String line : new String(input, StandardCharsets.UTF_8).split("\n")) {
            String json = line.substring(Math.min(line.length(), DIGITS + 1));
            before = Sha256.ofText(before + json, DIGITS);
            chained.append(before).append(' ').append(json).append('\n');
        }
        return chained.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Map<String, byte[]> seeds() {
        return Map.of("small", Objects.requireNonNull(SmallMatrix.FILES.get(file)));
    }
}
