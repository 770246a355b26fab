package org.ticktoquote.core.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.Allocated;
import org.ticktoquote.core.linux.KernelText.OpenFile;

class KernelTextTest {
    @TempDir
    private Path folder;

    @Test
    void iteratesOverLinesAndWords() {
        KernelText text = KernelText.of("cpu0  7\t8\n\nlast:9 x");
        assertThat(text.nextLine() && text.nextWord() && text.wordIs("cpu0")).isTrue();
        assertThat(text.numberAfter("cpu")).isZero();
        assertThat(text.nextNumber()).isEqualTo(7);
        assertThat(text.nextNumber()).isEqualTo(8);
        assertThat(text.nextWord()).isFalse();
        assertThat(text.nextLine()).isTrue();
        assertThat(text.nextWord()).as("an empty line").isFalse();
        assertThat(text.nextLine() && text.nextWord(':') && text.wordBegins("la"))
                .isTrue();
        assertThat(text.nextWord(':')).isTrue();
        assertThat(text.number()).isEqualTo(9);
        assertThat(text.skipWords(1)).isTrue();
        assertThat(text.word()).isEqualTo("x");
        assertThat(text.skipWords(1)).isFalse();
        assertThat(text.nextLine()).isFalse();
        text.rewind();
        assertThat(text.nextLine() && text.skipWords(2)).isTrue();
        assertThat(text.number()).isEqualTo(7);
    }

    @Test
    void findsTextInBracketsAndTheWordAfterThem() {
        KernelText text = KernelText.of("7 (a) \n(b) S 1\n");
        assertThat(text.oneLine()).isTrue();
        assertThat(text.between('(', ')')).isEqualTo("a) \n(b");
        assertThat(text.nextWordAfter(')')).isTrue();
        assertThat(text.wordChar()).isEqualTo('S');
        assertThat(text.nextWordAfter(')')).isFalse();
        assertThat(text.between('(', ')')).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0", "999999999999999999, 999999999999999999", "1234567890123456789, -1",
        "-5, -1", "7x, -1", "'', -1"
    })
    void numberHasOnlyDigits(String word, long number) {
        KernelText text = KernelText.of(word);
        assertThat(text.nextLine() ? text.nextNumber() : KernelText.NONE).isEqualTo(number);
    }

    @Test
    void comparesTextAndReadsHexadecimalNumbers() {
        KernelText text = KernelText.of("7 (a b) 0100007F:1f90 0x1");
        assertThat(text.is("7 (a b) 0100007F:1f90 0x1")).isTrue();
        assertThat(text.is("7 (a b)")).isFalse();
        assertThat(text.oneLine()).isTrue();
        assertThat(text.betweenIs('(', ')', "a b")).isTrue();
        assertThat(text.betweenIs('(', ')', "a")).isFalse();
        assertThat(text.betweenIs('(', ')', "a b)")).isFalse();
        assertThat(text.betweenIs('[', ')', "a b")).isFalse();
        assertThat(text.nextWordAfter(')') && text.skipWords(0)).isTrue();
        assertThat(text.wordLength()).isEqualTo(13);
        assertThat(text.hexadecimal()).as("with a colon").isEqualTo(KernelText.NONE);
        assertThat(text.hexadecimal(0, 8)).isEqualTo(0x0100007f);
        assertThat(text.hexadecimal(9, 13)).isEqualTo(0x1f90);
        assertThat(text.hexadecimal(9, 14)).as("past its end").isEqualTo(KernelText.NONE);
        assertThat(text.nextWord() ? text.hexadecimal() : 0).isEqualTo(KernelText.NONE);
    }

    @Test
    void readsAFileOfAnyLengthAndAgainFromItsBeginning() throws IOException {
        Path file = folder.resolve("long");
        String content = "0123456789\n".repeat(5_000);
        Files.writeString(file, content);
        KernelText text = new KernelText();
        try (OpenFile open = new OpenFile(file.toString())) {
            assertThat(text.read(open)).isTrue();
            assertThat(text).hasToString(content);
            Files.writeString(file, "short");
            assertThat(text.read(open)).isTrue();
            assertThat(text).hasToString("short");
            assertThat(text.read(file.toString())).isTrue();
            assertThat(text).hasToString("short");
        }
    }

    @Test
    void missingFileHasNoTextUntilItExists() throws IOException {
        Path file = folder.resolve("late");
        KernelText text = KernelText.of("before");
        try (OpenFile open = new OpenFile(file.toString())) {
            assertThat(text.read(open)).isFalse();
            assertThat(text).hasToString("");
            assertThat(text.nextLine()).isFalse();
            assertThat(text.read(file.toString())).isFalse();
            Files.writeString(file, "now");
            assertThat(text.read(open)).isTrue();
        }
    }

    @Test
    void readingAnOpenFileAllocatesNothing() {
        KernelText text = new KernelText();
        long[] sum = {0};
        try (OpenFile stat = new OpenFile("/proc/stat")) {
            long fewest = Allocated.fewestBy(4, () -> {
                for (int i = 0; i < 500; i++) {
                    boolean found = text.read(stat) && text.nextLine() && text.skipWords(2);
                    sum[0] += found ? text.number() : 0;
                }
            });
            assertThat(fewest).isLessThan(500);
        }
        assertThat(sum[0]).isPositive();
    }
}
