package org.ticktoquote.host.graph;

import org.ticktoquote.host.graph.ThreadNode.ThreadRole;
import org.ticktoquote.host.state.CpuList;

/** Threads for tests. */
public final class Threads {
    private Threads() {}

    /** Returns an application thread of a model, without observed values. */
    public static ThreadNode modelled(int id, String name, String component, double load, double slices) {
        return modelled(id, name, ThreadRole.COMPONENT, component, load, slices, false);
    }

    /** Returns an application thread with a role, without observed values. */
    public static ThreadNode modelled(int id, String name, ThreadRole role, double load, double slices, boolean spins) {
        return modelled(id, name, role, "", load, slices, spins);
    }

    private static ThreadNode modelled(
            int id, String name, ThreadRole role, String component, double load, double slices, boolean spins) {
        String process = ThreadNode.APPLICATION;
        CpuList none = CpuList.none();
        return new ThreadNode(id, process, 0, 0, 0, name, "", role, component, load, load, slices, spins, none, -1);
    }
}
