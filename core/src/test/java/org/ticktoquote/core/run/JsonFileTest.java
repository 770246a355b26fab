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

/** A file is read while its writer replaces it: each side is held within its work while the other does all of its own. */
class JsonFileTest {
    private static final JsonFile<Result> FILE = JsonFile.of(Result.class, "a result");

    /** What happens while a member is written, and while one is read. */
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
    void hold() {
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
    void aReaderGetsTheOldOneWholeUntilTheNewOneIsWhole() {
        List<Integer> read = new ArrayList<>();
        whileWritten = () -> read.add(number(FILE.readSealed(file)));
        FILE.writeSealed(file, result(2));
        whileWritten = () -> {};
        assertThat(read).isNotEmpty().containsOnly(1);
        assertThat(number(FILE.readSealed(file))).isEqualTo(2);
    }

    @Test
    void aReaderThatHasBegunIsNotGivenPartsOfTheNewOne() {
        whileRead = () -> {
            whileRead = () -> {};
            FILE.writeSealed(file, result(3));
        };
        assertThat(number(FILE.readSealed(file))).isEqualTo(1);
        assertThat(number(FILE.readSealed(file))).isEqualTo(3);
    }

    /** The file is not cut, and written again under its readers: one that has it open goes on in the old one. */
    @Test
    void aReaderThatHasItOpenReadsItToItsEnd() throws Exception {
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
