package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Limit;
import org.ticktoquote.analysis.validity.Limits;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.report.Figures;

/** On what, under which load and within which limits a run was measured, in one line. */
final class Environment {
    private static final String BETWEEN = " \u00b7 ";

    private Environment() {}

    static String of(RunManifest manifest, Summary summary) {
        Map<String, String> host = manifest.observed().host();
        List<String> parts = new ArrayList<>();
        add(parts, "hosts ", host.get("hosts"));
        add(parts, "", host.get("cpuModel"));
        add(parts, "CPUs ", host.get("cpus"));
        add(parts, "Linux ", host.get("kernel"));
        add(parts, "clock ", host.get("clockSource"));
        add(parts, "application's JVM: ", host.get("applicationJava"));
        add(parts, "harness's JVM: ", host.get("harnessJava"));
        add(parts, "threads ", host.get("threads"));
        parts.add("speed " + Figures.number(manifest.replay().speed()) + " x");
        parts.add("window " + RunFacts.window(manifest));
        parts.add(profile(summary.about().profile()));
        return String.join(BETWEEN, parts);
    }

    /** The profile, and those of its limits that a reader asks for first; all are in a table of the page. */
    private static String profile(String profile) {
        return "profile " + profile + ": replay lag up to " + allowed(profile, Rule.REPLAY_LAG_SHARE)
                + ", stalls of the clients up to " + allowed(profile, Rule.CLIENTS_STALL) + ", steal up to "
                + allowed(profile, Rule.STEAL);
    }

    /** The largest value of a rule that is no reason. */
    private static String allowed(String profile, String rule) {
        Limit limit = Limits.of(profile).limit(rule).orElseThrow();
        return RuleText.value(
                rule,
                Stream.of(limit.degradedAbove(), limit.voidAbove())
                        .flatMap(Stream::ofNullable)
                        .findFirst()
                        .orElseThrow());
    }

    private static void add(List<String> parts, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            parts.add(name + value);
        }
    }
}
