package org.ticktoquote.core.audit;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * For how long the threads of a process were ready to run and had no processor, from the second field of each thread's
 * {@code schedstat} (Documentation/scheduler/sched-stats); what a thread had waited is gone when it ends.
 */
public final class RunDelay {
    private static final int WAITED = 1;

    private RunDelay() {}

    /** The sum over the threads in {@code tasks}, a process's folder of threads, in nanoseconds; 0 where the kernel does not count. */
    public static long read(Path tasks) {
        long waitedNs = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                waitedNs += waited(thread.resolve("schedstat"));
            }
        } catch (IOException absent) {
            return waitedNs;
        }
        return waitedNs;
    }

    private static long waited(Path file) {
        try {
            String[] fields = Files.readString(file).trim().split(" ", -1);
            return fields.length > WAITED ? Long.parseLong(fields[WAITED]) : 0;
        } catch (IOException | NumberFormatException ended) {
            return 0;
        }
    }
}
