package org.ticktoquote.host.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ticktoquote.core.file.ResourceText;
import org.ticktoquote.host.state.Adapter;

/** The lines of the audit, as {@code lines.txt} lists them with their texts and weights. */
final class AuditLines {
    private static final Pattern HEAD = Pattern.compile("([a-z-]+\\*?): ([a-z]+), ([a-z]+)(, tuning)?(, reserved)?");
    private static final Pattern PARAMETER = Pattern.compile("([a-z0-9_.]+) = (-?[0-9]+)");
    private static final Map<String, Function<View, Answer>> LOOKS = new HashMap<>();
    private static final List<AuditItem> ALL;

    static {
        Stream.of(
                        KernelItems.LOOKS,
                        BootItems.LOOKS,
                        CpuItems.LOOKS,
                        MemoryItems.LOOKS,
                        InterruptItems.LOOKS,
                        LimitItems.LOOKS,
                        NetworkItems.LOOKS,
                        PacketItems.LOOKS,
                        TimeItems.LOOKS,
                        TraceItems.LOOKS,
                        ProcessItems.LOOKS)
                .forEach(LOOKS::putAll);
        LOOKS.put("adapters", view -> Answer.deviates("none with a device behind it: loopback only", ""));
        ALL = read();
    }

    private AuditLines() {}

    /** The lines of a host, in their order: those of the adapters once for each. */
    static List<AuditItem> of(List<Adapter> adapters) {
        return ALL.stream()
                .filter(item -> adapters.isEmpty() || !item.name().equals("adapters"))
                .flatMap(item -> item.name().endsWith("*")
                        ? adapters.stream().map(adapter -> ofAdapter(item, adapter))
                        : Stream.of(item))
                .toList();
    }

    private static AuditItem ofAdapter(AuditItem item, Adapter adapter) {
        AdapterItems items = new AdapterItems(adapter);
        return item.looking(
                item.name().replace("*", adapter.name()),
                view -> Objects.requireNonNull(AdapterItems.LOOKS.get(item.name()))
                        .apply(items, view));
    }

    private static List<AuditItem> read() {
        List<AuditItem> items = new ArrayList<>();
        List<String> lines = ResourceText.of(AuditLines.class, "lines.txt")
                .lines()
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(String::trim)
                .toList();
        for (int i = 0; i + 2 < lines.size(); i += 3) {
            Matcher head = HEAD.matcher(lines.get(i));
            if (!head.matches()) {
                throw new IllegalStateException(lines.get(i));
            }
            items.add(new AuditItem(
                    head.group(1),
                    lines.get(i + 1),
                    lines.get(i + 2),
                    Severity.valueOf(head.group(2).toUpperCase(Locale.ROOT)),
                    Severity.valueOf(head.group(3).toUpperCase(Locale.ROOT)),
                    head.group(4) != null,
                    head.group(5) != null,
                    LOOKS.getOrDefault(head.group(1), parameter(lines.get(i + 1)))));
        }
        return items;
    }

    /** Holds a parameter of the kernel against what is wanted as {@code name = value}. */
    private static Function<View, Answer> parameter(String wanted) {
        Matcher words = PARAMETER.matcher(wanted);
        return words.matches()
                ? view -> KernelItems.sysctl(view, words.group(1), words.group(2))
                : view -> {
                    throw new IllegalStateException("no look is known for what is wanted as " + wanted);
                };
    }
}
