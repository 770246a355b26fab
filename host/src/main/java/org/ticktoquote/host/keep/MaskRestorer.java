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
import org.ticktoquote.host.placement.ThreadPlanner.Placement;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.ProcessFiles;
import org.ticktoquote.host.threads.ProcessFiles.ThreadStat;

/** Restores the masks of threads and verifies them. */
public final class MaskRestorer {
    /** Reason passed with each change. */
    public static final String REASON = "restore";

    /** Maximum number of scans. Threads can start more threads with a planned mask during the restore. */
    private static final int MAX_ROUNDS = 20;

    private final ProcessFiles files;
    private final ThreadMasks masks;

    public MaskRestorer(ProcessFiles files, ThreadMasks masks) {
        this.files = files;
        this.masks = masks;
    }

    /**
     * Result of a restore.
     *
     * @param restored threads that have their mask again
     * @param newcomers restored threads that started under the plan and now have their process's usual mask
     * @param gone threads that had ended
     * @param refused threads whose mask still differs
     */
    public record Restored(int restored, int newcomers, int gone, int refused) {
        public static final Restored NONE = new Restored(0, 0, 0, 0);

        /** Formats as in {@code 214 restored, 3 of them started under the plan, 2 had ended}. */
        public String description() {
            return restored + " restored, " + newcomers + " of them started under the plan, " + gone + " had ended"
                    + (refused == 0 ? "" : ", " + refused + " could not be restored");
        }

        public Restored plus(Restored other) {
            return new Restored(
                    restored + other.restored, newcomers + other.newcomers, gone + other.gone, refused + other.refused);
        }
    }

    /** Restores the masks of a process's threads. Newcomers with a mask of the plan get the usual mask. */
    public Restored restore(OriginalMasks original) {
        Set<Long> known = new HashSet<>();
        Restored sum = Restored.NONE;
        for (ThreadMask thread : original.threads()) {
            known.add(thread.tid());
            sum = sum.plus(restore(original.pid(), thread));
        }
        for (int round = 0; round < MAX_ROUNDS; round++) {
            List<Long> unknown =
                    files.threads(original.pid()).stream().filter(known::add).toList();
            if (unknown.isEmpty()) {
                return sum;
            }
            for (long tid : unknown) {
                sum = sum.plus(release(tid, original));
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

    /** Gives a newcomer the usual mask if its mask is one of the plan's. Any other mask is the application's own choice. */
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
        if (change.equals(MaskChange.GONE)) {
            return new Restored(0, 0, 1, 0);
        }
        boolean asBefore = masks.read(tid).map(cpus::equals).orElse(false);
        return asBefore ? new Restored(1, 0, 0, 0) : new Restored(0, 0, 0, 1);
    }

    /**
     * Original masks of a process's threads.
     *
     * @param usual mask that most threads had; given to threads that started later with a mask of the plan
     * @param planned masks that the plan gives to this process's threads
     * @param threads mask of each thread
     */
    public record OriginalMasks(long pid, String usual, List<String> planned, List<ThreadMask> threads) {
        public OriginalMasks {
            planned = List.copyOf(planned);
            threads = List.copyOf(threads);
        }

        /** Returns a copy with threads found later. */
        public OriginalMasks plus(OriginalMasks later) {
            List<ThreadMask> all = new ArrayList<>(threads);
            all.addAll(later.threads);
            List<String> masks = new ArrayList<>(planned);
            later.planned.stream().filter(mask -> !masks.contains(mask)).forEach(masks::add);
            return new OriginalMasks(pid, usual, masks, all);
        }
    }

    /**
     * Original mask of one thread.
     *
     * @param startTicks start time in ticks after boot, to detect a reused id
     * @param cpus CPU list in the kernel's format
     */
    public record ThreadMask(long tid, long startTicks, String cpus) {}

    /**
     * Original masks of threads. Copies the masks of processes that can outlive this one to another process. Not thread-safe.
     *
     * <p>A newcomer with a mask of the plan inherited it from its creator. Its original mask is the usual mask of its
     * process.
     */
    static final class AffinityBackup {
        private final Consumer<OriginalMasks> survivor;
        /** Values have empty thread lists; {@link #threads} has the threads. */
        private final Map<Long, OriginalMasks> byProcess = new LinkedHashMap<>();

        private final Map<Long, Map<Long, ThreadMask>> threads = new HashMap<>();
        private int forgotten;

        AffinityBackup(Consumer<OriginalMasks> survivor) {
            this.survivor = survivor;
        }

        /** Returns the original mask of a thread, given its current one. */
        CpuList originalMask(long pid, CpuList mask) {
            OriginalMasks known = byProcess.get(pid);
            return known != null && known.planned().contains(mask.toString()) ? CpuList.parse(known.usual()) : mask;
        }

        /**
         * Records the masks that placements of one process's threads are about to change, and the masks that they set.
         *
         * @param before masks of the threads that are not recorded yet
         */
        void remember(ManagedProcess process, List<Placement> placements, Map<Long, CpuList> before) {
            OriginalMasks known = byProcess.get(process.pid());
            if (known == null && before.isEmpty()) {
                return;
            }
            String usual = known == null ? usual(before) : known.usual();
            List<String> planned = new ArrayList<>(known == null ? List.of() : known.planned());
            List<ThreadMask> threads = new ArrayList<>();
            for (Placement placement : placements) {
                CpuList mask = before.get(placement.thread().tid());
                if (mask != null && !placement.leftAlone()) {
                    threads.add(new ThreadMask(
                            placement.thread().tid(),
                            placement.thread().startTicks(),
                            originalMask(process.pid(), mask).toString()));
                }
            }
            placements.stream()
                    .filter(placement -> !placement.leftAlone())
                    .map(placement -> placement.cpus().toString())
                    .filter(mask -> !planned.contains(mask))
                    .forEach(planned::add);
            if (known != null && threads.isEmpty() && planned.equals(known.planned())) {
                return;
            }
            byProcess.put(process.pid(), new OriginalMasks(process.pid(), usual, planned, List.of()));
            Map<Long, ThreadMask> all = this.threads.computeIfAbsent(process.pid(), first -> new LinkedHashMap<>());
            threads.forEach(thread -> all.put(thread.tid(), thread));
            if (process.outlives()) {
                survivor.accept(new OriginalMasks(process.pid(), usual, planned, threads));
            }
        }

        /** Forgets a thread that has ended, so that memory does not grow over a long run. */
        void forget(long pid, long tid) {
            forgotten += threads.getOrDefault(pid, new HashMap<>()).remove(tid) == null ? 0 : 1;
        }

        /** Returns the most frequent mask. */
        private static String usual(Map<Long, CpuList> masks) {
            return masks.values().stream()
                    .collect(Collectors.groupingBy(CpuList::toString, Collectors.counting()))
                    .entrySet()
                    .stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse("");
        }

        Restored restore(MaskRestorer restorer) {
            return byProcess.values().stream()
                    .map(known -> restorer.restore(new OriginalMasks(
                            known.pid(),
                            known.usual(),
                            known.planned(),
                            List.copyOf(
                                    threads.getOrDefault(known.pid(), Map.of()).values()))))
                    .reduce(new Restored(0, 0, forgotten, 0), Restored::plus);
        }
    }
}
