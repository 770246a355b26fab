package org.ticktoquote.replayer.venue;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.yaml.YamlSection;
import org.ticktoquote.fix.dialect.InstrumentName;

/**
 * Reads a venue's names of pairs. A pair that is missing from a map or from the list of pairs is not traded at the
 * venue. Reports
 * faults as problems in the section's file.
 */
final class SymbolReader {
    static final String A_VALUE = "1 to 64 printable ASCII characters, none of them |";

    private static final String A_PAIR = "a pair, as in EUR/USD";
    private static final Pattern VALUE = Pattern.compile("[ -{}~]{1,64}");
    private static final Pattern PAIR = Pattern.compile("[^/]+/[^/]+");
    private static final Map<String, UnaryOperator<String>> FORMS =
            Map.of("slash", symbol -> symbol, "plain", symbol -> symbol.replace("/", ""), "none", symbol -> "");

    private final YamlSection section;
    private final Set<String> named = new LinkedHashSet<>();

    SymbolReader(YamlSection section) {
        this.section = section;
    }

    /** Returns the text if it can be a FIX value; null otherwise. */
    static @Nullable String fixValue(String text) {
        return VALUE.matcher(text).matches() ? text : null;
    }

    List<InstrumentName> read(List<Instrument> instruments) {
        List<String> known = instruments.stream().map(Instrument::symbol).toList();
        UnaryOperator<String> symbols = symbols(known);
        UnaryOperator<String> ids = map("securityId", known);
        String source = source();
        List<String> pairs = pairs(known);
        Stream.ofNullable(pairs).forEach(named::addAll);
        List<InstrumentName> names = instruments.stream()
                .map(Instrument::symbol)
                .map(pair -> pairs == null || pairs.contains(pair)
                        ? name(symbols.apply(pair), ids == null ? "" : ids.apply(pair), ids != null, source)
                        : InstrumentName.NONE)
                .toList();
        if (names.stream().allMatch(InstrumentName.NONE::equals)) {
            String key = pairs == null && section.has("securityId") ? "securityId" : "symbol";
            section.problemAt(pairs == null ? key : "pairs", "one pair of the recording at least");
        }
        return names;
    }

    /**
     * Returns the named pairs that are not among the instruments. Call after {@link #read}; empty if no instrument is known.
     */
    List<String> unknownPairs(List<Instrument> instruments) {
        List<String> known = instruments.stream().map(Instrument::symbol).toList();
        return known.isEmpty()
                ? List.of()
                : named.stream().filter(each -> !known.contains(each)).toList();
    }

    /** Accepts pairs that are not in this recording, because a file can serve several recordings. */
    private @Nullable List<String> pairs(List<String> known) {
        return section.distinct("pairs", A_PAIR, text -> isPair(text, known) ? text : null);
    }

    private static boolean isPair(String text, List<String> known) {
        return known.contains(text) || PAIR.matcher(text).matches();
    }

    private static InstrumentName name(String symbol, String id, boolean byId, String source) {
        return byId && id.isEmpty() ? InstrumentName.NONE : new InstrumentName(symbol, id, byId ? source : "");
    }

    private UnaryOperator<String> symbols(List<String> known) {
        if (section.isSection("symbol")) {
            return Objects.requireNonNullElse(map("symbol", known), symbol -> "");
        }
        String given = section.value(
                "symbol",
                "slash, plain, none or a map such as {EUR/USD: 1}",
                text -> FORMS.containsKey(text) ? text : null);
        if ("none".equals(given) && !section.has("securityId")) {
            section.problemAt("symbol", "a securityId with it");
        }
        return FORMS.getOrDefault(given == null ? "slash" : given, symbol -> symbol);
    }

    private String source() {
        String source = section.value("securityIdSource", A_VALUE, SymbolReader::fixValue);
        if (!section.has("securityId")) {
            section.refuseKey(
                    "securityIdSource", "applies to a securityId", "a securityId too, or no securityIdSource");
        }
        return source == null ? "" : source;
    }

    private @Nullable UnaryOperator<String> map(String key, List<String> known) {
        YamlSection map = section.section(key);
        if (map == null) {
            return null;
        }
        Map<String, String> names = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>();
        named.addAll(map.allKeys());
        for (String pair : map.allKeys()) {
            if (!isPair(pair, known)) {
                map.problemWithKey(pair, A_PAIR);
            }
            String text = map.value(pair, A_VALUE, SymbolReader::fixValue);
            if (text != null && !taken.add(text)) {
                map.problemAt(pair, "a name that no other pair has");
            }
            names.put(pair, text == null ? "" : text);
        }
        return pair -> names.getOrDefault(pair, "");
    }
}
