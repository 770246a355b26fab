package org.ticktoquote.analysis.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ticktoquote.analysis.rate.RateAnswer;
import org.ticktoquote.analysis.rate.RateResult;
import org.ticktoquote.report.table.Table;

/**
 * The page of a rate search.
 *
 * @param badge one or two words
 * @param style of the verdict, a class
 * @param sentence the answer
 * @param remarks what stands against it
 * @param facts under the table
 */
record RatePage(
        String badge,
        String style,
        String sentence,
        List<String> remarks,
        List<String> levels,
        RatePlot plot,
        Table rates,
        List<RateText.RunRow> runs,
        List<String> facts,
        String begun) {
    private static final Map<RateAnswer, String> STYLES = Map.of(
            RateAnswer.FOUND, "pass",
            RateAnswer.HOLDS_THROUGHOUT, "pass",
            RateAnswer.BROKEN_AT_LOWEST, "fail",
            RateAnswer.VOID_AT_LOWEST, "refused");

    static RatePage of(RateResult result) {
        RateText text = RateText.words(result);
        return new RatePage(
                result.answer().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                STYLES.getOrDefault(result.answer(), "inconclusive"),
                text.sentence(),
                text.remarks(),
                result.plan().levels(),
                RatePlot.of(result),
                text.rates(),
                text.runRows(),
                List.of(text.made(), text.assumption()),
                result.startedUtc() + ", " + result.product());
    }
}
