package org.ticktoquote.replayer.importing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;

/**
 * Pips and tick sizes of instruments. Default pip: 0.01 for quote currency JPY, gold and silver, else 0.0001. Default tick
 * size: a tenth of the pip. The user and a decoder can override both.
 */
final class InstrumentSizes {
    private static final long PIP = Price.SCALE / 10_000;
    private static final long COARSE_PIP = Price.SCALE / 100;
    /** Symbols with a coarse pip, some with a broker's suffix: {@code USD/JPY}, {@code USDJPY.FXCM}, {@code DOGE/JPY}. */
    private static final Pattern COARSE = Pattern.compile("(?:[A-Z]{3}|[A-Z0-9]+[-_./])JPY.*|XA[UG][-_./]?[A-Z]{3}.*");

    private static final Pattern OVERRIDE = Pattern.compile("([^:]+):pip=([0-9.]{1,12})(?:,tick=([0-9.]{1,12}))?");

    private final Map<String, Instrument> overrides;

    private InstrumentSizes(Map<String, Instrument> overrides) {
        this.overrides = overrides;
    }

    /** Parses overrides such as {@code XAU/USD:pip=0.1,tick=0.001}. */
    static InstrumentSizes parse(List<String> texts) {
        Map<String, Instrument> overrides = new HashMap<>();
        for (String text : texts) {
            Matcher matcher = OVERRIDE.matcher(text);
            if (!matcher.matches()) {
                throw refused(text);
            }
            String symbol = SymbolNames.required("--instrument", matcher.group(1));
            long pip = size(matcher.group(2), text);
            long tickSize = matcher.group(3) == null ? pip / 10 : size(matcher.group(3), text);
            if (tickSize < 1 || tickSize > pip) {
                throw Problem.of("--instrument")
                        .value(text)
                        .expected("a tick of 0.000000001 or more, and of a pip at most")
                        .exception();
            }
            if (overrides.put(symbol, new Instrument(0, symbol, pip, tickSize)) != null) {
                throw Problem.of("--instrument")
                        .value(text)
                        .fault(symbol + " is given twice")
                        .exception();
            }
        }
        return new InstrumentSizes(overrides);
    }

    private static long size(String text, String override) {
        try {
            return Decimal.price("size", text, Decimal.POINT);
        } catch (BadValue bad) {
            throw refused(override);
        }
    }

    private static ProblemException refused(String text) {
        return Problem.of("--instrument")
                .value(Printable.text(text, 80))
                .expected("SYMBOL:pip=SIZE[,tick=SIZE], as in XAU/USD:pip=0.1,tick=0.01")
                .exception();
    }

    /**
     * Returns an instrument with a given id.
     *
     * @param decoded the decoder's pip and tick size, or null; used if the user gave none
     */
    Instrument instrument(int id, String symbol, @Nullable Instrument decoded) {
        @Nullable Instrument said = overrides.getOrDefault(symbol, decoded);
        if (said != null) {
            return new Instrument(id, symbol, said.pip(), said.tickSize());
        }
        long pip = COARSE.matcher(symbol).matches() ? COARSE_PIP : PIP;
        return new Instrument(id, symbol, pip, pip / 10);
    }

    /** Refuses an override for an instrument that is not imported, which is probably a typo. */
    void requireKnown(Set<String> imported) {
        for (String symbol : overrides.keySet()) {
            if (!imported.contains(symbol)) {
                throw Problem.of("--instrument")
                        .value(symbol)
                        .fault("is not imported")
                        .expected("one of " + String.join(", ", imported))
                        .exception();
            }
        }
    }
}
