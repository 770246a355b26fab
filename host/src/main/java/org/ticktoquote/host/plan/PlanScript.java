package org.ticktoquote.host.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ticktoquote.host.graph.ThreadNode;
import org.ticktoquote.host.process.ShellWords;
import org.ticktoquote.host.state.CpuList;

/** A plan as a shell script of taskset or cset calls, and lines for a systemd unit. Names of threads are quoted. */
public final class PlanScript {
    private static final String HEAD = """
        #!/bin/sh
        # Gives the threads of a process their CPUs, by name: PID=4711 sh %1$s, or PID=4711 sh %1$s cset
        # With cset (needs root) every set of CPUs is a cpuset.
        # systemd has one set for all threads of a unit: CPUAffinity=%2$s
        set -u
        : "${PID:?process of the application}"
        way=${1:-taskset}

        make() { # CPUS
          if [ "$way" = cset ]; then cset set --cpu="$1" --set="t2q-$1"; fi
        }
        pin() { # CPUS NAME
          for task in /proc/"$PID"/task/*; do
            name=$(cat "$task/comm"; echo x)
            if [ "$name" = "$2
        x" ]; then
              if [ "$way" = cset ]; then
                cset proc --move --pid="${task##*/}" --toset="t2q-$1"
              else
                taskset --cpu-list --pid "$1" "${task##*/}"
              fi
            fi
          done
        }

        """;

    private PlanScript() {}

    /** Script of the application's threads. */
    public static String of(ThreadPlan plan, String file) {
        Map<String, CpuList> ofName = new LinkedHashMap<>();
        plan.threads().stream()
                .filter(each -> each.thread().process().equals(ThreadNode.APPLICATION)
                        && !each.cpus().isEmpty())
                .forEach(each -> ofName.putIfAbsent(each.thread().name(), each.cpus()));
        CpuList all = ofName.values().stream().reduce(CpuList.none(), CpuList::and);
        StringBuilder script = new StringBuilder(
                HEAD.formatted(PlanRules.printable(file), all.toString().replace(',', ' ')));
        ofName.values().stream()
                .distinct()
                .forEach(set -> script.append("make ").append(set).append('\n'));
        ofName.forEach((name, set) -> script.append("pin ")
                .append(set)
                .append(' ')
                .append(ShellWords.quoted(name))
                .append('\n'));
        return script.toString();
    }
}
