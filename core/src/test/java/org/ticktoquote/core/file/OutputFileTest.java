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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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

    /** Writes the file, or leaves it missing. */
    private void prepare(boolean there) throws IOException {
        if (there) {
            Files.writeString(file, "old");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void appearsOrIsReplacedCompleteWithoutTemporaryFiles(boolean there) throws IOException {
        prepare(there);
        try (OutputFile output = OutputFile.claim(file)) {
            assertThat(Files.exists(file)).isEqualTo(there);
            output.write("text");
        }
        assertThat(file).hasContent("text");
        assertThat(folder.toFile().list()).containsExactly("out.txt");
    }

    @Test
    void leavesNothingIfItIsNotCompleted() throws IOException {
        try (OutputFile output = OutputFile.claim(file)) {
            output.open().close();
        }
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void doesNotOverwriteAFileCreatedOrReplacedMeanwhile(boolean there) throws IOException {
        prepare(there);
        try (OutputFile output = OutputFile.claim(file)) {
            Files.writeString(file, "another's");
            assertThatThrownBy(() -> output.write("text"))
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.ENVIRONMENT))
                    .hasMessageContaining("another process wrote it in the meantime");
        }
        assertThat(file).hasContent("another's");
        assertThat(folder.toFile().list()).containsExactly("out.txt");
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
