package org.ticktoquote.replayer.importing;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.Counted;

/** Numbers of instruments that payloads say and the declaration does not name; counts a bounded number of them apart. */
final class UnnamedInstruments {
    private static final int MOST = 1_000;
    private static final int SHOWN = 10;

    private final Map<Long, Long> counts = new TreeMap<>();
    private long payloads;

    void add(long number) {
        payloads++;
        if (counts.containsKey(number) || counts.size() < MOST) {
            counts.merge(number, 1L, Long::sum);
        }
    }

    /** One line, where there are any. */
    List<String> notes() {
        if (payloads == 0) {
            return List.of();
        }
        String shown = counts.entrySet().stream()
                .sorted(Map.Entry.<Long, Long>comparingByValue().reversed())
                .limit(SHOWN)
                .map(each -> String.format(Locale.ROOT, "%d (%,d)", each.getKey(), each.getValue()))
                .collect(Collectors.joining(", "));
        return List.of("note: "
                + Counted.of(payloads, "payload says", "payloads say")
                + " an instrument that 'names' does not have, without a tick therefore: "
                + shown
                + (counts.size() > SHOWN ? " and others" : ""));
    }
}
