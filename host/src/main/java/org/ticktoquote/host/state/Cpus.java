package org.ticktoquote.host.state;

import java.util.List;
import java.util.TreeSet;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;

/**
 * The CPUs of a host and what the kernel keeps away from some of them.
 *
 * @param online as {@code /sys/devices/system/cpu/online} lists them
 * @param isolated from the scheduler, at boot or by an isolated cpuset partition
 * @param tickless without a timer tick while one thread runs ({@code nohz_full})
 * @param withoutCallbacks whose RCU callbacks run elsewhere ({@code rcu_nocbs}, and every {@code nohz_full} CPU)
 * @param allowed which a thread of this process may ask for: its cpuset
 * @param inherited where threads of this process run if they ask for nothing; without isolated ones on most hosts
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
        CpuList isolated = CpuList.parse(host.file(FOLDER + "/isolated").or(""))
                .and(CpuList.parse(
                        host.file("/sys/fs/cgroup/cpuset.cpus.isolated").or("")));
        // "(null)" on kernels with the feature that were booted without it
        CpuList tickless = CpuList.parse(host.file(FOLDER + "/nohz_full").or(""));
        CpuList withoutCallbacks =
                CpuList.parse(BootParameters.read(host).value("rcu_nocbs").orElse(""), online.last());
        CpuList inherited = maskOf(host, "self", online);
        CpuList allowed = Cgroup.cpuset(host).map(CpuList::parse).orElse(inherited.and(isolated));
        return new Cpus(online, isolated, tickless, withoutCallbacks.and(tickless), allowed, inherited);
    }

    private static CpuList maskOf(Host host, String process, CpuList unknown) {
        return host.file("/proc/" + process + "/status")
                .or("")
                .lines()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .findFirst()
                .map(line -> CpuList.parse(line.substring(line.indexOf(':') + 1)))
                .orElse(unknown);
    }

    /**
     * CPUs that are kept free for measured threads: isolated ones or, where none is, tickless ones that the mask of process 1
     * leaves out, as {@code cpu-partitioning} of tuned does.
     */
    public CpuList reserved(Host host) {
        return isolated.isEmpty() ? tickless.without(maskOf(host, "1", online)) : isolated;
    }

    /** CPUs that a lab would isolate here: all but the first, or all but the first two when there are more than four. */
    public CpuList worthIsolating() {
        int kept = online.count() > 4 ? 2 : 1;
        return online.numbers().stream().skip(kept).map(CpuList::of).reduce(CpuList.none(), CpuList::and);
    }

    /** The values of one file of every CPU's directory, each with the CPUs that show it; unknown when none has it. */
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

    /** The path of a file in a CPU's directory. */
    public static String path(int cpu, String file) {
        return FOLDER + "/cpu" + cpu + "/" + file;
    }

    /** The sockets, cores and hardware threads in words, as in {@code 2 sockets x 4 cores x 2 threads}. */
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
}
