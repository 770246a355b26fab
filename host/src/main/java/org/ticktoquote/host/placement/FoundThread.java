package org.ticktoquote.host.placement;

import org.ticktoquote.host.threads.ProcessFiles.ThreadStat;
import org.ticktoquote.host.threads.ThreadKind;

/**
 * A thread that exists, or did a moment ago.
 *
 * @param party whose it is
 * @param name as the kernel keeps it, up to 15 characters
 * @param kind of a JVM's threads
 * @param startTicks after boot; with the id it names one thread for ever
 */
public record FoundThread(ThreadOwner party, long pid, long tid, String name, ThreadKind kind, long startTicks) {
    /** A thread of a party's process as its line says; what a JVM has of its own is not the application's. */
    public static FoundThread of(ThreadOwner process, long pid, ThreadStat stat) {
        return of(process, pid, stat.tid(), stat.name(), stat.startTicks());
    }

    /** The same of a thread that was observed earlier. */
    public static FoundThread of(ThreadOwner process, long pid, long tid, String name, long startTicks) {
        ThreadKind kind = ThreadKind.ofName(name);
        boolean jvms = process == ThreadOwner.APPLICATION && kind != ThreadKind.OTHER;
        return new FoundThread(jvms ? ThreadOwner.APPLICATION_JVM : process, pid, tid, name, kind, startTicks);
    }

    /** Whether a line of that id is still of this thread, not of a later one. */
    public boolean is(ThreadStat stat) {
        return stat.tid() == tid && stat.startTicks() == startTicks;
    }
}
