package org.ticktoquote.host.sampling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.evidence.StoppedProcess;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ThreadStat;

/** When processes were stopped by a signal or a debugger: one file of each is read at every look. Thread-safe. */
final class StopSampler {
    private final ProcessFiles files;
    private final NanoClock clock;
    private final Map<Long, Long> goingNs = new HashMap<>();
    private final Map<Long, Long> stoppedFromNs = new HashMap<>();
    private List<StoppedProcess> over = new ArrayList<>();

    StopSampler(ProcessFiles files, NanoClock clock) {
        this.files = files;
        this.clock = clock;
    }

    synchronized void look(Collection<Long> processes) {
        for (long pid : processes) {
            long beforeNs = clock.nanoTime();
            Optional<ThreadStat> leader = files.stat(pid, pid);
            if (leader.map(ThreadStat::stopped).orElse(false)) {
                stoppedFromNs.putIfAbsent(pid, goingNs.getOrDefault(pid, beforeNs));
            } else {
                goes(pid, clock.nanoTime());
                goingNs.put(pid, beforeNs);
            }
        }
    }

    private void goes(long pid, long nowNs) {
        @Nullable Long fromNs = stoppedFromNs.remove(pid);
        if (fromNs != null) {
            over.add(new StoppedProcess(pid, fromNs, nowNs));
        }
    }

    /** Those that went on since the last call. */
    synchronized List<StoppedProcess> over() {
        List<StoppedProcess> all = over;
        over = new ArrayList<>();
        return all;
    }

    /** Nobody looks any more: who is stopped now was so until here. */
    synchronized void end() {
        List.copyOf(stoppedFromNs.keySet()).forEach(pid -> goes(pid, clock.nanoTime()));
    }
}
