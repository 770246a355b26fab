package org.ticktoquote.replayer.importing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What was assumed about files where nobody said it, and may be wrong: a line each. */
record SourceNotes(SourceSettings settings) {
    /** A broker whose files of the family lean are in Eastern standard time the whole year. */
    private static final String FXCM = "FXCM";

    private static final Set<String> FIVE_DECIMALS = Set.of(
            "USD", "EUR", "GBP", "CHF", "CAD", "AUD", "NZD", "SGD", "HKD", "SEK", "NOK", "DKK", "PLN", "MXN", "ZAR",
            "TRY", "CNH");

    /** How the files are read, and each note once, in the order of the files. */
    List<String> of(List<TickSource> sources) {
        return Stream.concat(
                        readings(sources), sources.stream().flatMap(this::notes).distinct())
                .toList();
    }

    /** A line for all files that are read alike. */
    private static Stream<String> readings(List<TickSource> sources) {
        Map<String, List<TickSource>> alike = new LinkedHashMap<>();
        for (TickSource source : sources) {
            source.reading()
                    .ifPresent(reading -> alike.computeIfAbsent(reading, first -> new ArrayList<>())
                            .add(source));
        }
        return alike.entrySet().stream()
                .map(each -> Shown.text(each.getValue().get(0).file().toString(), 200)
                        + (each.getValue().size() == 1
                                ? " is"
                                : " and " + (each.getValue().size() - 1) + " more are")
                        + " read with " + each.getKey());
    }

    private Stream<String> notes(TickSource source) {
        return Stream.of(zone(source), decimals(source)).flatMap(Optional::stream);
    }

    private Optional<String> zone(TickSource source) {
        if (settings.zones().given(source.venue())) {
            return Optional.empty();
        }
        if (source.format() == Format.HISTDATA) {
            return Optional.of("note: HistData writes Eastern standard time, the whole year: times of " + source.venue()
                    + " are read as UTC-05:00; --zone sets another zone");
        }
        if (source.format() == Format.MT5) {
            return Optional.of(
                    "note: MetaTrader 5 writes the time of the broker's server, often that of Eastern Europe;"
                            + " these files are read as UTC; --zone sets another zone, as in --zone EET");
        }
        return source.venue().equals(FXCM) && source.format() == Format.LEAN
                ? Optional.of("note: files of FXCM are known to be in UTC-05:00, these are read as UTC;"
                        + " expected --zone FXCM=UTC-05:00, or --zone UTC if they are in UTC")
                : Optional.empty();
    }

    private Optional<String> decimals(TickSource source) {
        String symbol = source.symbol().orElse("");
        if (source.format() != Format.BI5 || settings.decimals().known(symbol)) {
            return Optional.empty();
        }
        return FIVE_DECIMALS.containsAll(List.of(symbol.split("/", -1)))
                ? Optional.empty()
                : Optional.of("note: the decimals of " + symbol + " in .bi5 files are not known, 5 are assumed;"
                        + " --decimals " + symbol + "=N sets them");
    }
}
