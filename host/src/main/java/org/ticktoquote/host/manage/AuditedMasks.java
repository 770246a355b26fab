package org.ticktoquote.host.manage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.Set;
import org.ticktoquote.host.mask.MaskChange;
import org.ticktoquote.host.mask.MaskRestorer;
import org.ticktoquote.host.mask.ThreadMasks;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ThreadStat;

/**
 * Masks of one process's threads with a line in an {@link AffinityLog} before and after each call. A restore leaves a mask that
 * is not the one of the log alone: another process changed it. Not thread-safe.
 */
final class AuditedMasks implements ThreadMasks {
    private static final int NOT_MADE = 0;

    private final ThreadMasks masks;
    private final ProcessFiles files;
    private final AffinityLog log;
    private final long pid;
    private int foreign;

    AuditedMasks(ThreadMasks masks, ProcessFiles files, AffinityLog log, long pid) {
        this.masks = masks;
        this.files = files;
        this.log = log;
        this.pid = pid;
    }

    /** A line about a thread. */
    static ObjectNode line(String action, ThreadStat thread) {
        return AffinityLog.line(action, "thread", thread.tid(), thread.startTicks(), thread.name());
    }

    @Override
    public Optional<CpuList> read(long tid) {
        return masks.read(tid);
    }

    @Override
    public MaskChange set(long tid, CpuList cpus, String reason) {
        Optional<ThreadStat> stat = files.stat(pid, tid);
        Optional<CpuList> before = masks.read(tid);
        if (stat.isEmpty() || before.isEmpty()) {
            return MaskChange.GONE;
        }
        String found = before.get().toString();
        if (reason.equals(MaskRestorer.REASON)) {
            Set<String> known = log.masks(tid, stat.get().startTicks());
            if (before.get().equals(cpus)) {
                return MaskChange.DONE;
            }
            if (!known.isEmpty() && !known.contains(found)) {
                drift(stat.get(), known.iterator().next(), found);
                foreign++;
                return MaskChange.refused(NOT_MADE, "another process set it to " + found);
            }
        }
        log.write(call("intended", stat.get(), found, cpus, reason));
        MaskChange change = masks.set(tid, cpus, reason);
        String after = masks.read(tid).map(CpuList::toString).orElse("");
        log.write(call("completed", stat.get(), found, cpus, reason)
                .put("readBack", after)
                .put("errno", change.errno()));
        return change;
    }

    private ObjectNode call(String action, ThreadStat thread, String before, CpuList requested, String reason) {
        return log.call(line(action, thread), before, requested.toString(), reason);
    }

    /** Another process changed a mask. */
    void drift(ThreadStat thread, String expected, String found) {
        log.write(line("drift", thread).put("before", expected).put("readBack", found));
    }

    /** Masks that were not restored, since another process changed them. */
    int foreign() {
        return foreign;
    }
}
