package org.ticktoquote.analysis.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;

/**
 * Translation of times in the run made from a capture to the clock of the captured run.
 *
 * @param zero clock pair of the capture's run: its own scale and the time of day
 * @param timeOfDay from the time of day to the clock of the run
 * @param known whether this clock is known to have stamped the capture; otherwise it is assumed
 * @param words name of the clock for users: the captured interface of a host, or the time of day of a host
 */
record WirePlacement(ClockPair zero, ClockTranslation timeOfDay, boolean known, String words) {
    private static final Pattern CAPTURE_FILE = Pattern.compile("(capture-\\d+)\\.pcap\\d");
    private static final String KERNEL = "kernel";
    private static final String HARNESS = "the time of day of the harness's host";

    /** Uses the capture's own clock if it was taken during the run by t2q, otherwise the time of day of the harness. */
    static WirePlacement of(RunManifest run, RunManifest captured) {
        ClockPair zero = captured.time().clocks().get(0);
        Matcher beside = CAPTURE_FILE.matcher(captured.recording().path());
        boolean kernel = captured.observed()
                .host()
                .getOrDefault(RunManifest.WIRE_FACT + "stamps", KERNEL)
                .startsWith(KERNEL);
        if (kernel && beside.find() && run.time().translations().containsKey(beside.group(1))) {
            String where = run.observed().host().getOrDefault(beside.group(1), beside.group(1));
            return new WirePlacement(zero, run.translation(beside.group(1)), true, where);
        }
        return new WirePlacement(zero, harness(run), false, HARNESS);
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
