package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Compares reported causes with injected faults: the share of delaying faults with the right first cause, the share of time
 * explained, and the share of quiet time wrongly attributed to them.
 *
 * @param atOnce number of concurrent faults, and of causes that must have most of the time
 * @param causes expected causes
 */
record CauseProof(String what, Scenario scenario, List<Fault> faults, int atOnce, Set<String> causes) {
    private static final long MS = 1_000_000;
    private static final long LATER_NS = 10 * MS;
    /** Allowance for after-effects of a fault. */
    private static final long AFTER_NS = 100 * MS;

    private static final double FOUND = 95;
    private static final double WRONG = 0.02;

    /** Interval in {@link System#nanoTime}. */
    record Fault(long fromNs, long toNs) {
        private boolean touches(Episode episode, long afterNs) {
            return episode.fromNs < toNs + afterNs && episode.toNs > fromNs;
        }

        /** Reads a file with one fault per line. */
        static List<Fault> read(Path file) throws IOException {
            List<Fault> faults = new ArrayList<>();
            for (String line : Files.readAllLines(file)) {
                String[] ends = line.split(" ");
                faults.add(new Fault(Long.parseLong(ends[0]), Long.parseLong(ends[1])));
            }
            return faults;
        }
    }

    private record Episode(long fromNs, long toNs, JsonNode nsByCause) {
        private long ns(String cause) {
            return nsByCause.path(cause).asLong();
        }

        private Set<String> first(int count) {
            List<String> all = new ArrayList<>();
            nsByCause.fieldNames().forEachRemaining(all::add);
            all.sort(Comparator.comparingLong(this::ns).reversed());
            return new HashSet<>(all.subList(0, Math.min(count, all.size())));
        }
    }

    /** Requires a minimum number of faults that delayed ticks, and adds a row to the table. */
    void prove(int fewest, ProofTable table) throws Exception {
        long t0Ns = scenario.manifest().replay().t0Ns();
        long endNs = RunCell.of(scenario.directory()).stream()
                .mapToLong(RunCell::intendedNs)
                .max()
                .orElseThrow();
        List<Fault> within = faults.stream()
                .filter(fault -> fault.fromNs > t0Ns && fault.toNs < endNs)
                .toList();
        List<Episode> episodes = episodes(t0Ns);
        int late = 0;
        int found = 0;
        long own = 0;
        long all = 0;
        for (Fault fault : within) {
            Episode worst = episodes.stream()
                    .filter(episode -> fault.touches(episode, 0))
                    .findFirst()
                    .orElse(null);
            if (worst == null) {
                continue; // delayed no tick enough
            }
            late++;
            if (causes.containsAll(worst.first(atOnce))) {
                found++;
            } else {
                System.out.printf(
                        "%s, at %d ms for %d ms: %s%n",
                        what, (fault.fromNs - t0Ns) / MS, (fault.toNs - fault.fromNs) / MS, worst.nsByCause);
            }
            own += causes.stream().mapToLong(worst::ns).sum();
            for (JsonNode ns : worst.nsByCause) {
                all += ns.asLong();
            }
        }
        double wrong = wrongNs(episodes) / (double) quietNs(within, t0Ns, endNs);
        table.row(
                within.size() + " x " + what,
                String.format(
                        Locale.ROOT,
                        "%d delayed ticks by 10 ms or more; right cause first in %d (%.0f %%); %.1f %% of their time explained;"
                                + " %.2f %% of the quiet time put down to it",
                        late,
                        found,
                        percent(found, late),
                        percent(own, all),
                        100 * wrong),
                scenario.summary().validity());
        assertThat(late).as("faults that delayed ticks").isGreaterThanOrEqualTo(fewest);
        assertThat(percent(found, late)).as(what).isGreaterThanOrEqualTo(FOUND);
        assertThat(wrong).as(what).isLessThan(WRONG);
    }

    /** Returns a percentage; 100 if the whole is 0. */
    private static double percent(long part, long whole) {
        return whole == 0 ? 100 : 100.0 * part / whole;
    }

    private static long quietNs(List<Fault> faults, long t0Ns, long endNs) {
        return endNs
                - t0Ns
                - faults.stream().mapToLong(fault -> fault.toNs - fault.fromNs).sum();
    }

    private long wrongNs(List<Episode> episodes) {
        return episodes.stream()
                .filter(episode -> faults.stream().noneMatch(fault -> fault.touches(episode, AFTER_NS)))
                .filter(episode -> causes.containsAll(episode.first(1)))
                .mapToLong(episode -> episode.toNs - episode.fromNs)
                .sum();
    }

    private List<Episode> episodes(long t0Ns) throws Exception {
        return episodes(scenario, LATER_NS / MS + "ms").stream()
                .map(one -> new Episode(
                        t0Ns + one.path("fromNs").asLong(),
                        t0Ns + one.path("toNs").asLong(),
                        one.path("nsByCause")))
                .toList();
    }

    /** Returns episodes of ticks later than a duration, the worst first, as listed by {@code t2q outliers}. */
    static List<JsonNode> episodes(Scenario scenario, String laterThan) throws Exception {
        Path json = scenario.directory().resolveSibling("outliers-of-faults.json");
        String asked =
                "outliers " + scenario.directory() + " --later-than " + laterThan + " --worst 1000 --json " + json;
        T2qProcess process = T2qProcess.run(json.getParent(), asked.split(" "));
        assertThat(process.ended(0).out()).contains("harness, self-audit of the clients: ");
        return Summaries.json(json).at("/runs/0/worst").valueStream().toList();
    }
}
