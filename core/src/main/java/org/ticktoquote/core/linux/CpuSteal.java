package org.ticktoquote.core.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Processor time that the hypervisor gave to others, from the {@code cpu} line of {@code /proc/stat} (proc(5)).
 *
 * @param steal ticks stolen since boot
 * @param total ticks of every kind since boot
 * @param idle of them nobody wanted, or waited for a disk with
 */
public record CpuSteal(long steal, long total, long idle) {
    private static final Pattern COUNTERS = Pattern.compile("cpu(\\s+[0-9]{1,17})*");
    private static final int STEAL_FIELD = 8;
    private static final int IDLE_FIELD = 4;
    private static final int DISK_FIELD = 5;

    /** Where nobody asks what was idle. */
    public CpuSteal(long steal, long total) {
        this(steal, total, 0);
    }

    /** The counters now; zeros where the file does not exist. */
    public static CpuSteal read() {
        try {
            return parse(Files.readString(Path.of("/proc/stat")));
        } catch (IOException absent) {
            return new CpuSteal(0, 0);
        }
    }

    /** The counters of a text of that file; zeros where it is another one. */
    public static CpuSteal parse(String stat) {
        String line = stat.lines().findFirst().orElse("").trim();
        if (!COUNTERS.matcher(line).matches()) {
            return new CpuSteal(0, 0);
        }
        String[] fields = line.split("\\s+", -1);
        long total = 0;
        for (int i = 1; i < Math.min(fields.length, STEAL_FIELD + 1); i++) {
            total += Long.parseLong(fields[i]);
        }
        return new CpuSteal(field(fields, STEAL_FIELD), total, field(fields, IDLE_FIELD) + field(fields, DISK_FIELD));
    }

    private static long field(String[] fields, int place) {
        return fields.length > place ? Long.parseLong(fields[place]) : 0;
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
