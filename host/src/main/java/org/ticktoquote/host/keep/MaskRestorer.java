package org.ticktoquote.host.keep;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ticktoquote.host.keep.HostProcesses.ManagedProcess;
import org.ticktoquote.host.keep.ThreadMasks.MaskChange;
import org.ticktoquote.host.placement.Placement;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStat;

/** Gives threads back the masks that they had, and reads them back. */
public final class MaskRestorer {
    /** Reason of the changes that it makes. */
    public static final String REASON = "restore";

    /** While threads are being restored others may start more, with a mask of the plan. */
    private static final int MOST_ROUNDS = 20;

    private final ProcessFiles files;
    private final ThreadMasks masks;

    public MaskRestorer(ProcessFiles files, ThreadMasks masks) {
        this.files = files;
        this.masks = masks;
    }

    /**
     * What came of it.
     *
     * @param restored threads that have their mask again
     * @param newcomers threads among them that were started under the plan, and have their process's usual mask now
     * @param gone threads that had ended
     * @param refused threads whose mask is still another
     */
    public record Restored(int restored, int newcomers, int gone, int refused) {
        public static final Restored NONE = new Restored(0, 0, 0, 0);

        /** As in {@code 214 restored, 3 of them started under the plan, 2 had ended}. */
        public String words() {
            return restored + " restored, " + newcomers + " of them started under the plan, " + gone + " had ended"
                    + (refused == 0 ? "" : ", " + refused + " could not be restored");
        }

        /** Both together. */
        public Restored and(Restored other) {
            return new Restored(
                    restored + other.restored, newcomers + other.newcomers, gone + other.gone, refused + other.refused);
        }
    }

    /** Restores the threads of one process. */
    public Restored restore(OriginalMasks original) {
        Set<Long> known = new HashSet<>();
        Restored sum = Restored.NONE;
        for (ThreadMask thread : original.threads()) {
            known.add(thread.tid());
            sum = sum.and(restore(original.pid(), thread));
        }
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<Long> unknown =
                    files.threads(original.pid()).stream().filter(known::add).toList();
            if (unknown.isEmpty()) {
                return sum;
            }
            for (long tid : unknown) {
                sum = sum.and(release(tid, original));
            }
        }
        return sum;
    }

    private Restored restore(long pid, ThreadMask thread) {
        boolean same = files.stat(pid, thread.tid())
                .map(ThreadStat::startTicks)
                .filter(ticks -> ticks == thread.startTicks())
                .isPresent();
        return same ? set(thread.tid(), CpuList.parse(thread.cpus())) : new Restored(0, 0, 1, 0);
    }

    /** A newcomer whose mask is not of the plan chose it itself. */
    private Restored release(long tid, OriginalMasks original) {
        String found = masks.read(tid).map(CpuList::toString).orElse("");
        if (found.equals(original.usual()) || !original.planned().contains(found)) {
            return Restored.NONE;
        }
        Restored set = set(tid, CpuList.parse(original.usual()));
        return new Restored(set.restored(), set.restored(), set.gone(), set.refused());
    }

    private Restored set(long tid, CpuList cpus) {
        MaskChange change = masks.set(tid, cpus, REASON);
        if (change.result() == MaskChange.Result.GONE) {
            return new Restored(0, 0, 1, 0);
        }
        boolean asBefore = masks.read(tid).map(cpus::equals).orElse(false);
        return asBefore ? new Restored(1, 0, 0, 0) : new Restored(0, 0, 0, 1);
    }

    /**
     * What has to be known to give a process's threads back the masks that they had.
     *
     * @param usual the mask that most of its threads had; threads born since, with a mask of the plan, get it
     * @param planned masks that the plan gives to this process's threads
     * @param threads each one's own mask
     */
    public record OriginalMasks(long pid, String usual, List<String> planned, List<ThreadMask> threads) {
        public OriginalMasks {
            planned = List.copyOf(planned);
            threads = List.copyOf(threads);
        }

        /** This and what is known of more threads of the process since. */
        public OriginalMasks and(OriginalMasks later) {
            List<ThreadMask> all = new ArrayList<>(threads);
            all.addAll(later.threads);
            List<String> masks = new ArrayList<>(planned);
            later.planned.stream().filter(mask -> !masks.contains(mask)).forEach(masks::add);
            return new OriginalMasks(pid, usual, masks, all);
        }
    }

    /**
     * The mask that one thread is to have again.
     *
     * @param startTicks of the thread after boot, so that no later thread of that id is touched
     * @param cpus as the kernel lists them
     */
    public record ThreadMask(long tid, long startTicks, String cpus) {}

    /**
     * The masks that threads had, reported to a process that survives this one before any is changed. Not thread-safe.
     *
     * <p>A newcomer that was born with a mask of the plan inherited it from its creator: it is owed its process's usual mask.
     */
    static final class AffinityBackup {
        private final Consumer<OriginalMasks> survivor;
        /** Without threads. */
        private final Map<Long, OriginalMasks> byProcess = new LinkedHashMap<>();

        private final Map<Long, Map<Long, ThreadMask>> threads = new HashMap<>();
        private int forgotten;

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
            byProcess.put(process.pid(), new OriginalMasks(process.pid(), usual, planned, List.of()));
            Map<Long, ThreadMask> all = this.threads.computeIfAbsent(process.pid(), first -> new LinkedHashMap<>());
            threads.forEach(thread -> all.put(thread.tid(), thread));
            if (process.outlives()) {
                survivor.accept(new OriginalMasks(process.pid(), usual, planned, threads));
            }
        }

        /** A thread has ended: a run of days has many. */
        void forget(long pid, long tid) {
            forgotten += threads.getOrDefault(pid, new HashMap<>()).remove(tid) == null ? 0 : 1;
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
            return byProcess.values().stream()
                    .map(known -> restorer.restore(new OriginalMasks(
                            known.pid(),
                            known.usual(),
                            known.planned(),
                            List.copyOf(
                                    threads.getOrDefault(known.pid(), Map.of()).values()))))
                    .reduce(new Restored(0, 0, forgotten, 0), Restored::and);
        }
    }
}
