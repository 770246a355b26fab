package org.ticktoquote.harness.process;

import java.util.List;
import java.util.Map;

/** Gives a process of ours numbers with a decimal point, as in the log of its collector, and leaves it the rest of the locale. */
final class PlainNumbers {
    private static final String ALL = "LC_ALL";
    private static final List<String> OTHERS = List.of("LANG", "LC_CTYPE", "LC_MESSAGES");

    private PlainNumbers() {}

    /** In the environment that a process is going to have. */
    static void in(Map<String, String> environment) {
        String all = environment.remove(ALL); // it beats every other one
        if (all != null && !all.isEmpty()) {
            OTHERS.forEach(category -> environment.put(category, all));
        }
        environment.put("LC_NUMERIC", "C");
    }
}
