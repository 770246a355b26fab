package org.ticktoquote.analysis.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.run.CaptureFacts;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;

/**
 * Translation of times in the run made from a capture to the clock of the captured run.
 *
 * @param zero clock pair of the capture's run: its own scale and the time of day
 * @param timeOfDay translation of the time of day to the clock of the run
 * @param known whether this clock is known to have stamped the capture; otherwise it is assumed
 * @param ofSeveralHosts whether the capture combines captures of several hosts, which have different clocks
 * @param words name of the clock for users: the captured interface of a host, or the time of day of a host
 */
record WirePlacement(ClockPair zero, ClockTranslation timeOfDay, boolean known, boolean ofSeveralHosts, String words) {
    private static final Pattern CAPTURE_FILE = Pattern.compile("(capture-\\d+)\\.pcap\\d");
    private static final String KERNEL = "kernel";
    private static final String HARNESS = "the time of day of the harness's host";

    /**
     * Uses the capture's own clock if t2q took it during the run, on one host. Otherwise uses the time of day of the harness.
     */
    static WirePlacement of(RunManifest run, RunManifest captured) {
        ClockPair zero = captured.time().clocks().get(0);
        Map<String, String> facts = run.observed().host();
        List<String> captures = CAPTURE_FILE
                .matcher(captured.recording().path())
                .results()
                .map(file -> file.group(1))
                .distinct()
                .filter(run.time().translations()::containsKey)
                .toList();
        long hosts = captures.stream()
                .map(each -> CaptureFacts.host(facts, each))
                .distinct()
                .count();
        boolean kernel = captured.observed()
                .host()
                .getOrDefault(RunManifest.WIRE_FACT + "stamps", KERNEL)
                .startsWith(KERNEL);
        if (kernel && hosts == 1) {
            String first = captures.get(0);
            return new WirePlacement(zero, run.translation(first), true, false, facts.getOrDefault(first, first));
        }
        return new WirePlacement(zero, harness(run), false, hosts > 1, HARNESS);
    }

    private static ClockTranslation harness(RunManifest run) {
        ClockTranslation own = run.translation(Role.HARNESS);
        List<ClockTranslation.Point> points = new ArrayList<>();
        long last = Long.MIN_VALUE;
        for (ClockPair pair : run.time().clocks()) {
            if (pair.realtimeNs() > last) {
                last = pair.realtimeNs();
                points.add(new ClockTranslation.Point(
                        last, own.toRun(pair.monotonicNs()), pair.uncertaintyNs() + own.boundNs()));
            }
        }
        return new ClockTranslation(points);
    }

    /** Converts a time of the capture's run to the clock of the run. */
    long toRun(long wireNs) {
        return timeOfDay.toRun(wireNs - zero.monotonicNs() + zero.realtimeNs());
    }

    long boundNs() {
        return timeOfDay.boundNs() + zero.uncertaintyNs();
    }
}
