package org.ticktoquote.core.audit;

import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.linux.KernelText;
import org.ticktoquote.core.linux.KernelText.OpenFile;
import org.ticktoquote.core.linux.NumberedEntries;

/**
 * Time for which the threads of a process were ready to run and had no CPU, from the second field of each thread's
 * {@code schedstat} (Documentation/scheduler/sched-stats). The time of an ended thread is lost. Not thread-safe.
 */
public final class RunDelay implements AutoCloseable {
    /** Threads whose file stays open. */
    private static final int MAX_OPEN_FILES = 64;

    private final String tasks;
    private final NumberedEntries threads = new NumberedEntries();
    private final Long2ObjectHashMap<OpenFile> files = new Long2ObjectHashMap<>();

    /** @param tasks the process's folder of threads */
    public RunDelay(String tasks) {
        this.tasks = tasks;
    }

    /**
     * Returns the sum over the process's threads, in nanoseconds. 0 if the kernel does not count.
     *
     * @param text buffer for reading
     */
    public long read(KernelText text) {
        long waitedNs = 0;
        int count = threads.list(tasks);
        for (int i = 0; i < count; i++) {
            OpenFile file = file(threads.number(i));
            boolean counted = text.read(file) && text.nextLine() && text.nextWord();
            waitedNs += counted ? Math.max(0, text.nextNumber()) : 0;
            if (i >= MAX_OPEN_FILES) {
                file.close();
            }
        }
        if (files.size() > count) {
            close();
        }
        return waitedNs;
    }

    private OpenFile file(long thread) {
        @Nullable OpenFile known = files.get(thread);
        if (known != null) {
            return known;
        }
        OpenFile file = new OpenFile(tasks + '/' + thread + "/schedstat");
        files.put(thread, file);
        return file;
    }

    /** Closes the files of the threads. The next read opens them again. */
    @Override
    public void close() {
        files.values().forEach(OpenFile::close);
        files.clear();
    }
}
