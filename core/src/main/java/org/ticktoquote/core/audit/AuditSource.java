package org.ticktoquote.core.audit;

import java.util.function.ObjLongConsumer;

/** Something that counts: read about once a second by the audit's own thread. */
@FunctionalInterface
public interface AuditSource {
    /** Gives names and values; each value only grows while the process lives. */
    void read(ObjLongConsumer<String> counters);
}
