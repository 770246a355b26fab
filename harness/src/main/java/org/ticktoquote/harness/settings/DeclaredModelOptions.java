package org.ticktoquote.harness.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.AllowedWords;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.run.ApplicationModel;
import picocli.CommandLine.Option;

/** Options that declare the application's pricing model. Without any of them the model is unknown. */
@OptionGroup(
        value = "Declared pricing model",
        common = {})
final class DeclaredModelOptions {
    private static final List<Long> BUILT_IN_HALF_SPREADS = List.of(0L, 1L, 2L, 3L, 5L);
    /** Default for the user's application: one tier without spread. */
    private static final List<Long> NO_HALF_SPREADS = List.of(0L);

    @Option(
            names = "--composite",
            paramLabel = "RULE",
            completionCandidates = Rules.class,
            description = "composite price of several venues: single (last venue to "
                    + "quote) or best-of-venues (default: best-of-venues)")
    private @Nullable String composite;

    @Option(
            names = "--half-spreads",
            split = ",",
            paramLabel = "TENTHS",
            description = "half spread of each client tier, in tenths of a pip (default: "
                    + "0,1,2,3,5 for the built-in application, else 0)")
    private @Nullable List<Long> halfSpreads;

    @Option(
            names = "--skew",
            paramLabel = "TENTHS",
            description = "shift of bid and ask, in tenths of a pip (default: 0)")
    private @Nullable Long skew;

    @Option(
            names = "--stale-after",
            converter = DurationText.class,
            paramLabel = "TIME",
            description = "time without a quote after which a venue is ignored; 0s: never (default: 0s)")
    private @Nullable Long staleAfterNs;

    @Option(
            names = "--accept-crossed",
            description = "use crossed prices of a venue or the composite instead of rejecting them")
    private boolean acceptCrossed;

    /** Values of {@code --composite}. */
    static final class Rules extends AllowedWords {
        Rules() {
            super(ApplicationModel.BEST_OF_VENUES, ApplicationModel.SINGLE);
        }
    }

    /** Returns whether the user declares half spreads. */
    boolean spreadsDeclared() {
        return halfSpreads != null;
    }

    /**
     * Returns the declared model. For the user's application it is unknown, unless an option declares it or matching needs
     * it.
     *
     * @param needed true if ticks are matched by price
     */
    ApplicationModel model(boolean builtIn, boolean needed) {
        boolean declared =
                composite != null || halfSpreads != null || skew != null || staleAfterNs != null || acceptCrossed;
        if (!builtIn && !declared && !needed) {
            return ApplicationModel.UNKNOWN;
        }
        List<Long> undeclared = builtIn ? BUILT_IN_HALF_SPREADS : NO_HALF_SPREADS;
        return new ApplicationModel(
                true,
                composite == null ? ApplicationModel.BEST_OF_VENUES : composite,
                !acceptCrossed,
                staleAfterNs == null ? 0 : staleAfterNs,
                halfSpreads == null ? undeclared : halfSpreads,
                skew == null ? 0 : skew);
    }
}
