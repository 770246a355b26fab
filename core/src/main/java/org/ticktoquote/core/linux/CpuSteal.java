package org.ticktoquote.core.linux;

import org.ticktoquote.core.linux.KernelText.OpenFile;

/**
 * Processor time that the hypervisor gave to others, from the {@code cpu} line of {@code /proc/stat} (proc(5)).
 *
 * @param steal ticks stolen since boot
 * @param total ticks of every kind since boot
 * @param idle of them nobody wanted, or waited for a disk with
 */
public record CpuSteal(long steal, long total, long idle) {
    private static final CpuSteal NONE = new CpuSteal(0, 0);
    private static final int STEAL_FIELD = 8;
    private static final int IDLE_FIELD = 4;
    private static final int DISK_FIELD = 5;

    /** Where nobody asks what was idle. */
    public CpuSteal(long steal, long total) {
        this(steal, total, 0);
    }

    /** The counters now; zeros where the file does not exist. */
    public static CpuSteal read() {
        try (OpenFile stat = new OpenFile("/proc/stat")) {
            return read(new KernelText(), stat);
        }
    }

    /** The counters now; zeros where the file, {@code /proc/stat}, does not exist. */
    public static CpuSteal read(KernelText text, OpenFile stat) {
        return text.read(stat) ? parse(text) : NONE;
    }

    /** The counters of a text of that file; zeros where it is another one. */
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

    /** Whether anything was counted. */
    public boolean isKnown() {
        return total > 0;
    }

    /** Percent of the processor time from here to {@code later} that was stolen. */
    public double percentUntil(CpuSteal later) {
        long spent = later.total - total;
        return spent == 0 ? 0 : 100.0 * (later.steal - steal) / spent;
    }
}
