package org.ticktoquote.analysis.evidence;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.evidence.HostSample;
import org.ticktoquote.core.evidence.HostSample.CpuSample;
import org.ticktoquote.core.evidence.Pressure;

/** Figures of the host samples. Per-CPU figures give the worst CPU. */
enum HostFigure {
    RUNNABLE(HostKind.RUN_QUEUE, "threads running or ready"),
    WAITING(HostKind.CPU_QUEUES, "threads waiting for one CPU"),
    THROTTLED(HostKind.QUOTA, "CPUs kept from the application"),
    CPU(HostKind.PRESSURE, "waiting for a CPU"),
    CPU_ALL(HostKind.PRESSURE, "all waiting for a CPU"),
    DISK(HostKind.PRESSURE, "waiting for a disk"),
    DISK_ALL(HostKind.PRESSURE, "all waiting for a disk"),
    MEMORY(HostKind.PRESSURE, "waiting for memory"),
    MEMORY_ALL(HostKind.PRESSURE, "all waiting for memory"),
    INTERRUPTS(HostKind.INTERRUPTS, "interrupts of one CPU"),
    SOFTIRQS(HostKind.INTERRUPTS, "softirqs of one CPU"),
    SLOWEST(HostKind.FREQUENCY, "slowest CPU");

    private static final double NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final double PER_CENT = 100;
    private static final double KILOHERTZ_PER_GIGAHERTZ = 1e6;

    private final HostKind kind;
    private final String label;

    HostFigure(HostKind kind, String label) {
        this.kind = kind;
        this.label = label;
    }

    static List<HostFigure> of(HostKind kind) {
        return Arrays.stream(values()).filter(figure -> figure.kind == kind).toList();
    }

    /** Returns the figure of one sample; NaN if the sample lacks it. */
    private double value(HostSample look) {
        return switch (this) {
            case RUNNABLE -> known(look.runnable());
            case WAITING -> worst(look, CpuSample::waitNs) / lengthNs(look);
            case THROTTLED -> known(look.throttledNs()) / lengthNs(look);
            case CPU -> share(look, Pressure::cpuSome);
            case CPU_ALL -> share(look, Pressure::cpuFull);
            case DISK -> share(look, Pressure::ioSome);
            case DISK_ALL -> share(look, Pressure::ioFull);
            case MEMORY -> share(look, Pressure::memorySome);
            case MEMORY_ALL -> share(look, Pressure::memoryFull);
            case INTERRUPTS -> rate(look, CpuSample::interrupts);
            case SOFTIRQS -> rate(look, CpuSample::softirqs);
            case SLOWEST -> slowest(look);
        };
    }

    private static double share(HostSample look, ToLongFunction<Pressure> ns) {
        @Nullable Pressure pressure = look.pressure();
        return pressure == null ? Double.NaN : known(ns.applyAsLong(pressure)) / lengthNs(look);
    }

    private static double rate(HostSample look, ToLongFunction<CpuSample> count) {
        return worst(look, count) / lengthNs(look) * NS_PER_SECOND;
    }

    private static double worst(HostSample look, ToLongFunction<CpuSample> count) {
        return look.cpus().stream()
                .mapToDouble(cpu -> known(count.applyAsLong(cpu)))
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
    }

    private static double slowest(HostSample look) {
        return look.cpus().stream()
                .mapToDouble(cpu -> known(cpu.kiloHertz()))
                .filter(Double::isFinite)
                .min()
                .orElse(Double.NaN);
    }

    private static double known(long amount) {
        return amount == Pressure.UNKNOWN ? Double.NaN : amount;
    }

    private static double lengthNs(HostSample look) {
        return Math.max(1, look.toNs() - look.fromNs());
    }

    private DoubleStream all(List<HostSample> samples) {
        return samples.stream().mapToDouble(this::value).filter(Double::isFinite);
    }

    /** Returns the mean over the samples; empty if no sample has the figure. */
    OptionalDouble mean(List<HostSample> samples) {
        return all(samples).average();
    }

    /** Returns the worst value and the mean as text for users; empty if no sample has the figure or the mean is 0. */
    String worst(List<HostSample> samples, OptionalDouble mean) {
        OptionalDouble worst =
                this == SLOWEST ? all(samples).min() : all(samples).max();
        return worst.isEmpty() || mean.orElse(0) == 0
                ? ""
                : label + " " + text(worst.getAsDouble()) + where(samples) + " (mean " + text(mean.getAsDouble()) + ")";
    }

    /** Returns the CPU with the longest waits; empty unless this is {@link #WAITING}. */
    private String where(List<HostSample> samples) {
        return this != WAITING
                ? ""
                : samples.stream()
                        .filter(look -> Double.isFinite(value(look)))
                        .max(Comparator.comparingDouble(this::value))
                        .flatMap(look -> look.cpus().stream().max(Comparator.comparingLong(CpuSample::waitNs)))
                        .map(cpu -> String.format(Locale.ROOT, " on CPU %d", cpu.cpu()))
                        .orElse("");
    }

    private String text(double found) {
        return switch (this) {
            case RUNNABLE -> String.format(Locale.ROOT, found == Math.rint(found) ? "%,.0f" : "%,.1f", found);
            case WAITING, THROTTLED -> String.format(Locale.ROOT, "%,.2f", found);
            case SLOWEST -> String.format(Locale.ROOT, "%.2f GHz", found / KILOHERTZ_PER_GIGAHERTZ);
            case INTERRUPTS, SOFTIRQS -> String.format(Locale.ROOT, "%,.0f/s", found);
            // the kernel accumulates late: a count can include time before the sampling period
            default -> String.format(Locale.ROOT, "%.1f %%", PER_CENT * Math.min(1, found));
        };
    }
}
