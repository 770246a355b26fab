package org.ticktoquote.host.placement;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.host.state.CpuList;
import org.ticktoquote.host.threads.NamePattern;
import org.ticktoquote.host.threads.ThreadKind;

/**
 * Rule of a plan. Matches a thread by name or kind; without names and kinds, it matches every thread.
 *
 * @param who owner of the threads; null for any
 * @param kinds kinds of JVM threads
 * @param cpus empty to leave the threads alone
 */
record ThreadRule(@Nullable ThreadOwner who, List<NamePattern> names, List<ThreadKind> kinds, CpuList cpus) {
    ThreadRule {
        names = List.copyOf(names);
        kinds = List.copyOf(kinds);
    }

    boolean concerns(Set<ThreadOwner> parties) {
        return who == null || parties.contains(who);
    }

    boolean matches(FoundThread thread) {
        if (who != null && who != thread.owner()) {
            return false;
        }
        return names.isEmpty() && kinds.isEmpty()
                || kinds.contains(thread.kind())
                || names.stream().anyMatch(name -> name.matches(thread.name()));
    }

    /** Formats as in {@code application pricing-*}. */
    String description() {
        String threads = Stream.concat(
                        kinds.stream().map(ThreadKind::word), names.stream().map(NamePattern::text))
                .collect(Collectors.joining(" "));
        return ((who == null ? "anybody" : who.word()) + " " + threads).trim();
    }
}
