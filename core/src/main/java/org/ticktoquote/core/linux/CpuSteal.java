package org.ticktoquote.core.linux;

import org.ticktoquote.core.linux.KernelText.OpenFile;

/**
 * CPU time that the hypervisor gave to other guests, from the {@code cpu} line of {@code /proc/stat} (proc(5)).
 *
 * @param steal ticks stolen since boot
 * @param total ticks of every kind since boot
 * @param idle ticks since boot, including I/O wait
 */
public record CpuSteal(long steal, long total, long idle) {
    private static final CpuSteal NONE = new CpuSteal(0, 0);
    private static final int STEAL_FIELD = 8;
    private static final int IDLE_FIELD = 4;
    private static final int DISK_FIELD = 5;

    /** Creates counters without idle ticks. */
    public CpuSteal(long steal, long total) {
        this(steal, total, 0);
    }

    /** Reads the counters. Zeros if the file does not exist. */
    public static CpuSteal read() {
        try (OpenFile stat = new OpenFile("/proc/stat")) {
            return read(new KernelText(), stat);
        }
    }

    /** Reads the counters from {@code /proc/stat}. Zeros if the file does not exist. */
    public static CpuSteal read(KernelText text, OpenFile stat) {
        return text.read(stat) ? parse(text) : NONE;
    }

    /** Parses the content of {@code /proc/stat}. Zeros for any other text. */
    public static CpuSteal parse(KernelText stat) {
        if (!stat.nextLine() || !stat.nextWord() || !stat.wordIs("cpu")) {
            return NONE;
        }
        long steal = 0;
        long total = 0;
        long idle = 0;
        for (int field = 1; field <= STEAL_FIELD && stat.nextWord(); field++) {
            long ticks = stat.number();
            if (ticks == KernelText.NONE) {
                return NONE;
            }
            total += ticks;
            idle += field == IDLE_FIELD || field == DISK_FIELD ? ticks : 0;
            steal += field == STEAL_FIELD ? ticks : 0;
        }
        return new CpuSteal(steal, total, idle);
    }

    public boolean isKnown() {
        return total > 0;
    }

    /** Returns the percentage of CPU time from here to {@code later} that was stolen. */
    public double percentUntil(CpuSteal later) {
        long spent = later.total - total;
        return spent == 0 ? 0 : 100.0 * (later.steal - steal) / spent;
    }
}
