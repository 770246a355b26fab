package org.ticktoquote.analysis.statistics;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;

/**
 * The statistics under one attribution of snapshots to ticks.
 *
 * @param lastClient response at the last client of each tick: what bounds and verdicts are made of
 * @param medianClient at the median client
 * @param firstClient at the first client
 */
public record Attributed(ClientStatistics lastClient, ClientStatistics medianClient, ClientStatistics firstClient) {
    private static final List<TickBlock.Client> CLIENTS =
            List.of(TickBlock.Client.LAST, TickBlock.Client.MEDIAN, TickBlock.Client.FIRST);

    /** Of results whose client latencies are known. */
    public static Attributed of(TickResults results, Workers workers) {
        return of(results, client -> SeriesValues.of(new ClientSeries(results, client)), workers);
    }

    /** Likewise, with the values of each client as they were counted; they are asked for once each, by several threads. */
    public static Attributed of(TickResults results, Function<TickBlock.Client, SeriesValues> values, Workers workers) {
        List<ClientStatistics> all = workers.map(CLIENTS.size(), i -> {
            TickBlock.Client client = CLIENTS.get(i);
            return RunStatistics.ofClient(results, client, values.apply(client));
        });
        return new Attributed(all.get(0), all.get(1), all.get(2));
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
