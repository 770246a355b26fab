package org.ticktoquote.analysis.statistics;

import java.util.List;
import java.util.stream.Stream;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.TickResults;

/**
 * The statistics under one attribution of snapshots to ticks.
 *
 * @param lastClient response at the last client of each tick: what bounds and verdicts are made of
 * @param medianClient at the median client
 * @param firstClient at the first client
 */
public record Attributed(ClientStatistics lastClient, ClientStatistics medianClient, ClientStatistics firstClient) {
    /** Of results whose client latencies are known. */
    public static Attributed of(TickResults results, Workers workers) {
        return RunStatistics.attributed(results, workers);
    }

    /** What no run can have. */
    Stream<String> mistakes(String member) {
        return Stream.of(
                        ClientCheck.mistakes(member + ".lastClient", lastClient),
                        ClientCheck.mistakes(member + ".medianClient", medianClient),
                        ClientCheck.mistakes(member + ".firstClient", firstClient))
                .flatMap(List::stream);
    }
}
