package org.ticktoquote.wire.run;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.wire.capture.CaptureCounts;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.stamp.StampFormat;
import org.ticktoquote.wire.stamp.StampReport;
import org.ticktoquote.wire.stream.StreamDirection;
import org.ticktoquote.wire.stream.StreamReader;

/** Traffic of capture files: frames in order, with switch stamps if there are any, packets and streams. */
public final class CaptureTraffic implements Traffic {
    /** The kernel stamps frames when the host receives them, as accurately as two processes read one clock. */
    private static final long KERNEL_BOUND_NS = 1_000;

    /** Tick of the slowest switch counter, 20/7 ns. */
    private static final long SWITCH_BOUND_NS = 3;

    /** Longest capture. Sums of latencies over it do not overflow. */
    private static final long MAX_NS = TimeUnit.DAYS.toNanos(366);

    private final List<Path> files;
    private final Optional<StampFormat> ordered;
    /** Number of frames when the files were first read. A file that is still being written has more the next time. */
    private long known = Long.MAX_VALUE;

    /** @param ordered format of stamps that the user requested; empty to detect it */
    public CaptureTraffic(List<Path> files, Optional<StampFormat> ordered) {
        this.files = List.copyOf(files);
        this.ordered = ordered;
    }

    @Override
    public Facts replay(Consumer<Packet> handler, Function<StreamDirection, StreamReader> connections, Runnable step) {
        CapturePass pass = CapturePass.read(files, ordered, handler, connections, false, known, () -> {
            step.run();
            return false;
        });
        if (pass.damage != null) {
            throw pass.damage;
        }
        known = Math.min(known, pass.counts.frames);
        if (pass.toNs == Frame.NO_TIME) {
            String fault = "has no frame with a time"
                    + ordered.map(each -> " of --stamps " + each.text()).orElse("");
            throw Problem.of(files.get(0)).fault(fault).exception(ExitStatus.BAD_INPUT);
        }
        if (pass.toNs - pass.fromNs > MAX_NS) {
            String times = Instant.EPOCH.plusNanos(pass.fromNs) + " to " + Instant.EPOCH.plusNanos(pass.toNs);
            throw Problem.of(files.get(0))
                    .fault("has frames from " + times + ": a clock was set, or times are damaged")
                    .expected("at most 366 days")
                    .exception(ExitStatus.BAD_INPUT);
        }
        return facts(pass);
    }

    private Facts facts(CapturePass pass) {
        StampReport stamps = pass.stamps.report();
        List<String> breaks = breaks(stamps);
        Map<String, String> others = new CaptureFindings(pass).facts();
        Facts.put(others, "steps", String.join(", ", breaks));
        Facts.put(others, "cut", String.join("; ", pass.counts.cuts));
        String name = files.stream().map(Path::toString).collect(Collectors.joining(", "));
        String format = stamps.format.text();
        long boundNs = stamps.format == StampFormat.KERNEL ? KERNEL_BOUND_NS : SWITCH_BOUND_NS;
        CaptureCounts counts = pass.counts;
        int steps = breaks.size();
        return new Facts(
                name, this::sha256, format, boundNs, counts.drops, counts.late, steps, pass.fromNs, pass.toNs, others);
    }

    /** Lists the steps of the stamps' clock. An impossible drift counts as one. */
    private static List<String> breaks(StampReport stamps) {
        Stream<String> steps =
                stamps.breaks().stream().map(step -> "frame " + step.number() + " by " + step.sizeNs() + " ns");
        Stream<String> drifts = stamps.clocks.filter(StampReport.Clocks::isImpossible).stream()
                .map(clocks -> clocks.driftPpm().orElse(0))
                .map(ppm ->
                        String.format(Locale.ROOT, "all the time, by %+.0f us a second against the capture's", ppm));
        return Stream.concat(steps, drifts).toList();
    }

    private String sha256() {
        Stream<String> sums =
                files.stream().map(file -> FileDigest.of(file, file.toString()).sha256());
        String all = sums.collect(Collectors.joining());
        return files.size() == 1 ? all : Sha256.ofText(all, 64);
    }
}
