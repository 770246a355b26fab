package org.ticktoquote.harness.check;

import java.util.List;
import java.util.Optional;
import org.ticktoquote.harness.run.ApplicationUnderTest;

/** Suggests the session template for the built-in application's dialect. */
final class DialectHint {
    private static final String OPTION = "--dialect";
    private static final String PLAIN = "plain";

    private DialectHint() {}

    /**
     * Adds the session template of the application's dialect to the remedy. No effect if the dialect is plain or a template is
     * given.
     */
    static Obstacle named(Obstacle obstacle, ApplicationUnderTest application, boolean template) {
        return application instanceof ApplicationUnderTest.BuiltIn builtIn && !template
                ? of(builtIn.arguments())
                        .map(name -> new Obstacle(
                                obstacle.fault(),
                                obstacle.evidence(),
                                "The application uses --dialect " + name + ": add --session-template docs/dialects/"
                                        + name + ".yaml. Otherwise: " + obstacle.remedy()))
                        .orElse(obstacle)
                : obstacle;
    }

    /**
     * Returns the dialect in arguments such as {@code --dialect quotes} or {@code --dialect=quotes}; the last one counts.
     */
    private static Optional<String> of(List<String> arguments) {
        String dialect = PLAIN;
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.startsWith(OPTION + "=")) {
                dialect = argument.substring(OPTION.length() + 1);
            } else if (argument.equals(OPTION) && i + 1 < arguments.size()) {
                dialect = arguments.get(i + 1);
            }
        }
        return Optional.of(dialect).filter(name -> !name.equals(PLAIN));
    }
}
