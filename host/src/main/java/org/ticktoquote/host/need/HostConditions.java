package org.ticktoquote.host.need;

import java.util.List;
import java.util.stream.Stream;
import org.ticktoquote.core.command.Nearest;
import org.ticktoquote.core.yaml.Wildcard;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.host.audit.Severity;

/** Whether a condition can hold on any host, as far as its values are known beforehand: those of the audit are. */
public final class HostConditions {
    private static final String AUDIT = "audit.";
    private static final List<String> WEIGHTS =
            Stream.of(Severity.values()).map(Severity::word).toList();

    private HostConditions() {}

    /** Problems of the conditions of one part of a case. */
    public static void judge(YamlSection conditions) {
        for (String fact : conditions.allKeys()) {
            List<String> values = fact.startsWith(AUDIT) ? conditions.oneOrMore(fact) : null;
            for (String value : values == null ? List.<String>of() : values) {
                if (WEIGHTS.stream().noneMatch(weight -> Wildcard.anyMatches(List.of(value), weight))) {
                    String near = Nearest.of(value, WEIGHTS)
                            .map(each -> "; did you mean '" + each + "'?")
                            .orElse("");
                    conditions.problemAt(fact, "one of " + String.join(", ", WEIGHTS) + near);
                }
            }
        }
    }
}
