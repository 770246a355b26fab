package org.ticktoquote.wire.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ticktoquote.core.run.Instrument;

/**
 * Instruments of a run, numbered as they are found. Names that differ only in case and separators, such as {@code EUR/USD}
 * and {@code eurusd}, are one instrument.
 */
final class WireInstruments {
    private static final long PIP = 100_000;
    private static final long PIP_OF_YEN = 10_000_000;

    private final Map<String, String> names;
    private final Map<String, Integer> byName = new LinkedHashMap<>();
    private final List<Instrument> all = new ArrayList<>();

    /** @param names pairs by their text in messages, for texts that are not pair names */
    WireInstruments(Map<String, String> names) {
        this.names = names;
    }

    /** Returns the id of a defined instrument. */
    int add(Instrument defined) {
        return byName.computeIfAbsent(plain(defined.symbol()), name -> {
            all.add(new Instrument(all.size(), defined.symbol(), defined.pip(), defined.tickSize()));
            return all.size() - 1;
        });
    }

    /** Returns the id of a name in a message. Currency pairs get the usual pip. */
    int add(String text) {
        String name = names.getOrDefault(text, text);
        String plain = plain(name);
        String symbol = plain.matches("[A-Z]{6}") ? plain.substring(0, 3) + "/" + plain.substring(3) : name;
        long pip = plain.endsWith("JPY") ? PIP_OF_YEN : PIP;
        return add(new Instrument(0, symbol, pip, pip / 10));
    }

    private static String plain(String name) {
        String letters = name.replaceAll("[^A-Za-z0-9]", "").toUpperCase(Locale.ROOT);
        return letters.isEmpty() ? name : letters;
    }

    List<Instrument> all() {
        return List.copyOf(all);
    }
}
