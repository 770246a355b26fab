package org.ticktoquote.host.graph;

import org.ticktoquote.host.state.CpuList;

/** Threads for tests. */
public final class Threads {
    private Threads() {}

    /** Returns an application thread of a model, without observed values. */
    public static ThreadNode modelled(int id, String name, String component, double load, double slices) {
        return new ThreadNode(
                id,
                ThreadNode.APPLICATION,
                0,
                0,
                0,
                name,
                "",
                ThreadRole.COMPONENT,
                component,
                load,
                load,
                slices,
                false,
                CpuList.none(),
                -1);
    }
}
