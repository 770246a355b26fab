package org.ticktoquote.pricing;

import java.util.List;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.run.ApplicationModel;
import picocli.CommandLine.Option;

/** Options of the price model, which determines the ticks that are due; see {@link ApplicationModel}. */
final class ModelOptions {
    @Option(
            names = "--composite",
            defaultValue = ApplicationModel.BEST_OF_VENUES,
            paramLabel = "RULE",
            description = "best-of-venues or single (the venue that quoted last). Default: ${DEFAULT-VALUE}.")
    private String composite;

    @Option(
            names = "--accept-crossed",
            description = "Price crossed tops, of a venue and of the composite, like others. "
                    + "Default: they are rejected.")
    private boolean acceptCrossed;

    @Option(
            names = "--stale-after",
            defaultValue = "0ns",
            paramLabel = "DURATION",
            description = "Venue time after which a silent venue no longer counts; 0ns: never. "
                    + "Default: ${DEFAULT-VALUE}.")
    private String staleAfter;

    @Option(
            names = "--half-spreads",
            split = ",",
            defaultValue = "0,1,2,3,5",
            paramLabel = "TENTHS",
            description = "Half spread of each client tier in tenths of a pip. Default: ${DEFAULT-VALUE}.")
    private List<Long> halfSpreads;

    @Option(
            names = "--skew",
            defaultValue = "0",
            paramLabel = "TENTHS",
            description = "Added to both sides, in tenths of a pip. Default: ${DEFAULT-VALUE}.")
    private long skew;

    ApplicationModel model(Problems wrong) {
        long staleAfterNs = wrong.read("--stale-after", () -> DurationText.parse(staleAfter), 0L);
        ApplicationModel model = new ApplicationModel(true, composite, !acceptCrossed, staleAfterNs, halfSpreads, skew);
        wrong.addAll(model.problems());
        return model;
    }
}
