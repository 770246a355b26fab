package org.ticktoquote.pricing;

import java.util.List;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.run.ApplicationModel;
import picocli.CommandLine.Option;

/** Options of the price model, which determines the ticks that require a quote; see {@link ApplicationModel}. */
@OptionGroup(
        value = "Pricing model",
        common = {"--half-spreads"})
final class ModelOptions {
    @Option(
            names = "--composite",
            defaultValue = ApplicationModel.BEST_OF_VENUES,
            paramLabel = "RULE",
            description = "composite price: best-of-venues or single (last venue to quote) (default: ${DEFAULT-VALUE})")
    private String composite;

    @Option(
            names = "--accept-crossed",
            description = "price crossed books of a venue or the composite instead of rejecting them")
    private boolean acceptCrossed;

    @Option(
            names = "--stale-after",
            defaultValue = "0ns",
            paramLabel = "DURATION",
            description =
                    "venue time without a quote after which a venue is ignored; 0ns: never (default: ${DEFAULT-VALUE})")
    private String staleAfter;

    @Option(
            names = "--half-spreads",
            split = ",",
            defaultValue = "0,1,2,3,5",
            paramLabel = "TENTHS",
            description = "half spread of each client tier, in tenths of a pip (default: ${DEFAULT-VALUE})")
    private List<Long> halfSpreads;

    @Option(
            names = "--skew",
            defaultValue = "0",
            paramLabel = "TENTHS",
            description = "shift of bid and ask, in tenths of a pip (default: ${DEFAULT-VALUE})")
    private long skew;

    ApplicationModel model(Problems wrong) {
        long staleAfterNs = wrong.read("--stale-after", () -> DurationText.parse(staleAfter), 0L);
        ApplicationModel model = new ApplicationModel(true, composite, !acceptCrossed, staleAfterNs, halfSpreads, skew);
        wrong.addAll(model.problems());
        return model;
    }
}
