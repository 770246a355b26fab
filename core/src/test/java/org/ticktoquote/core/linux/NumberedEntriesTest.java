package org.ticktoquote.core.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.Allocated;

class NumberedEntriesTest {
    @TempDir
    private Path folder;

    private final NumberedEntries entries = new NumberedEntries();

    private long[] list() {
        int size = entries.list(folder.toString());
        return LongStream.range(0, size).map(i -> entries.number((int) i)).toArray();
    }

    @Test
    void listsNumbersInAscendingOrderWithoutOtherNames() throws IOException {
        for (String name : new String[] {"100", "9", "self", "1000000", "7x", ".5"}) {
            Files.createFile(folder.resolve(name));
        }
        assertThat(list()).containsExactly(9, 100, 1_000_000);
        assertThat(entries.size()).isEqualTo(3);

        assertThat(entries.list(folder.resolve("none").toString())).isZero();
        assertThat(entries.list(Files.createFile(folder.resolve("1")).toString()))
                .isZero();
    }

    /** More entries than one system call returns. */
    @Test
    void listsALargeFolderCompletelyAndAgainAfterItShrinks() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            Files.createFile(folder.resolve(Integer.toString(i)));
        }
        assertThat(list()).containsExactly(LongStream.range(0, 1_000).toArray());
        for (int i = 1; i < 1_000; i++) {
            Files.delete(folder.resolve(Integer.toString(i)));
        }
        assertThat(list()).containsExactly(0);
    }

    @Test
    void listsTheSameOnAnotherArchitecture() throws IOException {
        for (String name : new String[] {"100", "9", "self"}) {
            Files.createFile(folder.resolve(name));
        }
        String architecture = System.getProperty("os.arch");
        System.setProperty("os.arch", "riscv64");
        try {
            NumberedEntries other = new NumberedEntries();
            assertThat(other.list(folder.toString())).isEqualTo(2);
            assertThat(other.number(0)).isEqualTo(9);
        } finally {
            System.setProperty("os.arch", architecture);
        }
    }

    @Test
    void listingProcessesAllocatesNoObjectPerProcess() {
        int[] found = {0};
        assertThat(Allocated.fewestBy(20, () -> found[0] = entries.list("/proc")))
                .isLessThan(1_000);
        assertThat(found[0]).isPositive();
    }
}
