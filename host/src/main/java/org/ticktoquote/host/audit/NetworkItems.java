package org.ticktoquote.host.audit;

import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.ticktoquote.host.change.FileSetting;
import org.ticktoquote.host.source.Reading;
import org.ticktoquote.host.state.KernelKind;

/** The network as a whole: buffers and busy polling. */
final class NetworkItems {
    static final Map<String, Function<View, Answer>> LOOKS = Map.ofEntries(
            entry("udp-buffers", view -> atLeast(view, "net.core.rmem_max", "net.core.wmem_max")),
            entry("tcp-buffers", view -> atLeast(view, "net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem")),
            entry("busy-polling", NetworkItems::busyPolling));

    private static final long BUFFER_BYTES = 4L << 20;
    private static final String BUSY_US = "50";

    private NetworkItems() {}

    /** Parameters whose last number must be large enough; the numbers before it stay. */
    private static Answer atLeast(View view, String... names) {
        Map<String, Long> found = new LinkedHashMap<>();
        List<FileSetting> settings = new ArrayList<>();
        for (String name : names) {
            Reading value = view.sysctl(name);
            if (!value.known()) {
                return Answer.unknown(value);
            }
            String[] numbers = value.or("").trim().split("\\s+", -1);
            Reading largest = Reading.of(numbers[numbers.length - 1]);
            if (largest.number().isEmpty()) {
                return Answer.unknown(largest.noNumber());
            }
            long last = largest.number().getAsLong();
            found.put(name.substring(name.lastIndexOf('.') + 1), last);
            if (last < BUFFER_BYTES) {
                numbers[numbers.length - 1] = Long.toString(BUFFER_BYTES);
                settings.add(FileSetting.sysctl(name, String.join(" ", numbers)));
            }
        }
        List<String> words = new ArrayList<>();
        found.forEach((name, bytes) -> words.add(name + " " + Amount.bytes(bytes)));
        String text = String.join(", ", words);
        return Answer.of(text, settings);
    }

    private static Answer busyPolling(View view) {
        Reading read = view.sysctl("net.core.busy_read");
        Reading poll = view.sysctl("net.core.busy_poll");
        if (read.absent() && KernelKind.read(view.host()).realTime()) {
            return Answer.fit("none: a PREEMPT_RT kernel has no busy polling");
        }
        if (!read.known() || !poll.known()) {
            return Answer.unknown(read.known() ? poll : read);
        }
        String found = "busy_read " + read.or("") + ", busy_poll " + poll.or("");
        if (!read.or("").equals("0") && !poll.or("").equals("0")) {
            return Answer.fit(found);
        }
        return Answer.deviates(
                found,
                List.of(
                        FileSetting.sysctl("net.core.busy_read", BUSY_US),
                        FileSetting.sysctl("net.core.busy_poll", BUSY_US)));
    }
}
