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
 * Runs Jazzer in a separate JVM with little memory. Learned inputs are kept in one folder per target, and the next run
 * continues from them. Inputs with findings are written next to that folder as {@code crash-...}, {@code timeout-...} or
 * {@code oom-...}.
 *
 * @param work folder that contains the folders of the targets
 */
record JazzerRun(Path work) {
    private static final long INPUT_LIMIT_S = 20;
    /** The product and its parsers. */
    private static final String INSTRUMENTED =
            "org.ticktoquote.**:org.tukaani.**:org.snakeyaml.**:com.fasterxml.jackson.core.**";
    /** Arithmetic loops and writers: their coverage says little about an input but would take most of the time. */
    private static final String NOT_INSTRUMENTED =
            "org.ticktoquote.analysis.distribution.**:org.ticktoquote.analysis.report.**:org.ticktoquote.analysis.results.**";

    /** Time limit of the instrumentation, which takes seconds, or minutes on a busy machine. */
    private static final long START_LIMIT_S = 600;

    /** Result of fuzzing one target; its complete output is in {@code log}. */
    record Outcome(int status, Path log) {
        String end() throws IOException {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
        }
    }

    /** Tries to fuzz and returns the reason if it does not work here; empty if it works. */
    String obstacle() throws IOException, InterruptedException {
        Outcome probe = run("recording", List.of("-runs=1"), START_LIMIT_S);
        return probe.status() == 0 ? "" : "Jazzer does not work here:\n" + probe.end();
    }

    /** Fuzzes a target for a time, starting from the seeds, the corpus and inputs learned by earlier runs. */
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

    /** Returns a temporary folder, in memory if possible, because a target writes one file per input. */
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
