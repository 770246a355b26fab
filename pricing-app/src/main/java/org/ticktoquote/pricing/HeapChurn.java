package org.ticktoquote.pricing;

import java.math.BigInteger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.Problem;

/**
 * Allocates at a steady rate on a separate thread, {@code pricing-churn}, and keeps some blocks alive for a while.
 *
 * <p>A surviving block replaces the oldest one, so that objects die old and the old generation is collected as well.
 *
 * @param bytesPerSecond allocation rate
 * @param liveBytes total size of the blocks kept alive; every second block is kept
 */
public record HeapChurn(long bytesPerSecond, long liveBytes) {
    private static final Pattern FORM = Pattern.compile("([0-9]+)(KB|MB|GB)/s(?:,live=([0-9]+)(KB|MB|GB))?");
    private static final long DEFAULT_LIVE = 64L << 20;
    private static final long MAX_BYTES = 1L << 40;
    private static final int BLOCK = 4096;
    private static final int KEEP_EVERY = 2;
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Parses {@code 50MB/s} or {@code 50MB/s,live=200MB}. */
    public static HeapChurn parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw Problem.ofValue(text)
                    .fault("is not an allocation rate")
                    .expected("50MB/s or 50MB/s,live=200MB")
                    .exception();
        }
        long live = matcher.group(3) == null ? DEFAULT_LIVE : bytes(matcher.group(3), matcher.group(4));
        return new HeapChurn(bytes(matcher.group(1), matcher.group(2)), live);
    }

    private static long bytes(String number, String unit) {
        int shift = unit.equals("KB") ? 10 : unit.equals("MB") ? 20 : 30;
        BigInteger bytes = new BigInteger(number).shiftLeft(shift);
        if (bytes.compareTo(BigInteger.valueOf(MAX_BYTES)) > 0) {
            throw Problem.ofValue(number + unit).expected("at most 1024GB").exception();
        }
        return bytes.longValueExact();
    }

    /** Starts the thread, which ends when interrupted. */
    public Thread start(Thread.UncaughtExceptionHandler onFailure) {
        Thread thread = DaemonThread.of("pricing-churn", this::run, onFailure);
        thread.start();
        return thread;
    }

    private void run() {
        byte[][] kept = new byte[(int) Math.max(1, liveBytes / BLOCK)][];
        long startNs = System.nanoTime();
        long blocks = 0;
        while (!Thread.interrupted()) {
            double seconds = (System.nanoTime() - startNs) / 1e9;
            long due = (long) (seconds * bytesPerSecond / BLOCK);
            for (; blocks < due; blocks++) {
                byte[] block = new byte[BLOCK];
                if (blocks % KEEP_EVERY == 0) {
                    kept[(int) (blocks / KEEP_EVERY % kept.length)] = block;
                }
            }
            LockSupport.parkNanos(STEP_NS);
        }
    }
}
