package org.ticktoquote.host.sampling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.evidence.SeenThread;
import org.ticktoquote.core.evidence.ThreadCounts;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ThreadKind;

/**
 * What happened to each thread of some processes since the look before; what a thread went through between the last look and
 * its end is not known. Not thread-safe.
 */
final class ThreadSampler implements AutoCloseable {
    /** Of so many threads a file is kept open; of others it is opened at each look. */
    private static final int MOST_OPEN = 512;

    private final ProcessFiles files;
    private final Map<Long, SampledThread> known = new HashMap<>();
    private final List<SeenThread> met = new ArrayList<>();
    private Set<Long> processes = Set.of();
    private int threads;
    private long looks;

    ThreadSampler(ProcessFiles files) {
        this.files = files;
    }

    /** Looks at every thread of these; returns what happened to each since the last call. Of a process that is new nothing is known. */
    List<ThreadCounts> look(Set<Long> now) {
        List<ThreadCounts> grown = new ArrayList<>();
        looks++;
        for (long pid : now) {
            for (long tid : files.threads(pid)) {
                look(pid, tid).ifPresent(grown::add);
            }
        }
        known.values().removeIf(this::ended);
        processes = Set.copyOf(now);
        return grown;
    }

    private boolean ended(SampledThread thread) {
        boolean gone = thread.seenAt() != looks;
        if (gone) {
            thread.close();
        }
        return gone;
    }

    /** The threads that were met since the last call. */
    List<SeenThread> met() {
        List<SeenThread> all = List.copyOf(met);
        met.clear();
        return all;
    }

    private Optional<ThreadCounts> look(long pid, long tid) {
        @Nullable SampledThread thread = known.get(tid);
        if (thread != null) {
            Optional<ThreadCounts> counts = thread.look(looks, this::meet);
            if (thread.seenAt() == looks) {
                return counts;
            }
            thread.close();
            known.remove(tid);
        }
        SampledThread fresh = new SampledThread(files, pid, tid, known.size() < MOST_OPEN);
        known.put(tid, fresh);
        return fresh.begin(looks, processes.contains(pid), this::meet);
    }

    private SeenThread meet(long pid, long tid, String name) {
        SeenThread thread = new SeenThread(
                threads++, pid, tid, name, ThreadKind.ofName(name).word());
        met.add(thread);
        return thread;
    }

    @Override
    public void close() {
        known.values().forEach(SampledThread::close);
        known.clear();
    }
}
