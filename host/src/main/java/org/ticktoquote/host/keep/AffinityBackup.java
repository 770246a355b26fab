package org.ticktoquote.host.keep;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ticktoquote.host.mask.MaskRestorer;
import org.ticktoquote.host.mask.MaskRestorer.Restored;
import org.ticktoquote.host.mask.OriginalMasks;
import org.ticktoquote.host.mask.ThreadMask;
import org.ticktoquote.host.placement.Placement;
import org.ticktoquote.host.state.CpuList;

/**
 * The masks that threads had, reported to a process that survives this one before any is changed. Not thread-safe.
 *
 * <p>A newcomer that was born with a mask of the plan inherited it from its creator: it is owed its process's usual mask.
 */
final class AffinityBackup {
    private final Consumer<OriginalMasks> survivor;
    private final Map<Long, OriginalMasks> byProcess = new LinkedHashMap<>();

    AffinityBackup(Consumer<OriginalMasks> survivor) {
        this.survivor = survivor;
    }

    /** The mask that a thread is to have without us, when it has this one now. */
    CpuList owed(long pid, CpuList mask) {
        OriginalMasks known = byProcess.get(pid);
        return known != null && known.planned().contains(mask.toString()) ? CpuList.parse(known.usual()) : mask;
    }

    /** Takes down what placements of threads of one process are about to change. */
    void remember(ManagedProcess process, List<Placement> placements, Map<Long, CpuList> before) {
        if (before.isEmpty()) {
            return;
        }
        OriginalMasks known = byProcess.get(process.pid());
        String usual = known == null ? usual(before) : known.usual();
        List<String> planned = new ArrayList<>(known == null ? List.of() : known.planned());
        List<ThreadMask> threads = new ArrayList<>();
        for (Placement placement : placements) {
            CpuList mask = before.get(placement.thread().tid());
            if (mask != null && !placement.leftAlone()) {
                threads.add(new ThreadMask(
                        placement.thread().tid(),
                        placement.thread().startTicks(),
                        owed(process.pid(), mask).toString()));
            }
        }
        placements.stream()
                .filter(placement -> !placement.leftAlone())
                .map(placement -> placement.cpus().toString())
                .filter(mask -> !planned.contains(mask))
                .forEach(planned::add);
        OriginalMasks news = new OriginalMasks(process.pid(), usual, planned, threads);
        byProcess.put(process.pid(), known == null ? news : known.and(news));
        if (process.outlives()) {
            survivor.accept(news);
        }
    }

    /** The mask that most threads have. */
    private static String usual(Map<Long, CpuList> masks) {
        return masks.values().stream()
                .collect(Collectors.groupingBy(CpuList::toString, Collectors.counting()))
                .entrySet()
                .stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("");
    }

    /** Gives every thread its mask back. */
    Restored restore(MaskRestorer restorer) {
        return byProcess.values().stream().map(restorer::restore).reduce(Restored.NONE, Restored::and);
    }
}
