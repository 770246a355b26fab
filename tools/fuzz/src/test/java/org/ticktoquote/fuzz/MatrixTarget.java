package org.ticktoquote.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ticktoquote.comparison.gate.runs.RunFinder;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.comparison.matrix.files.MatrixFiles;
import org.ticktoquote.comparison.report.MatrixReport;

/**
 * Comparison of a small matrix, and its run as read by a gate, with one file from the fuzzer.
 *
 * @param file its path
 */
record MatrixTarget(String file) implements FuzzTarget {
    @Override
    public void read(byte[] input, Path folder) throws IOException {
        SmallMatrix.write(folder);
        Files.write(folder.resolve(file), input);
        MatrixComparison comparison = MatrixComparison.of(folder);
        MatrixFiles.write(comparison, folder);
        MatrixReport.write(comparison, folder).lines();
        RunFinder.of(folder.resolve(SmallMatrix.RUN));
    }

    @Override
    public List<byte[]> variants(byte[] input) {
        return List.of(input, SealedFile.sealed(input));
    }

    @Override
    public Map<String, byte[]> seeds() {
        return Map.of("small", Objects.requireNonNull(SmallMatrix.FILES.get(file)));
    }
}
