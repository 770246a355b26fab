package org.ticktoquote.fix.dialect;

import java.util.HashMap;
import java.util.Map;
import quickfix.ConfigError;
import quickfix.DataDictionary;

/** Dictionaries of QuickFIX/J, each read once. */
public final class Dictionaries {
    private static final Map<String, DataDictionary> STRICT = new HashMap<>();
    private static final Map<String, DataDictionary> LENIENT = new HashMap<>();

    private Dictionaries() {}

    public static DataDictionary strict(String name) {
        return STRICT.computeIfAbsent(name, Dictionaries::read);
    }

    /** Returns a dictionary that accepts the fields of a group in any order. */
    public static DataDictionary lenient(String name) {
        return LENIENT.computeIfAbsent(name, unread -> {
            DataDictionary dictionary = read(unread);
            dictionary.setCheckUnorderedGroupFields(false);
            return dictionary;
        });
    }

    private static DataDictionary read(String name) {
        try {
            return new DataDictionary(name + ".xml");
        } catch (ConfigError e) {
            throw new IllegalStateException(name, e);
        }
    }
}
