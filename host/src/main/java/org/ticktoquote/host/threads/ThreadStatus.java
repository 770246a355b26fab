package org.ticktoquote.host.threads;

import org.ticktoquote.host.state.CpuList;

/**
 * What {@code /proc/PID/task/TID/status} says (proc(5)).
 *
 * @param allowed CPUs
 * @param voluntary times that the thread gave its CPU up
 * @param involuntary times that it was taken away
 */
public record ThreadStatus(CpuList allowed, long voluntary, long involuntary) {
    /** Nothing known. */
    public static final ThreadStatus NONE = new ThreadStatus(CpuList.none(), 0, 0);

    /** Of the file's text; what it does not say is nothing. */
    public static ThreadStatus parse(String text) {
        CpuList allowed = CpuList.none();
        long voluntary = 0;
        long involuntary = 0;
        for (String line : text.lines().toList()) {
            String value = line.substring(line.indexOf(':') + 1).trim();
            if (line.startsWith("Cpus_allowed_list:")) {
                allowed = CpuList.parse(value);
            } else if (line.startsWith("voluntary_ctxt_switches:")) {
                voluntary = Long.parseLong(value);
            } else if (line.startsWith("nonvoluntary_ctxt_switches:")) {
                involuntary = Long.parseLong(value);
            }
        }
        return new ThreadStatus(allowed, voluntary, involuntary);
    }

    /** How often it left a CPU. */
    public long switches() {
        return voluntary + involuntary;
    }
}
