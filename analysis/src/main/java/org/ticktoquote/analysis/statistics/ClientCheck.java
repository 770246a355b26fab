package org.ticktoquote.analysis.statistics;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.MemberCheck;

/**
 * Checks client statistics for contradictions. {@link SeriesPasses} cannot produce them, but a file with a valid checksum
 * can contain them. Redundant numbers must agree, because verdicts use one and users see the other.
 */
final class ClientCheck extends MemberCheck {
    private static final long PER_CENT = 100;
    private static final long PER_TEN_THOUSAND = 10_000;
    /** Tolerance of geometric means and squares, which are sums of fractions. */
    private static final double ROUNDING = 1e-6;

    private final ClientStatistics figures;
    private final long ticks;
    private final long lost;

    private ClientCheck(String member, ClientStatistics figures) {
        super(member + ".");
        this.figures = figures;
        this.ticks = figures.ticks();
        this.lost = figures.lost();
    }

    /** Returns the contradictions of one client. If a number is out of range, checks that depend on it are skipped. */
    static List<String> problems(String member, ClientStatistics figures) {
        ClientCheck check = new ClientCheck(member, figures);
        check.counts();
        if (check.problems().isEmpty()) {
            check.ranks();
            check.thresholds();
        }
        if (check.problems().isEmpty()) {
            check.percentiles();
            check.blocks();
        }
        return check.problems();
    }

    private void counts() {
        within("ticks", ticks, 0, MAX_TICKS);
        within("lost", lost, 0, ticks);
        within("lostEpisodes", figures.lostEpisodes(), Math.min(1, lost), lost);
        values(figures.values().valuesNs());
        each("values.counts", figures.values().counts(), 1, MAX_TICKS);
        long counted =
                figures.values().counts().stream().mapToLong(Long::longValue).sum();
        require(counted + lost == ticks, "ticks", ticks, counted + lost + " as values.counts and lost say");
    }

    private void values(List<Long> valuesNs) {
        long before = -1;
        for (int i = 0; i < valuesNs.size(); i++) {
            long valueNs = valuesNs.get(i);
            String member = "values.valuesNs[" + i + "]";
            within(member, valueNs, before + 1, MAX_NS);
            require(ValueCounts.upperEnd(valueNs) == valueNs, member, valueNs, "the highest value of a bucket");
            before = Math.max(0, valueNs);
        }
    }

    private void ranks() {
        long[] beyond = SeriesPasses.beyond(ticks);
        within("ranks: their number", figures.ranks().size(), beyond.length, beyond.length);
        long beforeNs = 0;
        for (int i = 0; i < Math.min(beyond.length, figures.ranks().size()); i++) {
            Exceedance level = figures.ranks().get(i);
            String member = "ranks[" + i + "].";
            within(member + "late", level.late(), beyond[i], beyond[i]);
            if (level.late() < lost) {
                require(level.amongLost(), member + "valueNs", level.valueNs(), TickSeries.LOST + " of a lost tick");
            } else {
                within(member + "valueNs", level.valueNs(), beforeNs, MAX_NS);
                asCounted(member, level);
            }
            episodes(member, level);
            beforeNs = level.valueNs();
        }
    }

    private void thresholds() {
        long fromNs = figures.ranks().isEmpty() ? 0 : figures.ranks().get(0).valueNs();
        long most = ticks;
        for (int i = 0; i < figures.thresholds().size(); i++) {
            Exceedance level = figures.thresholds().get(i);
            String member = "thresholds[" + i + "].";
            within(member + "valueNs", level.valueNs(), fromNs, MAX_NS);
            within(member + "late", level.late(), Math.max(1, lost), most);
            asCounted(member, level);
            episodes(member, level);
            fromNs = Math.min(MAX_NS, level.valueNs()) + 1;
            most = level.late();
        }
    }

    /** Checks late ticks against the counts by value. Ticks in the value's own bucket can count as late or not. */
    private void asCounted(String member, Exceedance level) {
        long valueNs = Math.max(0, level.valueNs());
        long least = figures.values().above(ValueCounts.upperEnd(valueNs)) + lost;
        long most = figures.values().above(ValueCounts.lowerEnd(valueNs) - 1) + lost;
        boolean counted = level.late() >= least && level.late() <= most;
        require(counted, member + "late", level.late(), least + ".." + most + " beyond " + valueNs + " as values say");
    }

    private void episodes(String member, Exceedance level) {
        long late = level.late();
        long episodes = level.episodes();
        within(member + "episodes", episodes, Math.min(1, late), late);
        long of = Math.max(1, Math.min(late, episodes));
        within(member + "largest", level.largest(), (late + of - 1) / of, late == 0 ? 0 : late - of + 1);
        double least = (double) late / of * late * (1 - ROUNDING);
        double most = (double) late * level.largest() * (1 + ROUNDING);
        within(member + "squares", level.squares(), Math.max(late, (long) least), (long) most);
        within(member + "timeLowNs", level.timeLowNs(), 0, MAX_NS);
        within(member + "timeHighNs", level.timeHighNs(), level.timeLowNs(), MAX_NS);
    }

    private void blocks() {
        LateBlocks blocks = figures.blocks();
        int ranks = figures.ranks().size();
        within("blocks.largestInSecond: their number", blocks.largestInSecond().size(), ranks, ranks);
        for (int rank = 0; rank < Math.min(ranks, blocks.largestInSecond().size()); rank++) {
            long late = figures.ranks().get(rank).late();
            within(
                    "blocks.largestInSecond[" + rank + "]",
                    blocks.largestInSecond().get(rank),
                    Math.min(1, late),
                    late);
        }
        long beforeNs = 0;
        for (int i = 0; i < blocks.lengths().size(); i++) {
            LateBlocks.Length length = blocks.lengths().get(i);
            String member = "blocks.lengths[" + i + "].";
            within(member + "lengthNs", length.lengthNs(), beforeNs + 1, MAX_NS);
            within(member + "blocks", length.blocks(), 2, ticks);
            within(member + "tickSquares", (double) length.tickSquares(), (double) ticks, (double) ticks * ticks);
            within(member + "squares: their number", length.squares().size(), ranks, ranks);
            within(member + "products: their number", length.products().size(), ranks, ranks);
            beforeNs = length.lengthNs();
        }
        if (problems().isEmpty()) {
            blocks.lengths().forEach(this::sums);
        }
    }

    /** Checks the sums over the blocks of one length, whose late ticks are a subset of their ticks. */
    private void sums(LateBlocks.Length length) {
        for (int rank = 0; rank < figures.ranks().size(); rank++) {
            long late = figures.ranks().get(rank).late();
            String of = " of rank " + rank + " in blocks of " + length.lengthNs() + " ns";
            within("squares" + of, length.squares().get(rank), (double) late, (double) late * late);
            within(
                    "products" + of,
                    length.products().get(rank),
                    length.squares().get(rank),
                    (double) late * ticks);
        }
    }

    private void percentiles() {
        List<Long> valuesNs = figures.values().valuesNs();
        boolean noLargest = valuesNs.isEmpty() || lost > 0;
        long highestNs = valuesNs.isEmpty() ? 0 : valuesNs.get(valuesNs.size() - 1);
        within("maxNs", figures.maxNs(), noLargest, ValueCounts.lowerEnd(highestNs), highestNs);
        percentile("p50Ns", figures.p50Ns(), ticks / 2);
        percentile("p99Ns", figures.p99Ns(), ticks / PER_CENT);
        Long p99Ns = figures.p99Ns();
        long leastNs = (long) ((p99Ns == null ? 0 : p99Ns) * (1 - ROUNDING));
        long mostNs = (long) (highestNs * (1 + ROUNDING)) + 1;
        within("tailNs", figures.tailNs(), ticks == 0 || ticks / PER_TEN_THOUSAND < lost, leastNs, mostNs);
    }

    /** Checks a percentile against the rank with {@code beyond} late ticks, or the maximum if there is no such rank. */
    private void percentile(String member, @Nullable Long foundNs, long beyond) {
        Long maxNs = figures.maxNs();
        long valueNs = figures.ranks().stream()
                .filter(level -> level.late() == beyond)
                .mapToLong(Exceedance::valueNs)
                .findFirst()
                .orElse(maxNs == null ? TickSeries.LOST : maxNs);
        within(member, foundNs, valueNs == TickSeries.LOST, valueNs, valueNs);
    }

    private void within(String member, @Nullable Long foundNs, boolean none, long lowNs, long highNs) {
        if (none || foundNs == null) {
            require(none == (foundNs == null), member, String.valueOf(foundNs), none ? "null" : "a value");
        } else {
            within(member, foundNs.longValue(), lowNs, highNs);
        }
    }
}
