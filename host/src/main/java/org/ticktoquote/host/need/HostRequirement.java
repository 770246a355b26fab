package org.ticktoquote.host.need;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.Nearest;
import org.ticktoquote.core.yaml.Wildcard;

/**
 * Conditions on a host, all of which must hold; what a host says of itself decides, not what it is called.
 *
 * @param conditions by the name of a fact the values that will do, {@code *} in them standing for anything
 */
public record HostRequirement(@JsonValue Map<String, List<String>> conditions) {
    /** Any host will do. */
    public static final HostRequirement NONE = new HostRequirement(Map.of());

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public HostRequirement {
        conditions = Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
    }

    /** What is missing, for people; empty when the host is what is needed. */
    public Optional<String> judge(HostSheet host) {
        List<String> missing = new ArrayList<>();
        conditions.forEach((fact, values) -> {
            String found = host.facts().get(fact);
            if (found == null) {
                String near = Nearest.of(fact, host.facts().keySet())
                        .map(name -> " (did you mean '" + name + "'?)")
                        .orElse("");
                missing.add("it says nothing of '" + fact + "'" + near);
            } else if (!Wildcard.anyMatches(values, found)) {
                missing.add(fact + " is " + host.words(fact) + ", expected " + String.join(" or ", values));
            }
        });
        return missing.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", missing));
    }

    /** For people: {@code kernel rt, clock-source tsc}. */
    public String words() {
        return conditions.isEmpty()
                ? "any"
                : conditions.entrySet().stream()
                        .map(each -> each.getKey() + " " + String.join(" or ", each.getValue()))
                        .collect(Collectors.joining(", "));
    }
}
