package org.ticktoquote.comparison.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.outliers.RunOutliers;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.Support;
import org.ticktoquote.analysis.statistics.TickSeries;
import org.ticktoquote.analysis.statistics.ValueCounts;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/**
 * Usual, mean and rare latencies of the quotes of a case. Each is the median over its runs; {@link TickSeries#LOST} if its
 * rank falls among lost ticks.
 *
 * @param name name of the case
 * @param usualNs latency exceeded by half of the quotes; null without ticks
 * @param averageNs mean, computed from buckets at most 0.1 % wide; null if a run lost ticks
 * @param seldomNs latencies exceeded by one quote in 100, 1,000 and 10,000; null if a run has too few independent ticks
 *     beyond it
 */
record LatencyProfile(
        String name, @Nullable Long usualNs, @Nullable Long averageNs, List<@Nullable Long> seldomNs) {
    private static final double MIN_SHOWN_RATIO = 1.05;
    private static final String NEVER = "never answered";
    /** Denominators of the shares of rare quotes. */
    private static final List<Integer> SELDOM = List.of(100, 1_000, 10_000);

    static LatencyProfile of(String name, List<RunOutliers> runs) {
        List<ClientStatistics> clients =
                runs.stream().map(run -> run.statistics().latest().lastClient()).toList();
        List<@Nullable Long> seldom = new ArrayList<>();
        for (int each : SELDOM) {
            seldom.add(median(clients, client -> supported(client, 1.0 / each)));
        }
        return new LatencyProfile(
                YearReport.name(name),
                median(clients, client -> client.ticks() == 0 ? null : (Long) orLost(client.p50Ns())),
                median(clients, LatencyProfile::mean),
                seldom);
    }

    private static @Nullable Long supported(ClientStatistics client, double share) {
        @Nullable Long valueNs = client.percentileNs(share);
        boolean lost = valueNs == null && client.ticks() > 0;
        return lost || client.effectiveBeyond(share) >= Support.MIN_INDEPENDENT ? (Long) orLost(valueNs) : null;
    }

    private static long orLost(@Nullable Long valueNs) {
        return valueNs == null ? TickSeries.LOST : valueNs;
    }

    private static @Nullable Long mean(ClientStatistics client) {
        ValueCounts values = client.values();
        if (client.lost() > 0 || client.ticks() == 0) {
            return null;
        }
        double sum = 0;
        for (int i = 0; i < values.counts().size(); i++) {
            sum += (double) values.valuesNs().get(i) * values.counts().get(i);
        }
        return Math.round(sum / client.ticks());
    }

    /** Returns the median, for an even number of runs the midpoint of the middle two; null if a run has no value. */
    private static @Nullable Long median(
            List<ClientStatistics> runs, Function<ClientStatistics, @Nullable Long> figure) {
        List<Long> all =
                runs.stream().map(figure).filter(Objects::nonNull).sorted().toList();
        if (all.isEmpty() || all.size() < runs.size()) {
            return null;
        }
        int middle = all.size() / 2;
        boolean single = all.size() % 2 == 1 || isLost(all.get(middle));
        return single ? all.get(middle) : (Long) ((all.get(middle - 1) + all.get(middle)) / 2);
    }

    static Table table(List<LatencyProfile> profiles) {
        return Columns.<LatencyProfile>of("a quote takes", LatencyProfile::name)
                .add("usually", "half take longer", profile -> cell(profile.usualNs))
                .add("on average", profile -> cell(profile.averageNs))
                .addEach(
                        SELDOM,
                        each -> Table.Column.of(String.format(Locale.ROOT, "one in %,d", each), "takes longer than"),
                        (profile, each) -> profile.seldom(SELDOM.indexOf(each)))
                .table("journeys", "", "", profiles);
    }

    private static boolean isLost(@Nullable Long ns) {
        return ns != null && ns == TickSeries.LOST;
    }

    private static Cell cell(@Nullable Long ns) {
        return ns == null ? Cell.NONE : Cell.number(isLost(ns) ? NEVER : Figures.duration(ns));
    }

    private Cell seldom(int place) {
        @Nullable Long rare = seldomNs.get(place);
        @Nullable Double ratio = ratio(place);
        if (ratio == null) {
            return isLost(rare) ? cell(rare) : Cell.number("too few");
        }
        return cell(rare).withNote(Figures.number(round(ratio)) + " times the usual");
    }

    /** Returns the index of the rarest known latency; negative if none is known. */
    private int deepest() {
        int deepest = -1;
        for (int i = 0; i < seldomNs.size(); i++) {
            if (ratio(i) != null) {
                deepest = i;
            }
        }
        return deepest;
    }

    private @Nullable Double ratio(int seldom) {
        @Nullable Long rare = seldomNs.get(seldom);
        return rare == null || isLost(rare) || usualNs == null || usualNs == 0
                ? null
                : (Double) ((double) rare / usualNs);
    }

    private String times(int seldom) {
        double ratio = round(Objects.requireNonNull(ratio(seldom)));
        return ratio < MIN_SHOWN_RATIO
                ? "about as long as usual"
                : "more than " + Figures.number(ratio) + " times as long as usual";
    }

    private static double round(double ratio) {
        return ratio >= 100 ? Math.rint(ratio) : Double.parseDouble(String.format(Locale.ROOT, "%.2g", ratio));
    }

    /** Describes the usually fastest and the most predictable case; for a single case, its predictability. */
    static String choice(List<LatencyProfile> profiles) {
        int common = profiles.stream().mapToInt(LatencyProfile::deepest).min().orElse(-1);
        if (common < 0) {
            String lossy = profiles.stream()
                    .filter(profile -> isLost(profile.seldomNs.get(0)))
                    .map(LatencyProfile::name)
                    .collect(Collectors.joining(", "));
            return "Predictability is unknown: "
                    + (lossy.isEmpty()
                            ? "too few slow quotes were measured."
                            : "one quote in " + SELDOM.get(0) + " is " + NEVER + " (" + lossy + ").");
        }
        String one = String.format(Locale.ROOT, "one quote in %,d", SELDOM.get(common));
        LatencyProfile steady = best(profiles, profile -> Objects.requireNonNull(profile.ratio(common)));
        if (profiles.size() == 1) {
            return "Here " + one + " takes " + steady.times(common) + ".";
        }
        LatencyProfile fast = best(profiles, profile -> Objects.requireNonNull(profile.usualNs));
        LatencyProfile safe = best(profiles, profile -> Objects.requireNonNull(profile.seldomNs.get(common)));
        return fast.name + " is usually the fastest (" + duration(fast.usualNs) + "). " + steady.name
                + " is the most predictable: " + one + " takes " + steady.times(common)
                + (fast.equals(steady) ? "" : ", with " + fast.name + " " + fast.times(common)) + ". "
                + safe.name + " has the best slow quotes: " + one + " takes more than "
                + duration(safe.seldomNs.get(common)) + ".";
    }

    private static String duration(@Nullable Long ns) {
        return Figures.duration(Objects.requireNonNull(ns));
    }

    private static LatencyProfile best(List<LatencyProfile> profiles, Function<LatencyProfile, Number> figure) {
        return profiles.stream()
                .min((one, other) -> Double.compare(
                        figure.apply(one).doubleValue(), figure.apply(other).doubleValue()))
                .orElseThrow();
    }
}
