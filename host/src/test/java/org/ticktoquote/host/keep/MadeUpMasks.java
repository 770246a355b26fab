package org.ticktoquote.host.keep;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.ticktoquote.host.keep.ThreadMasks.MaskChange;
import org.ticktoquote.host.state.CpuList;

/** In-memory affinity masks. */
final class MadeUpMasks implements ThreadMasks {
    final Map<Long, CpuList> masks = new HashMap<>();
    final Set<Long> forbidden = new HashSet<>();
    /** Runs whenever a mask is read. */
    LongConsumer meanwhile = tid -> {};

    void put(long tid, String cpus) {
        masks.put(tid, CpuList.parse(cpus));
    }

    String of(long tid) {
        return String.valueOf(masks.get(tid));
    }

    @Override
    public Optional<CpuList> read(long tid) {
        meanwhile.accept(tid);
        return Optional.ofNullable(masks.get(tid));
    }

    @Override
    public MaskChange set(long tid, CpuList cpus, String reason) {
        if (!masks.containsKey(tid)) {
            return MaskChange.GONE;
        }
        if (forbidden.contains(tid)) {
            return MaskChange.refused(1, "Operation not permitted");
        }
        masks.put(tid, cpus);
        return MaskChange.DONE;
    }
}
