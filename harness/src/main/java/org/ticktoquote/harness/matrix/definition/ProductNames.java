package org.ticktoquote.harness.matrix.definition;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Names of the cases of a product: each becomes a directory, with something appended now and then. */
final class ProductNames {
    private static final int LONGEST = 200;

    private ProductNames() {}

    static String of(Map<String, String> coordinates) {
        return String.join("-", coordinates.values());
    }

    /** What was expected of the axes, where two cases have one name, or a name is too long. */
    static Optional<String> problem(List<Map<String, String>> product) {
        Map<String, Map<String, String>> byName = new HashMap<>();
        for (Map<String, String> coordinates : product) {
            String name = of(coordinates);
            if (name.length() > LONGEST) {
                return Optional.of("values whose names make names of cases of at most " + LONGEST + " characters; "
                        + name.substring(0, 40) + "... has " + name.length());
            }
            Map<String, String> other = byName.putIfAbsent(name, coordinates);
            if (other != null) {
                return Optional.of("values that make each name of a case once; " + name + " is " + words(other)
                        + " and also " + words(coordinates));
            }
        }
        return Optional.empty();
    }

    private static String words(Map<String, String> coordinates) {
        return String.join(" with ", coordinates.values());
    }
}
