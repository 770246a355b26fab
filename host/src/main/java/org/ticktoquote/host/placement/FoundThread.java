package org.ticktoquote.host.placement;

import org.ticktoquote.host.threads.ProcessFiles.ThreadStat;
import org.ticktoquote.host.threads.ThreadKind;

/**
 * Existing or recently ended thread.
 *
 * @param owner owner of its process
 * @param name kernel's name, up to 15 bytes
 * @param kind kind of JVM thread
 * @param startTicks start time in ticks after boot; identifies a thread uniquely together with its id
 */
public record FoundThread(ThreadOwner owner, long pid, long tid, String name, ThreadKind kind, long startTicks) {
    /** Creates a thread from its {@code stat} line. A JVM's own threads belong to the JVM, not to the application. */
    public static FoundThread of(ThreadOwner process, long pid, ThreadStat stat) {
        return of(process, pid, stat.tid(), stat.name(), stat.startTicks());
    }

    /** Creates a thread that was observed earlier. */
    public static FoundThread of(ThreadOwner process, long pid, long tid, String name, long startTicks) {
        ThreadKind kind = ThreadKind.ofName(name);
        boolean jvms = process == ThreadOwner.APPLICATION && kind != ThreadKind.OTHER;
        return new FoundThread(jvms ? ThreadOwner.APPLICATION_JVM : process, pid, tid, name, kind, startTicks);
    }

    /** Returns whether a {@code stat} line belongs to this thread, not to a later one with the same id. */
    public boolean is(ThreadStat stat) {
        return stat.tid() == tid && stat.startTicks() == startTicks;
    }
}
