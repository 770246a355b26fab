package org.ticktoquote.replayer.importing;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.price.Price;

/**
 * The quantity of sides of which a file says none: 0 would tell a receiver that there is nothing to be had.
 *
 * @param given in units of the base currency; it then replaces 0, too
 */
record Quantities(Optional<Long> given) {
    /** Of the base currency, as most venues show at the top. */
    static final long USUAL = 1_000_000;

    private long added() {
        return given.orElse(USUAL);
    }

    /** The quantity of a side. */
    long of(long price, long said) {
        if (said == Row.UNSAID) {
            return price == Price.NONE ? 0 : added();
        }
        return said == 0 && price != Price.NONE ? given.orElse(0L) : said;
    }

    /** What is added to what was found, 0 where nothing is. */
    long addedTo(List<SourceFindings> findings) {
        return unsaid(findings) > 0 || given.isPresent() && zero(findings) > 0 ? added() : 0;
    }

    /** What a reader of the recording has to know. */
    List<String> notes(List<SourceFindings> findings) {
        long sides = unsaid(findings) + (given.isPresent() ? zero(findings) : 0);
        if (sides > 0) {
            return List.of(String.format(
                    Locale.ROOT,
                    "note: %s no quantity in the files and get%s %,d of the base currency%s",
                    Counted.of(sides, "side has", "sides have"),
                    sides == 1 ? "s" : "",
                    added(),
                    given.isPresent() ? "" : "; --quantity N sets another"));
        }
        return zero(findings) == 0
                ? List.of()
                : List.of("note: "
                        + Counted.of(zero(findings), "side keeps", "sides keep")
                        + " the quantity 0 of the files; an application that passes it on as"
                        + " 271=0 says that there is no price: --quantity N replaces it");
    }

    private static long unsaid(List<SourceFindings> findings) {
        return findings.stream().mapToLong(SourceFindings::unsaid).sum();
    }

    private static long zero(List<SourceFindings> findings) {
        return findings.stream().mapToLong(SourceFindings::zero).sum();
    }
}
