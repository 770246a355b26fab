package org.ticktoquote.analysis.statistics;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Statistics under one attribution of snapshots to ticks.
 *
 * @param lastClient response at the last client of each tick, which bounds and verdicts use
 * @param medianClient response at the median client
 * @param firstClient response at the first client
 */
public record Attributed(ClientStatistics lastClient, ClientStatistics medianClient, ClientStatistics firstClient) {
    private static final List<TickBlock.ClientRank> CLIENTS =
            List.of(TickBlock.ClientRank.LAST, TickBlock.ClientRank.MEDIAN, TickBlock.ClientRank.FIRST);

    /**
     * Computes the statistics with the counted values of each client; {@code values} is called once per client, from several
     * threads.
     */
    public static Attributed of(
            TickResults results, Function<TickBlock.ClientRank, SeriesValues> values, Workers workers) {
        List<ClientStatistics> all = workers.map(CLIENTS.size(), i -> {
            TickBlock.ClientRank client = CLIENTS.get(i);
            return RunStatistics.ofClient(results, client, values.apply(client));
        });
        return new Attributed(all.get(0), all.get(1), all.get(2));
    }

    /** Returns contradictions that no run can produce. */
    Stream<String> problems(String member) {
        return Stream.of(
                        ClientCheck.problems(member + ".lastClient", lastClient),
                        ClientCheck.problems(member + ".medianClient", medianClient),
                        ClientCheck.problems(member + ".firstClient", firstClient))
                .flatMap(List::stream);
    }
}
