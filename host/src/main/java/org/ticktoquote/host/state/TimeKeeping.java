package org.ticktoquote.host.state;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.host.source.Host;
import org.ticktoquote.host.source.Reading;

/**
 * Time synchronisation of a host.
 *
 * @param keepers daemons that set the system clock, by name
 * @param ptpClocks hardware clocks of adapters
 * @param problem problem that the daemon reports; empty if none
 */
public record TimeKeeping(List<String> keepers, List<String> ptpClocks, String problem) {
    private static final String TIMEMASTER = "timemaster";
    private static final Set<String> DAEMONS =
            Set.of("chronyd", "ntpd", "systemd-timesyn", "phc2sys", "openntpd", "sfptpd", "ptpd", TIMEMASTER);
    private static final int LEAP_STATUS = 13;

    public TimeKeeping {
        keepers = List.copyOf(keepers);
        ptpClocks = List.copyOf(ptpClocks);
    }

    /** Finds the daemons, without those that timemaster has started. Asks chronyd whether it is synchronised. */
    public static TimeKeeping read(Host host, ProcessTable processes) {
        List<String> keepers = processes.all().stream()
                .filter(process -> DAEMONS.contains(process.name()) && !isOfTimemaster(process, processes))
                .map(ProcessTable.Entry::name)
                .distinct()
                .sorted()
                .toList();
        boolean chrony = !processes.running(Set.of("chronyd")).isEmpty();
        return new TimeKeeping(keepers, host.names("/sys/class/ptp"), chrony ? chronyProblem(host) : "");
    }

    /**
     * Timemaster (linuxptp) runs ntpd or chronyd and phc2sys so that only one of them sets the clock. With {@code -F},
     * chronyd has a helper process of its name.
     */
    private static boolean isOfTimemaster(ProcessTable.Entry process, ProcessTable processes) {
        Set<Long> visited = new HashSet<>();
        ProcessTable.@Nullable Entry parent = processes.processes().get(process.parent());
        while (parent != null && !parent.name().equals(TIMEMASTER) && visited.add(parent.pid())) {
            parent = processes.processes().get(parent.parent());
        }
        return parent != null && parent.name().equals(TIMEMASTER);
    }

    /** Parses {@code chronyc -c tracking}: 14 fields, the last one is the leap status (chronyc(1)). */
    private static String chronyProblem(Host host) {
        Reading tracking = host.tool("chronyc", "-c", "tracking").line();
        if (!tracking.known()) {
            return "";
        }
        String[] fields = tracking.or("").split(",", -1);
        return fields.length > LEAP_STATUS && fields[LEAP_STATUS].equals("Not synchronised") ? "not synchronised" : "";
    }

    public String description() {
        String who = keepers.isEmpty() ? "no daemon" : String.join(", ", keepers);
        String clocks = ptpClocks.isEmpty() ? "" : "; hardware clocks " + String.join(", ", ptpClocks);
        return who + (problem.isEmpty() ? "" : " (" + problem + ")") + clocks;
    }
}
