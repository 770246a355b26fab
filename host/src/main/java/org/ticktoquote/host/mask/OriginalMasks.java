package org.ticktoquote.host.mask;

import java.util.ArrayList;
import java.util.List;

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
