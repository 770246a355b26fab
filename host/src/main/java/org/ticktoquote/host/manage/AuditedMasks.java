package org.ticktoquote.host.manage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
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
    private final String planSha256;
    private final Map<ThreadIdentity, Set<String>> known = new HashMap<>();
    private int changed;
    private int foreign;

    /** A thread for ever: ids are used again. */
    private record ThreadIdentity(long tid, long startTicks) {}

    AuditedMasks(ThreadMasks masks, ProcessFiles files, AffinityLog log, long pid, String planSha256) {
        this.masks = masks;
        this.files = files;
        this.log = log;
        this.pid = pid;
        this.planSha256 = planSha256;
        log.before().entries().stream()
                .filter(entry -> entry.object().equals("thread"))
                .forEach(entry -> known.put(new ThreadIdentity(entry.id(), entry.startTicks()), entry.masks()));
    }

    /** A line about a thread. */
    static ObjectNode line(String action, long tid, long startTicks, String name) {
        return AffinityLog.line(action)
                .put("object", "thread")
                .put("id", tid)
                .put("startTicks", startTicks)
                .put("name", name);
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
        ThreadIdentity thread = new ThreadIdentity(tid, stat.get().startTicks());
        if (reason.equals(MaskRestorer.REASON)) {
            if (before.get().equals(cpus)) {
                return MaskChange.DONE;
            }
            if (known.containsKey(thread) && !known.get(thread).contains(found)) {
                drift(stat.get(), known.get(thread).iterator().next(), found);
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
        known.put(thread, Set.of(after));
        changed++;
        return change;
    }

    private ObjectNode call(String action, ThreadStat thread, String before, CpuList requested, String reason) {
        return line(action, thread.tid(), thread.startTicks(), thread.name())
                .put("before", before)
                .put("requested", requested.toString())
                .put("reason", reason)
                .put("planSha256", planSha256);
    }

    /** Another process changed a mask. */
    void drift(ThreadStat thread, String expected, String found) {
        log.write(line("drift", thread.tid(), thread.startTicks(), thread.name())
                .put("before", expected)
                .put("readBack", found));
    }

    /** Calls made. */
    int changed() {
        return changed;
    }

    /** Masks that were not restored, since another process changed them. */
    int foreign() {
        return foreign;
    }
}
