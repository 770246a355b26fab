package org.ticktoquote.host.audit;

import static java.util.Map.entry;
import static org.ticktoquote.host.audit.Severity.NOTE;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.ProcessTable;
import org.ticktoquote.host.state.TimeKeeping;

/** Who keeps the time and who tunes the host. */
final class TimeItems {
    static final Map<String, Function<View, Answer>> LOOKS =
            Map.ofEntries(entry("time-keeping", TimeItems::keeping), entry("tuned-profile", TimeItems::tuned));

    private static final Set<String> LATENCY_PROFILES = Set.of(
            "latency-performance",
            "network-latency",
            "realtime",
            "realtime-virtual-guest",
            "cpu-partitioning",
            "cpu-partitioning-powersave");

    /** Profiles of tuned for throughput, power or a product. */
    private static final Pattern OTHER_PROFILES =
            Pattern.compile("\\b(accelerator-performance|atomic|aws|balanced|default"
                    + "|desktop|enterprise-storage|hpc-compute|intel-sst|laptop|mssql|network-throughput|openshift|oracle|postgresql"
                    + "|powersave|sap|server-powersave|spectrumscale|spindown-disk|throughput|virtual-(guest|host))");

    private TimeItems() {}

    private static Answer keeping(View view) {
        if (view.processes().isEmpty()) {
            return Answer.unknown(ProcessTable.NONE);
        }
        TimeKeeping time = TimeKeeping.read(view.host(), view.processes());
        return switch (time.keepers().size()) {
            case 0 -> Answer.deviates(time.words(), "systemctl enable --now chronyd");
            case 1 ->
                time.trouble().isEmpty() ? Answer.fit(time.words()) : Answer.deviates(time.words(), "chronyc tracking");
            default -> Answer.deviates(time.words(), "systemctl disable --now all but one of them");
        };
    }

    private static Answer tuned(View view) {
        Reading profile = view.line("/etc/tuned/active_profile");
        if (profile.absent()) {
            return Answer.fit("tuned is not installed");
        }
        if (!profile.known()) {
            return Answer.unknown(profile);
        }
        String name = profile.or("");
        if (name.isEmpty() || LATENCY_PROFILES.contains(name)) {
            return Answer.fit(name.isEmpty() ? "none" : name);
        }
        String how = "tuned-adm profile network-latency, or cpu-partitioning with isolated CPUs";
        return OTHER_PROFILES.matcher(name).find()
                ? Answer.deviates(name, how)
                : Answer.deviates(name + ", none of tuned's own: the other lines show what it sets", how)
                        .weighing(NOTE);
    }
}
