package org.ticktoquote.host.audit;

import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ticktoquote.host.change.FileSetting;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.ProcessTable;

/** Observers of the kernel that somebody switched on. */
final class TraceItems {
    static final Map<String, Function<View, Answer>> LOOKS =
            Map.ofEntries(entry("tracing", TraceItems::tracing), entry("system-call-audit", TraceItems::audit));

    private static final List<String> FOLDERS = List.of("/sys/kernel/tracing/", "/sys/kernel/debug/tracing/");
    private static final String PROBES = "/sys/kernel/debug/kprobes/list";

    private TraceItems() {}

    private static Answer tracing(View view) {
        String folder = FOLDERS.stream()
                .filter(each -> view.line(each + "current_tracer").known())
                .findFirst()
                .orElse(FOLDERS.get(0));
        Reading tracer = view.line(folder + "current_tracer");
        if (!tracer.known()) {
            return Answer.unknown(tracer);
        }
        List<String> found = new ArrayList<>();
        if (!tracer.or("").equals("nop")) {
            found.add("tracer " + tracer.or(""));
        }
        // instances of t2q itself end with their run
        Stream<String> instances = view.host().names(folder + "instances").stream()
                .filter(name -> !name.startsWith("t2q-"))
                .map(name -> folder + "instances/" + name + "/");
        long events = Stream.concat(Stream.of(folder), instances)
                .flatMap(each -> lines(view, each + "set_event"))
                .count();
        long probes =
                lines(view, PROBES).filter(line -> !line.contains("[DISABLED]")).count();
        boolean tracerAlone = events == 0 && probes == 0;
        if (events > 0) {
            found.add(events + " events");
        }
        if (probes > 0) {
            found.add(probes + " kernel probes");
        }
        if (found.isEmpty()) {
            return Answer.fit("none");
        }
        String words = String.join(", ", found);
        return tracerAlone
                ? Answer.deviates(words, List.of(new FileSetting(folder + "current_tracer", "nop")))
                : Answer.deviates(words, "trace-cmd reset; end what set the probes (bpftool prog, perf probe --list)");
    }

    private static Stream<String> lines(View view, String path) {
        return view.host().file(path).or("").lines().filter(line -> !line.isBlank());
    }

    private static Answer audit(View view) {
        String parameter = view.boot().value("audit").orElse("");
        if (parameter.equals("0") || parameter.equals("off")) {
            return Answer.fit("audit=" + parameter);
        }
        if (view.processes().isEmpty()) {
            return Answer.unknown(ProcessTable.NONE);
        }
        if (view.processes().running(Set.of("auditd")).isEmpty()) {
            return Answer.fit("auditd does not run");
        }
        Reading rules = view.host().tool("auditctl", "-l");
        if (!rules.known()) {
            return Answer.unknown("auditd runs; its rules: " + rules.problem());
        }
        long calls = rules.or("").lines().filter(line -> line.contains(" -S ")).count();
        return calls == 0 || rules.or("").contains("never,task")
                ? Answer.fit("auditd runs, no rule for system calls")
                : Answer.deviates(calls + " rules for system calls", "auditctl -D, then auditctl -a never,task");
    }
}
