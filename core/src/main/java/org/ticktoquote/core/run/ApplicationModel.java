package org.ticktoquote.core.run;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.Problem;

/**
 * Declared pricing model of the application, which determines the ticks that require a quote.
 *
 * <p>A tick updates the sides it carries in the top of its venue. A venue counts if its top has both sides, is not crossed
 * (with {@code rejectCrossed}) and is not older, in venue time, than {@code staleAfterNs} before the tick. The composite
 * takes the best bid and the best ask of the venues that count. If none counts, the tick is rejected and the expected price
 * stays. With {@code rejectCrossed}, a tick that leaves its own venue or the composite crossed is rejected too. Without it,
 * crossed tops and composites are valid prices. A tick older in venue time than an earlier one of its venue and instrument
 * is rejected and changes nothing.
 *
 * <p>For a tier, {@code bid = floor(composite bid + skew - half spread)} and
 * {@code ask = ceil(composite ask + skew + half spread)}, to multiples of the instrument's tick size. Spread and skew are
 * in tenths of a pip. A tick is due at a session if it changes the expected price of the session's tier.
 *
 * @param known false without a declared model. The ticks that require a quote are then unknown
 * @param composite {@code single} (the price is the top of the venue that ticked last) or {@code best-of-venues}
 * @param rejectCrossed whether crossed tops, of a venue or of the composite, are rejected. Locked tops never are
 * @param staleAfterNs 0 if venues never go stale
 * @param halfSpreadTenthPips half spread of each tier
 * @param skewTenthPips skew added to both sides
 */
public record ApplicationModel(
        boolean known,
        String composite,
        boolean rejectCrossed,
        long staleAfterNs,
        List<Long> halfSpreadTenthPips,
        long skewTenthPips) {
    public static final String SINGLE = "single";
    public static final String BEST_OF_VENUES = "best-of-venues";
    public static final ApplicationModel UNKNOWN = new ApplicationModel(false, SINGLE, false, 0, List.of(0L), 0);

    /** Maximum number of tiers, because a set of tiers is stored in the bits of a long. */
    static final int MAX_TIERS = 63;
    /** 100,000 pips, far below an overflow of prices. */
    static final long MAX_TENTH_PIPS = 1_000_000;

    public ApplicationModel {
        halfSpreadTenthPips = List.copyOf(halfSpreadTenthPips);
    }

    /** Returns whether half spreads or skew change the prices of the composite. */
    public boolean addsToPrices() {
        return known && (skewTenthPips != 0 || halfSpreadTenthPips.stream().anyMatch(tenths -> tenths != 0));
    }

    /** Returns the problems with invalid settings, by option name. Empty if the model is valid. */
    public List<Problem> problems() {
        List<Problem> mistakes = new ArrayList<>();
        if (!composite.equals(SINGLE) && !composite.equals(BEST_OF_VENUES)) {
            mistakes.add(Problem.of("--composite").value(composite).expected(BEST_OF_VENUES + " or " + SINGLE));
        }
        int tiers = halfSpreadTenthPips.size();
        if (tiers < 1 || tiers > MAX_TIERS) {
            mistakes.add(Problem.of("--half-spreads").fault(tiers + " tiers").expected("1.." + MAX_TIERS));
        }
        if (halfSpreadTenthPips.stream().anyMatch(tenths -> tenths < 0 || tenths > MAX_TENTH_PIPS)) {
            mistakes.add(Problem.of("--half-spreads")
                    .value(joined(halfSpreadTenthPips))
                    .expected("0.." + MAX_TENTH_PIPS + " each"));
        }
        if (skewTenthPips < -MAX_TENTH_PIPS || skewTenthPips > MAX_TENTH_PIPS) {
            mistakes.add(Problem.of("--skew").value(skewTenthPips).expected(-MAX_TENTH_PIPS + ".." + MAX_TENTH_PIPS));
        }
        return mistakes;
    }

    private static String joined(List<Long> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
