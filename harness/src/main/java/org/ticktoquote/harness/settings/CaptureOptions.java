package org.ticktoquote.harness.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.harness.run.RunPlan;
import org.ticktoquote.host.process.Tcpdump;
import picocli.CommandLine.Option;

/** Options that select the network interfaces to capture during a run. */
@OptionGroup(
        value = "Captures",
        common = {})
final class CaptureOptions {
    private static final String LIMIT = "2GB";
    private static final Pattern SIZE = Pattern.compile("(\\d{1,6})(MB|GB)");
    private static final long MILLION = 1_000_000;
    private static final long MIN_BYTES = Tcpdump.FILES * MILLION;

    @Option(
            names = "--capture",
            split = ",",
            paramLabel = "INTERFACE",
            description = "network interface that tcpdump captures during the run, for latencies on the wire")
    private List<String> interfaces = List.of();

    @Option(
            names = "--capture-limit",
            paramLabel = "SIZE",
            defaultValue = LIMIT,
            description = "disk space of a capture; when full, the oldest packets are overwritten (default: 2GB)")
    private String limit = LIMIT;

    @Option(
            names = "--capture-filter",
            paramLabel = "EXPRESSION",
            description = "tcpdump filter expression (default: the run's own ports, if known)")
    private @Nullable String filter;

    List<Problem> problems(boolean inventory) {
        List<Problem> wrong = new ArrayList<>();
        if (inventory && !interfaces.isEmpty()) {
            wrong.add(Problem.of("--capture")
                    .value(String.join(",", interfaces))
                    .expected("none with --hosts (use the key 'capture' of a host)"));
        }
        interfaces.stream()
                .filter(name -> !Tcpdump.isInterface(name))
                .forEach(name ->
                        wrong.add(Problem.of("--capture").value(name).expected("the name of a network interface")));
        if (bytes() < MIN_BYTES) {
            wrong.add(
                    Problem.of("--capture-limit").value(limit).expected("a size of at least 8MB, as in 500MB or 2GB"));
        }
        if (!inventory && interfaces.isEmpty() && (filter != null || !limit.equals(LIMIT))) {
            wrong.add(Problem.of("--capture-limit and --capture-filter").expected("only with --capture or --hosts"));
        }
        return wrong;
    }

    /** Parses the limit; 0 if it is not a size. */
    private long bytes() {
        Matcher size = SIZE.matcher(limit);
        return size.matches()
                ? Long.parseLong(size.group(1)) * (size.group(2).equals("GB") ? 1000 * MILLION : MILLION)
                : 0;
    }

    List<String> interfaces() {
        return interfaces;
    }

    RunPlan.Capture plan() {
        return new RunPlan.Capture(bytes(), Optional.ofNullable(filter));
    }
}
