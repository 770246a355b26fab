package org.ticktoquote.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Jazzer in a JVM of its own, which it instruments and whose memory is small. What it learns stays in a folder a target and is
 * where the next run goes on; an input with a finding is written beside it, {@code crash-...}, {@code timeout-...} or {@code
 * oom-...}.
 *
 * @param work where the folders of the targets are
 */
record JazzerRun(Path work) {
    private static final long INPUT_LIMIT_S = 20;
    /** The product, and the parsers that it uses. */
    private static final String INSTRUMENTED =
            "org.ticktoquote.**:org.tukaani.**:org.snakeyaml.**:com.fasterxml.jackson.core.**";
    /** Long loops of arithmetic, and writing: they say little of an input, and counted they take most of the time. */
    private static final String NOT_INSTRUMENTED =
            "org.ticktoquote.analysis.distribution.**:org.ticktoquote.analysis.report.**:org.ticktoquote.analysis.results.**";

    /** To instrument the product: seconds, minutes on a machine that is busy. */
    private static final long START_LIMIT_S = 600;

    /** A run of one target that took its time; its whole output is in {@code log}. */
    record Outcome(int status, Path log) {
        String end() throws IOException {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
        }
    }

    /** Why there can be no fuzzing here, empty where there can: found out by trying it. */
    String obstacle() throws IOException, InterruptedException {
        Outcome probe = run("recording", List.of("-runs=1"), START_LIMIT_S);
        return probe.status() == 0 ? "" : "Jazzer does not work here:\n" + probe.end();
    }

    /** Fuzzes a target for a time, from the seeds, the corpus and what earlier runs learned. */
    Outcome fuzz(String target, double minutes, List<Path> corpora) throws IOException, InterruptedException {
        long seconds = Math.max(1, Math.round(minutes * 60));
        List<String> arguments = new ArrayList<>();
        arguments.add("-max_total_time=" + seconds);
        Path learned = Files.createDirectories(work.resolve(target).resolve("learned"));
        arguments.add(learned.toString());
        corpora.forEach(corpus -> arguments.add(corpus.toString()));
        arguments.add(seeds(target).toString());
        return run(target, arguments, seconds + START_LIMIT_S);
    }

    private Path seeds(String target) throws IOException {
        Path folder = Files.createDirectories(work.resolve(target).resolve("seeds"));
        for (Map.Entry<String, byte[]> seed : FuzzTargets.of(target).seeds().entrySet()) {
            Files.write(folder.resolve(seed.getKey()), seed.getValue());
        }
        return folder;
    }

    private Outcome run(String target, List<String> arguments, long limitS) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(work.resolve(target));
        Path files = Files.createDirectories(
                temporary().resolve("t2q-fuzz-" + ProcessHandle.current().pid()));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx400m",
                "-Xss1m",
                "-XX:+UseSerialGC",
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + FuzzDriver.class.getName(),
                "--target_args=" + target + " " + files,
                "--instrumentation_includes=" + INSTRUMENTED,
                "--instrumentation_excludes=" + NOT_INSTRUMENTED,
                "--custom_hook_includes=" + INSTRUMENTED,
                "--custom_hook_excludes=" + NOT_INSTRUMENTED,
                "--reproducer_path=" + folder,
                "-artifact_prefix=" + folder + "/",
                "-timeout=" + INPUT_LIMIT_S,
                "-rss_limit_mb=3000",
                "-max_len=8192"));
        command.addAll(arguments);
        Path log = folder.resolve("log.txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (!process.waitFor(limitS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            return new Outcome(process.exitValue(), log);
        } finally {
            clear(files);
        }
    }

    /** In memory where there is such a place: a target writes a file an input. */
    static Path temporary() {
        Path memory = Path.of("/dev/shm");
        return Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir"));
    }

    static void clear(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(folder)) {
            files = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
