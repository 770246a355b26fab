package org.ticktoquote.core.audit;

import java.util.function.ObjLongConsumer;

/** Source of counters. Read about once a second by one thread at a time. */
@FunctionalInterface
public interface CounterSource {
    /** Reports names and values. A value decreases only if threads that it counts have ended. */
    void read(ObjLongConsumer<String> counters);
}
