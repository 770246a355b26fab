package org.ticktoquote.harness.process;

import java.util.List;
import java.util.Map;

/** Makes a t2q process write numbers with a decimal point, for example in its GC log. Keeps the rest of the locale. */
final class NumericLocale {
    private static final String ALL = "LC_ALL";
    private static final List<String> OTHERS = List.of("LANG", "LC_CTYPE", "LC_MESSAGES");

    private NumericLocale() {}

    /** Changes the environment of a process to be started. */
    static void setIn(Map<String, String> environment) {
        String all = environment.remove(ALL); // overrides all other categories
        if (all != null && !all.isEmpty()) {
            OTHERS.forEach(category -> environment.put(category, all));
        }
        environment.put("LC_NUMERIC", "C");
    }
}
