package org.ticktoquote.host.clocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.host.clocks.ClockMeasurements.CostFigures;
import org.ticktoquote.host.clocks.ClocksReport.ClocksPlan.CostPlan;
import org.ticktoquote.host.nativeclock.ClockFacts;
import org.ticktoquote.host.nativeclock.CycleCounter;
import org.ticktoquote.host.nativeclock.KernelClock;

/**
 * Compares clock costs with those of a C program compiled here. Both must have the same order of magnitude. Because the test
 * compares speeds, it does not run in every build. It prints each attempt.
 */
@EnabledIfSystemProperty(
        named = "t2q.proof",
        matches = "long|full",
        disabledReason = "SKIPPED: only with -Dt2q.proof=long")
class CostInCTest {
    private static final CostPlan PLAN = new CostPlan(10_000, 100, 10, TimeUnit.MILLISECONDS.toNanos(300));
    /** Wide, because the load of the machine varies. */
    private static final double FACTOR = 5;

    private static final int TRIES = 5;
    private static final String ROW = "%-5s %-32s min %8.2f  max %10.2f  average %8.2f  median %8.2f ns%n";

    @TempDir
    private static Path directory;

    private static Map<String, Double> medianNsInC;

    @BeforeAll
    static void compileAndRun() throws Exception {
        assumeTrue(compilerExists(), "SKIPPED: there is no gcc here");
        Path source = directory.resolve("clock-cost.c");
        try (InputStream in = CostInCTest.class.getResourceAsStream("clock-cost.c")) {
            Files.copy(in, source);
        }
        Path program = directory.resolve("clock-cost");
        run("gcc", "-O2", "-Wall", "-Werror", "-o", program.toString(), source.toString());
        medianNsInC = new LinkedHashMap<>();
        run(program.toString()).lines().forEach(line -> {
            String[] words = line.split(" ", -1);
            double[] ns = Arrays.stream(words)
                    .skip(1)
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            medianNsInC.put(words[0], ns[3]);
            print("C", words[0], ns[0], ns[1], ns[2], ns[3]);
        });
    }

    private static boolean compilerExists() {
        try {
            run("gcc", "--version");
            return true;
        } catch (IOException absent) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }

    private static void print(String who, String clock, double min, double max, double average, double median) {
        System.out.printf(Locale.ROOT, ROW, who, clock, min, max, average, median);
    }

    private static void assertSameMagnitude(Clock clock, String inC) {
        double best = Double.MAX_VALUE;
        for (int i = 1; i <= TRIES && best > medianNsInC.get(inC) * FACTOR; i++) {
            Series ns = CostFigures.measure(clock.loop(), PLAN).perCallNs();
            print("t2q " + i, clock.name(), ns.min(), ns.max(), ns.average(), ns.p50());
            best = Math.min(best, ns.p50());
        }
        assertThat(best)
                .as("%s against %s in C", clock.name(), inC)
                .isBetween(medianNsInC.get(inC) / FACTOR, medianNsInC.get(inC) * FACTOR);
    }

    @Test
    void nanoTimeCostsAsMuchAsMonotonicInC() {
        assertSameMagnitude(Clock.nanoTime(), "monotonic");
    }

    @Test
    void nativeReadingsCostAsMuchAsInC() {
        assumeTrue(
                Runtime.version().feature() >= 22,
                "SKIPPED: native clocks need Java 22 or newer, the tests run on "
                        + Runtime.version().feature());
        ClockFacts facts = ClockFacts.ofThisMachine();
        assertSameMagnitude(Clock.kernel(KernelClock.MONOTONIC), "monotonic");
        assertSameMagnitude(Clock.kernel(KernelClock.REALTIME), "realtime");
        assertSameMagnitude(Clock.timeOfDay("gettimeofday", 1, KernelClock::timeOfDayReader), "gettimeofday");
        List<CycleCounter> counters = CycleCounter.of(facts.architecture());
        assertSameMagnitude(Clock.counter(counters.get(0), facts, 1), "counter");
    }
}
