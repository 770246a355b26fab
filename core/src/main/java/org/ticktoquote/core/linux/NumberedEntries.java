package org.ticktoquote.core.linux;

import com.sun.jna.LastErrorException;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lists the numeric entries of a folder with {@code getdents64(2)}: processes in {@code /proc} and threads in
 * {@code /proc/PID/task}. Reuses its buffers. Allocates little more than the folder's name, unless a list is the longest
 * so far or the C library is not available. Not thread-safe.
 */
public final class NumberedEntries {
    /** Number of the system call by architecture. */
    private static final Map<String, Long> GETDENTS64 = Map.of("amd64", 217L, "aarch64", 61L);

    private static final int O_RDONLY = 0;
    private static final int RECORD_LENGTH = 16;
    private static final int NAME = 19;

    private final long call = GETDENTS64.getOrDefault(System.getProperty("os.arch", ""), KernelText.NONE);
    private final byte[] records = new byte[1 << 13];
    private final ByteBuffer lengths = ByteBuffer.wrap(records).order(ByteOrder.nativeOrder());
    private long[] numbers = new long[64];
    private int size;

    /** Lists a folder. Returns the number of entries, 0 if it cannot be listed. */
    public int list(String folder) {
        size = 0;
        if (call == KernelText.NONE) {
            listNames(folder);
        } else {
            listEntries(folder);
        }
        Arrays.sort(numbers, 0, size);
        return size;
    }

    private void listEntries(String folder) {
        try {
            int file = LibC.Direct.open((folder + '\0').getBytes(StandardCharsets.UTF_8), O_RDONLY);
            try {
                for (long end = 1; end > 0; ) {
                    end = LibC.Direct.syscall(call, file, records, records.length);
                    for (int at = 0; at < end; at += lengths.getShort(at + RECORD_LENGTH)) {
                        add(numberAt(at + NAME));
                    }
                }
            } finally {
                LibC.Direct.close(file);
            }
        } catch (LastErrorException ended) {
            size = 0;
        } catch (LinkageError notHere) {
            listNames(folder);
        }
    }

    private void listNames(String folder) {
        String @Nullable [] names = new File(folder).list();
        for (String name : names == null ? new String[0] : names) {
            add(name.matches("[0-9]{1,18}") ? Long.parseLong(name) : KernelText.NONE);
        }
    }

    private long numberAt(int name) {
        long number = records[name] == 0 ? KernelText.NONE : 0;
        for (int at = name; records[at] != 0; at++) {
            if (records[at] < '0' || records[at] > '9') {
                return KernelText.NONE;
            }
            number = 10 * number + records[at] - '0';
        }
        return number;
    }

    private void add(long number) {
        if (number >= 0) {
            numbers = size < numbers.length ? numbers : Arrays.copyOf(numbers, 2 * size);
            numbers[size++] = number;
        }
    }

    public int size() {
        return size;
    }

    /** Returns an entry of the last list, in ascending order. */
    public long number(int index) {
        return numbers[index];
    }
}
