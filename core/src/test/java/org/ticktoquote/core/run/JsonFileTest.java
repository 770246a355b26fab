package org.ticktoquote.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads a file while its writer replaces it. One side stops midway while the other does all its work. */
class JsonFileTest {
    private static final JsonFile<Result> FILE = JsonFile.of(Result.class, "a result");

    /** Actions to run while a member is written or read. */
    private static Runnable whileWritten = () -> {};

    private static Runnable whileRead = () -> {};

    @JsonIgnoreProperties("sha256")
    record Result(int first, Member member, int last) {}

    record Member(int value) {
        Member {
            whileRead.run();
        }

        @Override
        public int value() {
            whileWritten.run();
            return value;
        }
    }

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("summary.json");
        FILE.writeSealed(file, result(1));
    }

    @AfterEach
    void resetActions() {
        whileWritten = () -> {};
        whileRead = () -> {};
    }

    private static Result result(int number) {
        return new Result(number, new Member(number), number);
    }

    private static int number(Result result) {
        assertThat(result.last()).isEqualTo(result.first());
        return result.first();
    }

    @Test
    void readerGetsTheOldFileUntilTheNewOneIsComplete() {
        List<Integer> read = new ArrayList<>();
        whileWritten = () -> read.add(number(FILE.readSealed(file)));
        FILE.writeSealed(file, result(2));
        whileWritten = () -> {};
        assertThat(read).isNotEmpty().containsOnly(1);
        assertThat(number(FILE.readSealed(file))).isEqualTo(2);
    }

    @Test
    void readerInProgressSeesNoPartOfTheNewFile() {
        whileRead = () -> {
            whileRead = () -> {};
            FILE.writeSealed(file, result(3));
        };
        assertThat(number(FILE.readSealed(file))).isEqualTo(1);
        assertThat(number(FILE.readSealed(file))).isEqualTo(3);
    }

    /** The file is replaced, not truncated and written again. */
    @Test
    void readerReadsTheFileItOpenedToItsEnd() throws Exception {
        byte[] before = Files.readAllBytes(file);
        try (var open = Files.newInputStream(file)) {
            byte[] begin = open.readNBytes(10);
            FILE.writeSealed(file, result(4));
            byte[] rest = open.readAllBytes();
            assertThat(begin).isEqualTo(Arrays.copyOf(before, 10));
            assertThat(rest).isEqualTo(Arrays.copyOfRange(before, 10, before.length));
        }
    }
}
