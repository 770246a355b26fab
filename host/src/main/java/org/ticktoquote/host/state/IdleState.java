package org.ticktoquote.host.state;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.host.source.Host;

/**
 * A state in which an idle CPU waits (C-state), from {@code cpuidle} (Documentation/admin-guide/pm/cpuidle.rst).
 *
 * @param name as in {@code C6}
 * @param exitUs how long it takes to wake up from it, as the kernel believes
 * @param disabled whether the kernel may not use it
 * @param held whether a latency request keeps the CPU out of it: the host's or the CPU's own (pm_qos_interface.rst)
 * @param disableFile where that is changed
 */
public record IdleState(String name, long exitUs, boolean disabled, boolean held, String disableFile) {
    /** Latency in microseconds that processes request, as four bytes in the order of the CPU. */
    public static final String REQUEST = "/dev/cpu_dma_latency";

    /** The states of all CPUs; empty when the kernel manages none. */
    public static List<IdleState> read(Host host, Cpus cpus) {
        List<IdleState> states = new ArrayList<>();
        long hostUs = requestUs(host.file(REQUEST).or(""));
        for (int cpu : cpus.online().numbers()) {
            String own = host.file(Cpus.path(cpu, "power/pm_qos_resume_latency_us"))
                    .line()
                    .or("0");
            long ownUs = own.equals("n/a") ? 0 : own.matches("[1-9][0-9]{0,8}") ? Long.parseLong(own) : Long.MAX_VALUE;
            String folder = Cpus.path(cpu, "cpuidle");
            for (String state : host.names(folder)) {
                if (state.startsWith("state")) {
                    states.add(state(host, folder + "/" + state, Math.min(hostUs, ownUs)));
                }
            }
        }
        return states;
    }

    /** The request as read; one of 128 us or more holds nothing that hurts, is no text in UTF-8, and counts as none. */
    private static long requestUs(String bytes) {
        long us = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            if (i >= bytes.length() || bytes.charAt(i) > Byte.MAX_VALUE) {
                return Long.MAX_VALUE;
            }
            us |= (long) bytes.charAt(i) << (Byte.SIZE * i);
        }
        return us;
    }

    private static IdleState state(Host host, String folder, long limitUs) {
        String latency = host.file(folder + "/latency").line().or("");
        long exitUs = latency.matches("[0-9]{1,9}") ? Long.parseLong(latency) : 0;
        return new IdleState(
                host.file(folder + "/name").line().or("?"),
                exitUs,
                host.file(folder + "/disable").line().or("0").equals("1"),
                exitUs > limitUs,
                folder + "/disable");
    }
}
