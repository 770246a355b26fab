package org.ticktoquote.core.audit;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * How often the collectors of this JVM stopped it. With it whoever reads the collector's log knows whether the log tells
 * of all pauses.
 */
final class CollectorPauses {
    /** Concurrent collectors count their cycles beside the pauses in them. */
    private static final String CYCLES = "Cycles";

    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();

    private CollectorPauses() {}

    /** Since the JVM began. */
    static long counted() {
        long pauses = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            pauses += collector.getName().endsWith(CYCLES) ? 0 : Math.max(0, collector.getCollectionCount());
        }
        return pauses;
    }
}
