package org.ticktoquote.core.audit;

import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.linux.KernelText;
import org.ticktoquote.core.linux.KernelText.OpenFile;
import org.ticktoquote.core.linux.NumberedEntries;

/**
 * Time that the threads of a process were runnable without a CPU, from the second field of {@code schedstat}
 * (Documentation/scheduler/sched-stats). The time of ended threads is lost. Not thread-safe.
 */
public final class RunDelay implements AutoCloseable {
    /** Maximum number of files that stay open. */
    private static final int MAX_OPEN_FILES = 64;

    private final String tasks;
    private final NumberedEntries threads = new NumberedEntries();
    private final Long2ObjectHashMap<OpenFile> files = new Long2ObjectHashMap<>();

    /** @param tasks the folder {@code /proc/PID/task} of the process */
    public RunDelay(String tasks) {
        this.tasks = tasks;
    }

    /**
     * Returns the sum over the process's threads, in nanoseconds. 0 if the kernel does not report it.
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

    /** Closes the files of the threads. The next read reopens them. */
    @Override
    public void close() {
        files.values().forEach(OpenFile::close);
        files.clear();
    }
}
