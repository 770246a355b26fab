package org.ticktoquote.host.state;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;

/**
 * CPUs of a host, and the subsets that the kernel keeps free of some of its work.
 *
 * <p>The kernel lists CPUs as kept free even when they are offline. Here they are online, unless that is unknown.
 *
 * @param online CPUs in {@code /sys/devices/system/cpu/online}
 * @param isolated CPUs isolated from the scheduler, at boot or by an isolated cpuset partition
 * @param tickless CPUs without a timer tick while one thread runs ({@code nohz_full})
 * @param withoutCallbacks CPUs whose RCU callbacks run elsewhere ({@code rcu_nocbs}, and every {@code nohz_full} CPU)
 * @param allowed CPUs of the cpuset, available to threads of this process on request
 * @param inherited CPUs that threads of this process use by default; without isolated CPUs on most hosts
 */
public record Cpus(
        CpuList online,
        CpuList isolated,
        CpuList tickless,
        CpuList withoutCallbacks,
        CpuList allowed,
        CpuList inherited) {
    static final String FOLDER = "/sys/devices/system/cpu";

    public static Cpus read(Host host) {
        CpuList online = CpuList.parse(host.file(FOLDER + "/online").or(""));
        CpuList isolated = within(
                online,
                CpuList.parse(host.file(FOLDER + "/isolated").or(""))
                        .union(CpuList.parse(
                                host.file("/sys/fs/cgroup/cpuset.cpus.isolated").or(""))));
        // "(null)" on kernels that have the feature but were booted without it
        CpuList tickless =
                within(online, CpuList.parse(host.file(FOLDER + "/nohz_full").or("")));
        CpuList withoutCallbacks = within(
                online,
                CpuList.parse(
                        KernelKind.bootParameters(host).parameter("rcu_nocbs").orElse(""), online.last()));
        CpuList inherited = within(online, maskOf(host, "self", online));
        CpuList allowed = within(
                online, Cgroup.cpuset(host, Cgroup.SELF).map(CpuList::parse).orElse(inherited.union(isolated)));
        return new Cpus(online, isolated, tickless, withoutCallbacks.union(tickless), allowed, inherited);
    }

    private static CpuList within(CpuList online, CpuList cpus) {
        return online.isEmpty() ? cpus : cpus.intersection(online);
    }

    /** Returns the online CPUs that control groups allow another process; all online CPUs if unknown. */
    public CpuList allowed(Host host, long pid) {
        return Cgroup.cpuset(host, Long.toString(pid))
                .map(CpuList::parse)
                .map(online::intersection)
                .orElse(online);
    }

    private static CpuList maskOf(Host host, String process, CpuList unknown) {
        return host.file("/proc/" + process + "/status")
                .after("Cpus_allowed_list:")
                .map(CpuList::parse)
                .orElse(unknown);
    }

    /**
     * Returns the CPUs kept free for measured threads: isolated CPUs or, if there are none, tickless CPUs outside the mask of
     * process 1, as tuned's profile {@code cpu-partitioning} configures them.
     */
    public CpuList reserved(Host host) {
        return isolated.isEmpty() ? tickless.without(maskOf(host, "1", online)) : isolated;
    }

    /** Returns the CPUs to suggest for isolation: all but the first, or all but the first two with more than four CPUs. */
    public CpuList isolationCandidates() {
        int kept = online.count() > 4 ? 2 : 1;
        return online.numbers().stream().skip(kept).map(CpuList::of).reduce(CpuList.none(), CpuList::union);
    }

    /** Returns the distinct values of one file over all CPUs, sorted and joined; the problem if no CPU has it. */
    public Reading perCpu(Host host, String file) {
        TreeSet<String> values = new TreeSet<>();
        Reading problem = Reading.absent(FOLDER + "/cpu*/" + file + " does not exist");
        for (int cpu : online.numbers()) {
            Reading value = host.file(path(cpu, file)).line();
            value.optional().ifPresent(values::add);
            problem = value.known() || value.absent() ? problem : value;
        }
        return values.isEmpty() ? problem : Reading.of(String.join(", ", values));
    }

    /** Returns the path of a file in a CPU's directory. */
    public static String path(int cpu, String file) {
        return FOLDER + "/cpu" + cpu + "/" + file;
    }

    /** Formats the topology as in {@code 2 sockets, 8 cores, 16 CPUs}. */
    public String topology(Host host) {
        List<Integer> cpus = online.numbers();
        long sockets = distinct(host, cpus, "topology/physical_package_id", "");
        long cores = distinct(host, cpus, "topology/physical_package_id", "topology/core_id");
        if (cores == 0) {
            return online.count() + " CPUs";
        }
        return sockets + (sockets == 1 ? " socket, " : " sockets, ") + cores + (cores == 1 ? " core, " : " cores, ")
                + online.count() + " CPUs";
    }

    private static long distinct(Host host, List<Integer> cpus, String first, String second) {
        return cpus.stream()
                .map(cpu -> host.file(path(cpu, first)).line().or("") + ":"
                        + (second.isEmpty()
                                ? ""
                                : host.file(path(cpu, second)).line().or("")))
                .filter(id -> !id.equals(":"))
                .distinct()
                .count();
    }

    /**
     * Idle state of a CPU (C-state), from {@code cpuidle} (Documentation/admin-guide/pm/cpuidle.rst).
     *
     * @param name name of the state, such as {@code C6}
     * @param exitUs the kernel's estimate of the exit latency
     * @param disabled whether the kernel must not use it
     * @param held whether a latency request of the host or the CPU prevents it (pm_qos_interface.rst)
     * @param disableFile file to disable it
     */
    public record IdleState(String name, long exitUs, boolean disabled, boolean held, String disableFile) {
        /** Requested latency in microseconds, as four bytes in native order. */
        public static final String REQUEST = "/dev/cpu_dma_latency";

        /** Returns the states of all CPUs; empty if the kernel does not manage any. */
        public static List<IdleState> read(Host host, Cpus cpus) {
            List<IdleState> states = new ArrayList<>();
            long hostUs = requestUs(host.file(REQUEST).or(""));
            for (int cpu : cpus.online().numbers()) {
                String own = host.file(Cpus.path(cpu, "power/pm_qos_resume_latency_us"))
                        .line()
                        .or("0");
                long ownUs =
                        own.equals("n/a") ? 0 : own.matches("[1-9][0-9]{0,8}") ? Long.parseLong(own) : Long.MAX_VALUE;
                String folder = Cpus.path(cpu, "cpuidle");
                for (String state : host.names(folder)) {
                    if (state.startsWith("state")) {
                        states.add(state(host, folder + "/" + state, Math.min(hostUs, ownUs)));
                    }
                }
            }
            return states;
        }

        /**
         * Decodes the request. A byte of 128 or more is lost because it is not valid UTF-8. Such a request is for 128 us or
         * more and counts as none.
         */
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
}
