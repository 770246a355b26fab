package org.ticktoquote.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.IntStream;

/**
 * Java agent that injects known faults into an application's JVM at random times. Waits
 * for a file before it starts, and logs start and end of each fault in {@code System.nanoTime}.
 */
public final class FaultAgent {
    private static final int LIVE = 192;
    /** Less than half a region of any collector: humongous allocations are handled differently and take seconds. */
    private static final int BLOCK = 1 << 18;

    private static final long STORM_BYTES = 240L << 20;
    /** Number of concurrent threads. */
    private static final int STORMS = 16;

    private static final long BYTES_OF_STORMS = 2 * STORM_BYTES;

    private static volatile long sink;

    private FaultAgent() {}

    /** Starts with arguments {@code KIND,SEED,COUNT,BEGIN,LOG}. */
    public static void premain(String arguments) {
        String[] parts = arguments.split(",");
        Thread thread = new Thread(
                () -> run(
                        parts[0],
                        new SplittableRandom(Long.parseLong(parts[1])),
                        Integer.parseInt(parts[2]),
                        Path.of(parts[3]),
                        Path.of(parts[4])),
                "fault-" + parts[0]);
        thread.setDaemon(true);
        thread.start();
    }

    private static void run(String kind, SplittableRandom random, int count, Path begin, Path log) {
        try {
            if (kind.equals("safepoint")) {
                spin(1 << 28); // compiled before the first fault
            }
            while (!Files.exists(begin)) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
            for (int i = 0; i < count; i++) {
                TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(500));
                long from = System.nanoTime();
                fault(kind);
                String line = from + " " + System.nanoTime() + "\n";
                Files.writeString(log, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void fault(String kind) throws InterruptedException {
        switch (kind) {
            case "gc" -> System.gc();
            case "storm" -> storm(STORM_BYTES);
            case "storms" -> storms();
            case "safepoint" -> safepoint();
            default -> throw new IllegalArgumentException(kind);
        }
    }

    /** Allocates twice as much in many threads, which become runnable and wait for memory simultaneously. */
    private static void storms() throws InterruptedException {
        List<Thread> threads = IntStream.range(0, STORMS)
                .mapToObj(i -> new Thread(() -> storm(BYTES_OF_STORMS / STORMS), "storm-" + i))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Allocates much garbage, some of which survives for a while. */
    private static void storm(long most) {
        Deque<byte[]> live = new ArrayDeque<>();
        for (long bytes = 0; bytes < most; bytes += BLOCK) {
            byte[] block = new byte[BLOCK];
            block[(int) (bytes / BLOCK) & 0xff] = 1;
            live.add(block);
            if (live.size() > LIVE) {
                sink += live.remove()[7];
            }
        }
    }

    /** Requests a safepoint while a thread runs a counted loop without polls. */
    private static void safepoint() throws InterruptedException {
        Thread loop = new Thread(() -> spin(200_000_000), "counted-loop");
        loop.start();
        TimeUnit.MILLISECONDS.sleep(5);
        Thread.getAllStackTraces();
        loop.join();
    }

    private static void spin(int turns) {
        int value = (int) sink;
        for (int i = 0; i < turns; i++) {
            value = value * 31 + i;
        }
        sink += value;
    }

    /** Builds a jar for {@code -javaagent}. */
    static Path jar(Path folder) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), FaultAgent.class.getName());
        Path jar = folder.resolve("fault-agent.jar");
        String entry = FaultAgent.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                var in = FaultAgent.class.getClassLoader().getResourceAsStream(entry)) {
            out.putNextEntry(new JarEntry(entry));
            in.transferTo(out);
            out.closeEntry();
        }
        return jar;
    }
}
