package org.ticktoquote.host.plan;

import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.state.CpuList;

/**
 * A thread of a plan.
 *
 * @param cpus none: it is left alone
 * @param level part of the machine that its set is, in a word
 * @param reason for its set, as the rest of a sentence
 * @param onPath whether it is on the path from adapter to adapter
 */
record PlannedThread(ThreadNode thread, CpuList cpus, String level, String reason, boolean onPath) {
    /** CPUs in words, as in {@code CPUs 2-3}. */
    String words(String otherwise) {
        return cpus.isEmpty() ? otherwise : "CPUs " + cpus;
    }
}
