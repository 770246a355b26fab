package org.ticktoquote.benchmarks.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Two jars of {@code t2q} do the same work in turn, old, new, new, old; what counts is the CPU that each piece of work and all
 * its processes took, as the kernel counts it. {@code benchmarks/compare} builds the jars and calls it.
 *
 * <pre>{@code Comparison OLD.jar NEW.jar FOLDER ROUNDS [WORK ...]}</pre>
 */
public final class Comparison {
    private static final Pattern TIMES = Pattern.compile("(\\d+)m([\\d.]+)s");
    private static final int CHILDREN_FROM = 2; // the shell's own two come first
    private static final long PATIENCE_MINUTES = 30;

    private final Path folder;
    private final PrintStream out;
    /** Names of works and what they do; {@code {t2q}} is a jar, {@code {out}} a new name. */
    private final Map<String, String> works = new LinkedHashMap<>();

    private Comparison(Path folder, PrintStream out) {
        this.folder = folder.toAbsolutePath().normalize();
        this.out = out;
        works.put("start", "for i in 1 2 3 4 5; do {t2q} --version; done");
        works.put("generate", "{t2q} generate --length 10min --out {out}.t2q");
        works.put("import", "{t2q} import EURUSD-2014-05.csv --out {out}.t2q");
        works.put("analyze-id", "{t2q} analyze id --threads 1");
        works.put("analyze-id-threads", "{t2q} analyze id --threads 2");
        works.put("analyze-price", "{t2q} analyze price --threads 1");
        works.put("run", "{t2q} run --recording small.t2q --window T0-5s..T0+10s --out {out}");
    }

    /** Compares; prints a line a work. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length < 4) {
            throw new IllegalArgumentException("expected OLD.jar NEW.jar FOLDER ROUNDS [WORK ...]");
        }
        Comparison comparison = new Comparison(Path.of(arguments[2]), System.out);
        List<String> chosen = List.of(arguments).subList(4, arguments.length);
        for (String name : chosen.isEmpty() ? List.copyOf(comparison.works.keySet()) : chosen) {
            if (!comparison.works.containsKey(name)) {
                throw new IllegalArgumentException(
                        "no work is named " + name + ", expected " + comparison.works.keySet());
            }
            comparison.compare(name, Path.of(arguments[0]), Path.of(arguments[1]), Integer.parseInt(arguments[3]));
        }
    }

    private void compare(String name, Path old, Path current, int rounds) throws IOException, InterruptedException {
        List<Double> before = new ArrayList<>();
        List<Double> now = new ArrayList<>();
        cost(name, old);
        cost(name, current); // files are in memory, and what is made once is made
        for (int round = 0; round < rounds; round++) {
            if (round % 2 == 0) {
                before.add(cost(name, old));
                now.add(cost(name, current));
            } else {
                now.add(cost(name, current));
                before.add(cost(name, old));
            }
        }
        CostRatio ratio = CostRatio.of(before, now);
        out.printf(
                Locale.ROOT,
                "%-20s %8.3f s -> %8.3f s   x %.3f (%.3f .. %.3f)   %s%n",
                name,
                median(before),
                median(now),
                ratio.mean(),
                ratio.low(),
                ratio.high(),
                ratio.verdict());
        out.flush();
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    /** CPU seconds of a work, of user and system. */
    private double cost(String name, Path jar) throws IOException, InterruptedException {
        Path made = Files.createTempDirectory(folder, "out-");
        String work = works.get(name)
                .replace("{t2q}", "java -XX:-UsePerfData -jar '" + jar.toAbsolutePath() + "'")
                .replace("{out}", made + "/made");
        Path log = folder.resolve("work.log");
        // A run on a busy machine may be VOID: its cost counts all the same.
        Process process = new ProcessBuilder("sh", "-c", "{ " + work + "; } >work.out 2>&1; echo status $?; times")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
            process.destroy();
            throw new IllegalStateException(name + " did not end");
        }
        String text = Files.readString(log, StandardCharsets.UTF_8);
        if (!text.startsWith("status 0") && !text.startsWith("status 3") && !text.startsWith("status 4")) {
            throw new IllegalStateException(
                    name + " of " + jar + " failed: " + Files.readString(folder.resolve("work.out")));
        }
        return childSeconds(text);
    }

    /** Of what {@code times} says: user and system of the shell, then of its children. */
    static double childSeconds(String text) {
        double seconds = 0;
        List<MatchResult> found = TIMES.matcher(text).results().toList();
        for (MatchResult each : found.subList(CHILDREN_FROM, found.size())) {
            seconds += 60 * Double.parseDouble(each.group(1)) + Double.parseDouble(each.group(2));
        }
        return seconds;
    }
}
