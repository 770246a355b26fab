package org.ticktoquote.host.audit;

import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ticktoquote.core.program.RootCommand;
import org.ticktoquote.host.state.Activity;
import org.ticktoquote.host.state.ProcessTable;

/** Other processes, and what an earlier run left behind. */
final class ProcessItems {
    private static final List<String> PROGRAMS =
            List.of("t2q.jar", "org.ticktoquote.harness.T2q", RootCommand.class.getName());
    static final String LEFT_OVERS = "left-overs";

    static final Map<String, Function<View, Answer>> LOOKS =
            Map.ofEntries(entry("busy-processes", ProcessItems::busy), entry("left-overs", ProcessItems::leftOvers));

    private static final double BUSY_PERCENT = 10;
    private static final int SHOWN = 5;

    private ProcessItems() {}

    private static Answer busy(View view) {
        if (view.activity().isEmpty()) {
            return Answer.unknown("only one moment of this host is known");
        }
        List<Activity.Busy> busy = view.activity().get().busy().stream()
                .filter(one -> one.percent() > BUSY_PERCENT)
                .toList();
        if (busy.isEmpty()) {
            return Answer.fit("none");
        }
        String names = busy.stream()
                .limit(SHOWN)
                .map(one -> String.format(Locale.ROOT, "%s %.0f %% (%d)", one.name(), one.percent(), one.pid()))
                .collect(Collectors.joining(", "));
        return Answer.deviates(
                names + (busy.size() > SHOWN ? " and " + (busy.size() - SHOWN) + " more" : ""),
                "end them, or move them to other CPUs with taskset -cp");
    }

    private static Answer leftOvers(View view) {
        if (view.processes().isEmpty()) {
            return Answer.unknown(ProcessTable.NONE);
        }
        List<String> found = new ArrayList<>();
        Set<Long> family = view.processes().family();
        for (ProcessTable.Entry entry : view.processes().all()) {
            if (!family.contains(entry.pid()) && entry.name().equals("java")) {
                String role = role(
                        view.host().file("/proc/" + entry.pid() + "/cmdline").or(""));
                if (!role.isEmpty()) {
                    found.add("t2q " + role + " (" + entry.pid() + ")");
                }
            }
        }
        // locks of Chronicle Affinity: t2q takes none, applications may
        view.host().names("/tmp").stream()
                .filter(name -> name.matches("cpu-[0-9]{1,4}\\.lock"))
                .map(name -> "/tmp/" + name)
                .forEach(found::add);
        return found.isEmpty()
                ? Answer.fit("none")
                : Answer.deviates(String.join(", ", found), "end the processes; remove locks whose owner is gone");
    }

    /** The subcommand of a t2q command line, whose words end with a zero byte; empty for other programs. */
    private static String role(String commandLine) {
        List<String> words = List.of(commandLine.split("\0", -1));
        for (int i = 0; i + 1 < words.size(); i++) {
            if (PROGRAMS.stream().anyMatch(words.get(i)::endsWith)) {
                return words.get(i + 1);
            }
        }
        return "";
    }
}
