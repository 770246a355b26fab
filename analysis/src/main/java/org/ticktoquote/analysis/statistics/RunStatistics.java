package org.ticktoquote.analysis.statistics;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.JsonFile;
import org.ticktoquote.core.run.MemberCheck;

/**
 * Contents of {@code statistics.json}: the statistics of a run for bounds, comparisons and gates. The unit is the tick, and
 * its value is the response at its last client. The clients of a tick are not independent observations.
 *
 * <p>All values are integers, so that the same run yields the same bytes on every platform.
 *
 * @param spanNs time from the intended time of the first tick to that of the last
 * @param latest statistics of the latest attribution, or the only one
 * @param soonest statistics of the soonest attribution; null if there is only one
 */
@JsonIgnoreProperties("sha256")
public record RunStatistics(
        int formatVersion,
        UUID identity,
        long spanNs,
        Attributed latest,
        @Nullable Attributed soonest) {
    public static final int FORMAT_VERSION = 2;

    private static final JsonFile<RunStatistics> FILE = JsonFile.withNulls(
            RunStatistics.class, "statistics of a run", Set.of("soonest", "p50Ns", "p99Ns", "maxNs", "tailNs"));

    /** Ten steps per decade from 10 us to 10 s: preferred numbers R10 (ISO 3). */
    private static final double[] STEPS = {1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8};

    private static final long MIN_NS = 10_000;
    private static final int DECADES = 6;

    /**
     * @param spanNs time from the intended time of the first tick to that of the last
     * @param latest statistics of the latest attribution
     * @param soonest statistics of the soonest attribution; null if there is only one
     */
    public static RunStatistics of(UUID identity, long spanNs, Attributed latest, @Nullable Attributed soonest) {
        return new RunStatistics(FORMAT_VERSION, identity, spanNs, latest, soonest);
    }

    static ClientStatistics ofClient(TickResults results, TickBlock.ClientRank client, SeriesValues values) {
        return SeriesPasses.over(TickSeries.ofClient(results, client), values, thresholds());
    }

    /** Computes the statistics of one series, for simulations and tests. */
    public static ClientStatistics ofSeries(TickSeries series, long... thresholdsNs) {
        return SeriesPasses.over(series, thresholds(thresholdsNs));
    }

    private static long[] thresholds(long... more) {
        LongStream fixed = LongStream.empty();
        long decadeNs = MIN_NS;
        for (int decade = 0; decade < DECADES; decade++) {
            long unitNs = decadeNs;
            fixed = LongStream.concat(fixed, Arrays.stream(STEPS).mapToLong(step -> Math.round(step * unitNs)));
            decadeNs *= 10;
        }
        LongStream all = LongStream.concat(LongStream.concat(fixed, LongStream.of(decadeNs)), LongStream.of(more));
        return all.sorted().distinct().toArray();
    }

    /** Returns the distinct attributions, starting with the latest. */
    public List<Attributed> attributions() {
        return soonest == null || soonest.equals(latest) ? List.of(latest) : List.of(latest, soonest);
    }

    /** Returns a copy with other thresholds of the last client and only one attribution. */
    public RunStatistics withLastClient(List<Exceedance> levels) {
        Attributed other =
                new Attributed(latest.lastClient().withThresholds(levels), latest.medianClient(), latest.firstClient());
        return new RunStatistics(formatVersion, identity, spanNs, other, null);
    }

    /** Writes the file atomically, with its checksum. */
    public void write(Path file) {
        FILE.writeSealed(file, this);
    }

    /**
     * Reads the file of a run. Rejects a file that is damaged, has another format version, belongs to another run, or
     * contradicts itself.
     */
    public static RunStatistics read(Path file, UUID run) {
        FILE.requireVersion(file, FORMAT_VERSION);
        RunStatistics statistics = FILE.readSealed(file);
        String again = "; recreate it with t2q analyze " + file.getParent();
        if (!statistics.identity.equals(run)) {
            throw Problem.of(file)
                    .fault("belongs to run " + statistics.identity)
                    .expected("run " + run + again)
                    .exception(ExitStatus.BAD_INPUT);
        }
        statistics.problems().findFirst().ifPresent(mistake -> {
            throw Problem.of(file).fault(mistake + again).exception(ExitStatus.BAD_INPUT);
        });
        return statistics;
    }

    /** Returns all contradictions; later ones can follow from the first. */
    private Stream<String> problems() {
        Stream<String> span = spanNs >= 0 && spanNs <= MemberCheck.MAX_NS
                ? Stream.of()
                : Stream.of("spanNs is " + spanNs + ", expected 0.." + MemberCheck.MAX_NS);
        Stream<String> other = soonest == null ? Stream.of() : soonest.problems("soonest");
        return Stream.of(span, latest.problems("latest"), other).flatMap(each -> each);
    }
}
