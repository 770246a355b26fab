package org.ticktoquote.analysis.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.ProofLevel;

/**
 * A program in a separate JVM runs collections at known times. Its log must contain one stop for each and no other. The
 * delay of the logged end depends on the machine: with {@code -Dt2q.proof=long} it is at most 2 ms in one of several
 * tries, whose number is printed.
 */
class JvmLogLiveTest {
    private static final int COLLECTIONS = 5;
    private static final int TRIES = 10;
    private static final long SLACK_NS = TimeUnit.MILLISECONDS.toNanos(2);

    @TempDir
    private Path folder;

    /** Each other installed JVM, with the collectors common to all. */
    static Stream<List<String>> jvms() throws IOException {
        Path own = Path.of(System.getProperty("java.home")).toRealPath();
        List<Path> homes = new ArrayList<>();
        try (Stream<Path> installed = Files.list(own.resolveSibling(""))) {
            for (Path home : installed
                    .filter(each -> Files.exists(each.resolve("release")))
                    .toList()) {
                homes.add(home.toRealPath());
            }
        }
        return Stream.concat(Stream.of(own), homes.stream())
                .distinct()
                .map(home -> home.resolve("bin/java"))
                .filter(Files::isExecutable)
                .flatMap(java -> Stream.of("Serial", "Parallel", "G1")
                        .map(collector -> List.of(java.toString(), "-XX:+Use" + collector + "GC")));
    }

    @ParameterizedTest
    @MethodSource("jvms")
    void logHasOneStopPerCollection(List<String> jvm) throws Exception {
        long lateNs = lateNs(jvm, 0);
        for (int i = 1; i < ProofLevel.longOr(TRIES, 1) && lateNs > SLACK_NS; i++) {
            lateNs = Math.min(lateNs, lateNs(jvm, i));
            System.out.println(jvm + ", try " + (i + 1) + ": ends late by " + lateNs + " ns");
        }
        assertThat(lateNs).isLessThanOrEqualTo(ProofLevel.longOr(1, 0) == 1 ? SLACK_NS : Long.MAX_VALUE);
    }

    /** Returns the largest delay of the logged end of a stop. */
    private long lateNs(List<String> jvm, int number) throws Exception {
        Path log = folder.resolve("gc-" + number + ".log");
        List<String> command = new ArrayList<>(jvm);
        command.addAll(List.of(
                "-Xmx64m",
                "-Xlog:gc*,safepoint=info:file=\"" + log + "\":timenanos,uptimenanos,tags,tid",
                "-cp",
                Path.of(CollectingProgram.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI())
                        .toString(),
                CollectingProgram.class.getName()));
        long beforeNs = System.nanoTime();
        List<long[]> collections = collect(command);
        List<JvmStop> stops = JvmLog.read(log, beforeNs, System.nanoTime()).stops().stream()
                .filter(stop -> stop.what().endsWith("(System.gc())"))
                .toList();
        assertThat(stops).hasSizeGreaterThanOrEqualTo(COLLECTIONS);
        long lateNs = 0;
        for (long[] collection : collections) {
            List<JvmStop> during = stops.stream()
                    .filter(stop -> stop.fromNs() >= collection[0] && stop.fromNs() <= collection[1])
                    .toList();
            assertThat(during)
                    .as("between %d and %d", collection[0], collection[1])
                    .isNotEmpty()
                    .allSatisfy(stop -> assertThat(stop.toNs()).isGreaterThan(stop.fromNs()));
            lateNs = Math.max(lateNs, during.get(during.size() - 1).toNs() - collection[1]);
        }
        assertThat(stops)
                .allSatisfy(stop -> assertThat(collections)
                        .anySatisfy(collection -> assertThat(stop.fromNs()).isBetween(collection[0], collection[1])));
        return lateNs;
    }

    private static List<long[]> collect(List<String> command) throws Exception {
        Process program = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<long[]> moments = new ArrayList<>();
        try (BufferedReader out =
                        new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.US_ASCII));
                OutputStream in = program.getOutputStream()) {
            assertThat(out.readLine()).isEqualTo("ready");
            for (int i = 0; i < COLLECTIONS; i++) {
                Thread.sleep(20 + 13L * i); // spreads the collections over time
                in.write('\n');
                in.flush();
                String[] times = out.readLine().split(" ", -1);
                moments.add(new long[] {Long.parseLong(times[0]), Long.parseLong(times[1])});
            }
        } finally {
            program.destroy();
            program.waitFor();
        }
        return moments;
    }
}
