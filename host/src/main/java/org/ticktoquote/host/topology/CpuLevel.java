package org.ticktoquote.host.topology;

import java.util.Locale;

/** Part of a machine whose CPUs are a set, from the largest to the smallest. */
public enum CpuLevel {
    NODE,
    LLC,
    CORE,
    CPU;

    /** Word in files. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    int of(CpuPosition position) {
        return switch (this) {
            case NODE -> position.node();
            case LLC -> position.llc();
            case CORE -> position.core();
            case CPU -> position.cpu();
        };
    }
}
