package org.ticktoquote.harness.matrix.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.harness.jvm.InstalledJvms;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import org.ticktoquote.harness.matrix.definition.MatrixSource;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;

final class MatrixFolderTest {
    @TempDir
    private Path folder;

    private static ResolvedMatrix matrix() {
        MatrixSource source = new MatrixSource("m.yaml", "baseline: A\ncases:\n  A: {}\n");
        return new ResolvedMatrix(MatrixReader.read(source, () -> new InstalledJvms(List.of(), Map.of())), List.of());
    }

    @Test
    void keepsTheTextAndWhatItMeant() throws Exception {
        ResolvedMatrix matrix = matrix();
        try (MatrixFolder made = MatrixFolder.create(folder.resolve("new/one"), "# text\n", matrix)) {
            assertThat(made.path().resolve("matrix.yaml")).hasContent("# text");
            assertThat(made.resolved()).isEqualTo(matrix);
        }
    }

    @Test
    void neverWritesOverAnotherMatrix() throws Exception {
        Files.writeString(folder.resolve("something"), "");
        assertThatThrownBy(() -> MatrixFolder.create(folder, "", matrix()))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("not empty")
                .hasMessageContaining("--resume");
    }

    @Test
    void isHeldByOneAtATimeAndLetGo() throws Exception {
        Path one = folder.resolve("one");
        try (MatrixFolder made = MatrixFolder.create(one, "", matrix())) {
            Files.writeString(one.resolve("matrix.json"), "");
            assertThatThrownBy(() -> MatrixFolder.open(made.path()))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("another t2q is at work");
        }
        MatrixFolder.open(one).close();
    }

    @Test
    void refusesWhatIsNoMatrix() {
        assertThatThrownBy(() -> MatrixFolder.open(folder))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("no directory of a matrix");
    }
}
