package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.summary.Summary;

/** Values of a summary by name. */
final class RunValues {
    private RunValues() {}

    /**
     * Asserts values such as {@code verdict FAILED, rules lost/skipped, outcomes 2/1/1/0/1/0/0, initial 2, response 1/5/2.5}:
     * the verdict, its rules, all outcomes of ticks or classes of snapshots, a member of these, the model or session events,
     * the number of measured responses, and the minimum, maximum and mean of a latency in milliseconds.
     */
    static void assertHas(Summary summary, String expected) {
        List<String> wanted = List.of(expected.split(", ", -1));
        assertThat(wanted.stream()
                        .map(each -> each.substring(0, each.lastIndexOf(' ')))
                        .map(what -> what + " " + value(summary, what)))
                .as("%s", summary.findings())
                .isEqualTo(wanted);
    }

    private static Object value(Summary summary, String what) {
        return switch (what) {
            case "verdict" -> summary.findings().validity();
            case "rules" -> joined(Reasons.rules(summary).stream());
            case "at most" -> joined(summary.counts().tickOutcomesAtMost().stream());
            case "outcomes" -> joined(members(summary.counts().tickOutcomes()));
            case "classes" -> joined(members(summary.counts().snapshotClasses()));
            case "measured" -> summary.latencies().of(Latency.RESPONSE).measured();
            default -> latencyOrMember(summary, what);
        };
    }

    private static String joined(Stream<?> values) {
        String text = values.map(String::valueOf).collect(Collectors.joining("/"));
        return text.isEmpty() ? "none" : text;
    }

    private static Object latencyOrMember(Summary summary, String what) {
        String name = what.toUpperCase(Locale.ROOT).replace('-', '_');
        if (Stream.of(Latency.values()).noneMatch(latency -> latency.name().equals(name))) {
            return member(summary, what);
        }
        if (!summary.latencies().has(Latency.valueOf(name))) {
            return "none";
        }
        LatencyFigures figures = summary.latencies().of(Latency.valueOf(name));
        return ms(figures.min()) + "/" + ms(figures.max()) + "/" + ms(figures.mean());
    }

    private static String ms(Long ns) {
        return ns == null ? "-" : BigDecimal.valueOf(ns, 6).stripTrailingZeros().toPlainString();
    }

    private static Object member(Summary summary, String name) {
        return Stream.of(
                        summary.counts().tickOutcomes(),
                        summary.counts().snapshotClasses(),
                        summary.model(),
                        summary.sessionEvents())
                .flatMap(part -> Stream.of(part.getClass().getRecordComponents())
                        .filter(component -> component.getName().equals(name))
                        .map(component -> invoked(component.getAccessor(), part)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not a value of a summary: " + name));
    }

    private static Stream<Object> members(Record part) {
        return Stream.of(part.getClass().getRecordComponents())
                .map(component -> invoked(component.getAccessor(), part));
    }

    private static Object invoked(Method accessor, Record part) {
        try {
            return accessor.invoke(part);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
