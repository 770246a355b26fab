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
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Compares two jars of {@code t2q} that do the same work in turn: old, new, new, old. The cost is the CPU time of the work
 * and all its processes, from the kernel. {@code tools/benchmarks/compare} builds the jars and calls this class.
 *
 * <pre>{@code
 * Comparison OLD.jar NEW.jar FOLDER ROUNDS [WORK ...]
 * Comparison check ROUNDS [WORK ...]
 * }</pre>
 *
 * <p>The second form only checks the arguments, before anything is built. If one of the jars fails at a workload, its error
 * is printed and the exit status is 1.
 */
public final class Comparison {
    private static final Pattern TIMES = Pattern.compile("(\\d+)m([\\d.]+)s");
    private static final int CHILDREN_FROM = 2; // the two times of the shell itself come first
    private static final long PATIENCE_MINUTES = 30;

    /** Workloads by name, as shell commands with {@code {t2q}} for the jar and {@code {out}} for a new file name. */
    private static final Map<String, String> WORKS = works();

    private final Path folder;
    private final PrintStream out;

    private Comparison(Path folder, PrintStream out) {
        this.folder = folder.toAbsolutePath().normalize();
        this.out = out;
    }

    private static Map<String, String> works() {
        Map<String, String> works = new LinkedHashMap<>();
        works.put("start", "for i in 1 2 3 4 5; do {t2q} --version; done");
        works.put("generate", "{t2q} generate --length 10min --out {out}.t2q");
        works.put("import", "{t2q} import EURUSD-2014-05.csv --out {out}.t2q");
        works.put("analyze-id", "{t2q} analyze id --threads 1");
        works.put("analyze-id-threads", "{t2q} analyze id --threads 2");
        works.put("analyze-price", "{t2q} analyze price --threads 1");
        works.put("run", "{t2q} run --recording small.t2q --window T0-5s..T0+10s --out {out}");
        return works;
    }

    /** Compares the jars and prints one line per workload. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<String> words = List.of(arguments);
        boolean checkOnly = words.size() > 1 && words.get(0).equals("check");
        List<String> asked = words.subList(checkOnly ? 1 : Math.min(3, words.size()), words.size());
        String wrong = wrong(asked);
        if (!wrong.isEmpty()) {
            System.err.println("compare: " + wrong);
            System.exit(2);
        }
        if (!checkOnly) {
            boolean all = new Comparison(Path.of(arguments[2]), System.out)
                    .compareAll(Path.of(arguments[0]), Path.of(arguments[1]), asked);
            System.exit(all ? 0 : 1);
        }
    }

    /** Returns the error in ROUNDS or WORK; empty if both are valid. */
    static String wrong(List<String> asked) {
        if (asked.isEmpty() || !asked.get(0).matches("[2-9]|[1-9][0-9]{1,3}")) {
            return "ROUNDS: '%s' is not a number of rounds; expected 2 or more, such as 7"
                    .formatted(asked.isEmpty() ? "" : asked.get(0));
        }
        return asked.stream()
                .skip(1)
                .filter(name -> !WORKS.containsKey(name))
                .findFirst()
                .map(name -> "WORK: '%s' is not a work; expected one of %s"
                        .formatted(name, String.join(", ", WORKS.keySet())))
                .orElse("");
    }

    private boolean compareAll(Path old, Path current, List<String> asked) throws IOException, InterruptedException {
        int rounds = Integer.parseInt(asked.get(0));
        boolean all = true;
        for (String name : asked.size() > 1 ? asked.subList(1, asked.size()) : WORKS.keySet()) {
            try {
                compare(name, old, current, rounds);
            } catch (IncapableJar cannot) {
                out.printf(Locale.ROOT, "%-20s not compared: %s%n", name, cannot.getMessage());
                out.flush();
                all = false;
            }
        }
        return all;
    }

    /** Thrown if a jar cannot do a workload, for example because it lacks an option. */
    private static final class IncapableJar extends RuntimeException {
        private static final long serialVersionUID = 1;

        IncapableJar(Path jar, String said) {
            super(jar.getFileName() + " says: " + said);
        }
    }

    private void compare(String name, Path old, Path current, int rounds) throws IOException, InterruptedException {
        List<Double> before = new ArrayList<>();
        List<Double> now = new ArrayList<>();
        cost(name, old);
        cost(name, current); // warm-up: fills the page cache and caches of the product
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

    private static String firstLine(String said) {
        return said.lines().findFirst().orElse("");
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    /** Returns the CPU seconds of a workload, user and system. */
    private double cost(String name, Path jar) throws IOException, InterruptedException {
        Path made = Files.createTempDirectory(folder, "out-");
        String work = WORKS.get(name)
                .replace("{t2q}", "java -XX:-UsePerfData -jar '" + jar.toAbsolutePath() + "'")
                .replace("{out}", made + "/made");
        Path log = folder.resolve("work.log");
        // a run on a busy machine can be VOID, but its cost still counts
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
            String said = Files.readString(folder.resolve("work.out")).strip();
            throw new IncapableJar(
                    jar, said.isEmpty() ? text.lines().findFirst().orElse("nothing") : firstLine(said));
        }
        return childSeconds(text);
    }

    /** Sums the children's times in the output of {@code times}: user and system of the shell, then of its children. */
    static double childSeconds(String text) {
        double seconds = 0;
        List<MatchResult> found = TIMES.matcher(text).results().toList();
        for (MatchResult each : found.subList(CHILDREN_FROM, found.size())) {
            seconds += 60 * Double.parseDouble(each.group(1)) + Double.parseDouble(each.group(2));
        }
        return seconds;
    }

    /**
     * Ratio of new to old cost, as geometric mean over rounds with its 95 % interval (Student's t of the logarithms). Not finite
     * for fewer than two rounds.
     */
    record CostRatio(double mean, double low, double high) {
        private static final double TAIL = 0.025;
        /** Smaller changes are ignored, even if significant. */
        private static final double LEAST = 0.01;

        /** An interval that contains 1 and reaches further from it than this is undecided. */
        private static final double FAR = 0.05;

        /** Computes the ratio from the costs of both sides, round by round. */
        static CostRatio of(List<Double> before, List<Double> now) {
            int n = before.size();
            double[] logs = new double[n];
            double sum = 0;
            for (int i = 0; i < n; i++) {
                logs[i] = Math.log(now.get(i) / before.get(i));
                sum += logs[i];
            }
            double mean = sum / n;
            double squares = 0;
            for (double log : logs) {
                squares += (log - mean) * (log - mean);
            }
            double half = n < 2
                    ? Double.POSITIVE_INFINITY
                    : TDistribution.of(n - 1).inverseSurvivalProbability(TAIL) * Math.sqrt(squares / (n - 1) / n);
            return new CostRatio(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half));
        }

        /** Returns the verdict. An interval that contains 1 means "not moved" if it is narrow, else "undecided". */
        String verdict() {
            if (low <= 1 && high >= 1) {
                return low >= 1 - FAR && high <= 1 + FAR ? "not moved" : "undecided";
            }
            if (Math.abs(mean - 1) < LEAST) {
                return "not moved";
            }
            return mean > 1 ? "COSTS MORE" : "costs less";
        }
    }
}
