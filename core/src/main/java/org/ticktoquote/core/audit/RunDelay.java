package org.ticktoquote.core.audit;

import java.io.File;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.linux.KernelText;

/**
 * Time for which the threads of a process were ready to run and had no CPU, from the second field of each thread's
 * {@code schedstat} (Documentation/scheduler/sched-stats). The time of an ended thread is lost.
 */
public final class RunDelay {
    private RunDelay() {}

    /**
     * Returns the sum over the threads of a process, in nanoseconds. 0 if the kernel does not count.
     *
     * @param text buffer for reading
     * @param tasks the process's folder of threads
     */
    public static long read(KernelText text, String tasks) {
        String @Nullable [] threads = new File(tasks).list();
        long waitedNs = 0;
        for (String thread : threads == null ? new String[0] : threads) {
            boolean counted = text.read(tasks + '/' + thread + "/schedstat") && text.nextLine() && text.nextWord();
            waitedNs += counted ? Math.max(0, text.nextNumber()) : 0;
        }
        return waitedNs;
    }
}
