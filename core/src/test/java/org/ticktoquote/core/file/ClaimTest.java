package org.ticktoquote.core.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;

class ClaimTest {
    private static final String ADVICE = "wait for it";

    @TempDir
    private Path folder;

    private Claim claimed() throws IOException {
        return Claim.folder(folder, "t2q run", ADVICE);
    }

    @Test
    void removesItsFileWhenClosed() throws IOException {
        claimed().close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesASecondClaimByTheSameProcess() throws IOException {
        try (Claim first = claimed()) {
            assertThatThrownBy(this::claimed)
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.ENVIRONMENT))
                    .hasMessageContaining("is using it; " + ADVICE);
            first.close();
        }
        claimed().close();
    }

    @Test
    void isTheSameForAPathThroughALink() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolveSibling(folder.getFileName() + "-link"), folder);
        try (Claim unused = claimed()) {
            assertThatThrownBy(() -> Claim.folder(link, "t2q run", ADVICE)).isInstanceOf(ProblemException.class);
        } finally {
            Files.delete(link);
        }
    }

    @Test
    void namesItsHolderAndLookingItUpDoesNotReleaseTheClaim() throws Exception {
        assertThat(Claim.holder(folder)).isEmpty();
        try (Contenders holder = new Contenders(1, Holder.class, folder.toString())) {
            assertThat(Claim.holder(folder))
                    .hasValueSatisfying(who -> assertThat(who).matches("t2q run \\(process \\d+\\)"));
            assertThatThrownBy(this::claimed)
                    .as("after the lookup")
                    .isInstanceOf(ProblemException.class)
                    .hasMessageMatching(".*: t2q run \\(process \\d+\\) is using it; " + ADVICE);
            holder.run();
        }
        assertThat(Claim.holder(folder)).isEmpty();
        try (Claim unused = claimed()) {
            assertThat(Claim.holder(folder)).contains("this t2q");
        }
        Files.writeString(folder.resolve(Claim.FOLDER_LOCK), "t2q run (process 1)\n");
        assertThat(Claim.holder(folder)).as("left by a crash").isEmpty();
    }

    /** Holds the claim when it reports that it is ready. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws IOException {
            try (Claim unused = Claim.folder(Path.of(arguments[0]), "t2q run", ADVICE)) {
                Contenders.await();
            }
        }
    }

    @Test
    void endsWithItsProcessEvenAfterAKill() throws Exception {
        try (Contenders holder = new Contenders(1, Holder.class, folder.toString())) {
            assertThatThrownBy(this::claimed).isInstanceOf(ProblemException.class);
            holder.close();
            holder.awaitEnd();
        }
        assertThat(folder.resolve(Claim.FOLDER_LOCK)).exists();
        claimed().close();
        assertThat(folder).isEmptyDirectory();
    }

    /** A limit on the size of files fails like a full disk. */
    @Test
    void leavesNoLockFileIfItCannotBeWritten() throws Exception {
        Process claimer = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -f 0; exec env LC_ALL=C \"$@\"",
                        "sh",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Claimer.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(claimer.getInputStream().readAllBytes())).endsWith("File too large");
        assertThat(folder).isEmptyDirectory();
    }

    /** Prints why it cannot claim. */
    static final class Claimer {
        private Claimer() {}

        public static void main(String[] arguments) {
            try (Claim unused = Claim.folder(Path.of(arguments[0]), "t2q run", ADVICE)) {
                System.out.print("claimed");
            } catch (IOException refused) {
                System.out.print(refused.getMessage());
            }
        }
    }

    @Test
    void refusesAMissingFolder() {
        assertThatThrownBy(() -> Claim.folder(folder.resolve("none"), "t2q run", ADVICE))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void hasOneHolderAtATimeAmongConcurrentProcesses() throws Exception {
        try (Contenders contenders = new Contenders(4, Contender.class, folder.toString())) {
            assertThat(contenders.run()).as("and no two at once").containsOnly(Contender.TIMES + " times");
        }
        assertThat(folder).isEmptyDirectory();
    }

    /** Claims {@code TIMES} times. A file that only the holder creates and removes detects a second holder. */
    static final class Contender {
        private static final int TIMES = 200;

        private Contender() {}

        public static void main(String[] arguments) throws IOException {
            Path folder = Path.of(arguments[0]);
            Path proof = folder.resolve("proof");
            int times = 0;
            Contenders.await();
            while (times < TIMES) {
                try (Claim unused = Claim.folder(folder, "t2q run", ADVICE)) {
                    Files.createFile(proof);
                    times++;
                    Files.delete(proof);
                } catch (ProblemException held) {
                    Thread.onSpinWait();
                } catch (FileAlreadyExistsException two) {
                    System.out.println("two holders at once");
                    return;
                }
            }
            System.out.println(times + " times");
        }
    }
}
