package org.ticktoquote.harness.matrix.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.comparison.matrix.RunLog;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import org.ticktoquote.harness.matrix.definition.MatrixSource;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;
import org.ticktoquote.host.jvm.InstalledJvms;

final class MatrixDirectoryTest {
    private static final String SHA256_OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    @TempDir
    private Path folder;

    private static ResolvedMatrix matrix() {
        MatrixSource source = new MatrixSource("m.yaml", "cases: {A: {}}");
        Matrix matrix = MatrixReader.read(source, () -> new InstalledJvms(List.of(), Map.of()));
        ResolvedCase one = new ResolvedCase.NotRun(matrix.cases().get(0), "here");
        return new ResolvedMatrix(matrix, List.of(one), Map.of("zing", "/opt/zing"));
    }

    @Test
    void keepsTheTextAndTheResolvedMatrix() throws Exception {
        ResolvedMatrix matrix = matrix();
        try (MatrixDirectory made = MatrixDirectory.create(folder.resolve("new/one"), "# text\n", matrix)) {
            assertThat(made.path().resolve("matrix.yaml")).hasContent("# text");
            assertThat(made.resolved()).isEqualTo(matrix);
            ResolvedMatrix again = new ResolvedMatrix(matrix.matrix(), matrix.cells(), Map.of());
            made.resolved(again);
            assertThat(made.resolved()).isEqualTo(again);
        }
    }

    @Test
    void neverOverwritesAnotherMatrix() throws Exception {
        Files.writeString(folder.resolve("something"), "");
        refused("is not empty, expected a new or empty directory");
        Files.writeString(folder.resolve("matrix.json"), "");
        refused("is not empty; to continue its matrix: t2q run --resume " + folder + ", expected");
        Files.writeString(folder.resolve("gate-plan.json"), "");
        refused("is not empty; to continue its gate: t2q gate run --resume " + folder + ", expected");
    }

    private void refused(String text) {
        assertThatRefused(() -> MatrixDirectory.create(folder, "", matrix())).hasMessageContaining(text);
    }

    @Test
    void isUsedByOneProcessAtATime() throws Exception {
        Path one = folder.resolve("one");
        try (MatrixDirectory made = MatrixDirectory.create(one, "", matrix())) {
            assertThat(made.sourceSha256()).isEqualTo(SHA256_OF_NOTHING);
            Files.writeString(one.resolve("matrix.json"), "");
            assertThatRefused(() -> MatrixDirectory.open(made.path())).hasMessageContaining("is using it");
        }
        MatrixDirectory.open(one).close();
    }

    @Test
    void refusesToResumeAnEditedMatrix() throws Exception {
        Path one = folder.resolve("one");
        try (MatrixDirectory made = MatrixDirectory.create(one, "", matrix())) {
            new RunLog(made.record(), MatrixDirectoryTest.matrix().record(made.sourceSha256()));
            assertThat(made.begun().sourceSha256()).isEqualTo(SHA256_OF_NOTHING);
        }
        Files.writeString(one.resolve("matrix.yaml"), "repeats: 9\n");
        try (MatrixDirectory edited = MatrixDirectory.open(one)) {
            assertThatRefused(ExitStatus.BAD_INPUT, edited::begun)
                    .hasMessageContaining("matrix.yaml: changed since this matrix was started");
        }
        Files.delete(one.resolve("matrix.yaml"));
        assertThatRefused(() -> MatrixDirectory.open(one))
                .hasMessageEndingWith("not the directory of a matrix, expected matrix.yaml in it");
    }
}
