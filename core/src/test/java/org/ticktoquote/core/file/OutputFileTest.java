package org.ticktoquote.core.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;

class OutputFileTest {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void setUp() {
        file = folder.resolve("out.txt");
    }

    @Test
    void appearsCompleteWithoutTemporaryFiles() {
        try (OutputFile output = OutputFile.claim(file)) {
            assertThat(file).doesNotExist();
            output.write("text");
        }
        assertThat(file).hasContent("text");
        assertThat(folder.toFile().list()).containsExactly("out.txt");
    }

    @Test
    void replacesAnExistingFile() throws IOException {
        Files.writeString(file, "old");
        try (OutputFile output = OutputFile.claim(file)) {
            output.write("new");
        }
        assertThat(file).hasContent("new");
    }

    @Test
    void leavesNothingIfItIsNotCompleted() throws IOException {
        try (OutputFile output = OutputFile.claim(file)) {
            output.open().close();
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void doesNotOverwriteAFileCreatedMeanwhile() throws IOException {
        try (OutputFile output = OutputFile.claim(file)) {
            Files.writeString(file, "another's");
            assertOvertaken(output);
        }
        assertThat(file).hasContent("another's");
        assertThat(folder.toFile().list()).containsExactly("out.txt");
    }

    @Test
    void doesNotOverwriteAFileReplacedMeanwhile() throws IOException {
        Files.writeString(file, "old");
        try (OutputFile output = OutputFile.claim(file)) {
            Files.writeString(file, "another's");
            assertOvertaken(output);
        }
        assertThat(file).hasContent("another's");
    }

    private static void assertOvertaken(OutputFile output) {
        assertThatThrownBy(() -> output.write("text"))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.ENVIRONMENT))
                .hasMessageContaining("another process wrote it in the meantime");
    }

    @Test
    void doesNotFollowALinkInPlaceOfItsTemporaryFile() throws IOException {
        Path foreign = Files.writeString(folder.resolve("foreign"), "foreign");
        Files.createSymbolicLink(folder.resolve("out.txt.part"), foreign);
        try (OutputFile output = OutputFile.claim(file)) {
            output.write("text");
        }
        assertThat(foreign).hasContent("foreign");
    }

    @Test
    void isWrittenByOnlyOneOfSeveralConcurrentProcesses() throws Exception {
        for (int round = 0; round < 5; round++) {
            try (Contenders contenders = new Contenders(4, Writer.class, file.toString())) {
                List<String> outputs = contenders.run();
                assertThat(outputs).as("round %d", round).containsOnlyOnce("done");
                assertThat(outputs)
                        .filteredOn(text -> !text.equals("done"))
                        .allMatch(text -> text.matches(".*out\\.txt: another t2q \\(process \\d+\\) is using it; .*")
                                || text.contains("another process wrote it in the meantime"));
            }
            assertThat(folder.toFile().list()).containsExactly("out.txt");
            assertThat(file).hasContent("text");
            Files.delete(file);
        }
    }

    /** Waits for the start signal, then claims and writes the file. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) throws IOException {
            Path file = Path.of(arguments[0]);
            boolean there = Files.exists(file);
            Contenders.await();
            if (there) {
                throw new IOException("it was there before");
            }
            try (OutputFile output = OutputFile.claim(file)) {
                if (Files.exists(file)) {
                    System.out.println("another process wrote it in the meantime");
                    return;
                }
                output.write("text");
                System.out.println("done");
            } catch (ProblemException refusal) {
                System.out.println(refusal.getMessage());
            }
        }
    }
}
