package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.run.RunManifest;

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
        parts.add("profile " + summary.about().profile());
        return String.join(BETWEEN, parts);
    }

    private static void add(List<String> parts, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            parts.add(name + value);
        }
    }
}
