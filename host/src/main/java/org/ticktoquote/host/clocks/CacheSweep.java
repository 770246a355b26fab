package org.ticktoquote.host.clocks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Pushes everything out of the caches by walking through more memory than the last of them holds. */
final class CacheSweep implements IdleExperiment.Preparation {
    private static final int LINE = 64;
    private static final int MEGABYTE = 1 << 20;
    private static final int DEFAULT_BYTES = 32 * MEGABYTE;
    private static final int LARGEST_BYTES = 256 * MEGABYTE;

    private final byte[] memory;

    CacheSweep(int cacheBytes) {
        memory = new byte[2 * Math.min(LARGEST_BYTES / 2, Math.max(MEGABYTE, cacheBytes))];
    }

    /** A sweep of twice this machine's last-level cache, at most 256 MB. */
    static CacheSweep ofThisMachine() {
        return new CacheSweep(lastLevelBytes(Path.of("/sys/devices/system/cpu/cpu0/cache/index3/size")));
    }

    static int lastLevelBytes(Path file) {
        try {
            String text = Files.readString(file).trim();
            int unit = text.endsWith("M") ? MEGABYTE : 1024;
            return Math.multiplyExact(Integer.parseInt(text.replaceAll("[KM]$", "")), unit);
        } catch (IOException | NumberFormatException | ArithmeticException unknown) {
            return DEFAULT_BYTES;
        }
    }

    @Override
    public void prepare() {
        for (int i = 0; i < memory.length; i += LINE) {
            memory[i]++;
        }
    }

    int bytes() {
        return memory.length;
    }
}
