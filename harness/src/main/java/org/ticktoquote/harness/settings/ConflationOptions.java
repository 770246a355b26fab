package org.ticktoquote.harness.settings;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.Conflation;
import picocli.CommandLine.Option;

/** Options that declare which ticks the application can conflate or suppress. */
@OptionGroup(
        value = "FIX sessions",
        common = {})
final class ConflationOptions {
    private static final long MAX_INTERVAL_NS = TimeUnit.HOURS.toNanos(1);

    @Option(
            names = "--conflation",
            paramLabel = "POLICY",
            description = "declared conflation: none, unknown, or an interval as in 10ms "
                    + "(default: none for the built-in application, else unknown)")
    private @Nullable String conflation;

    @Option(
            names = "--suppress-unchanged",
            description = "with a declared model: the application sends no snapshot if the price of a session is "
                    + "unchanged")
    private boolean suppressUnchanged;

    /** Returns the declared policy. The default is unknown, except for the built-in application. */
    Conflation conflation(boolean builtIn) {
        if (conflation == null) {
            return new Conflation(builtIn ? Conflation.NONE : Conflation.UNKNOWN, 0, suppressUnchanged);
        }
        if (conflation.equals(Conflation.NONE) || conflation.equals(Conflation.UNKNOWN)) {
            return new Conflation(conflation, 0, suppressUnchanged);
        }
        return new Conflation(Conflation.INTERVAL, intervalNs(conflation), suppressUnchanged);
    }

    private static long intervalNs(String text) {
        try {
            long intervalNs = DurationText.parse(text);
            if (intervalNs > 0 && intervalNs <= MAX_INTERVAL_NS) {
                return intervalNs;
            }
        } catch (ProblemException e) {
            throw conflationRefused(text, e);
        }
        throw conflationRefused(text, null);
    }

    private static ProblemException conflationRefused(String text, @Nullable Exception cause) {
        return Problem.of("--conflation")
                .value(text)
                .expected("none, unknown, or an interval above 0 and up to 1h, as in 10ms")
                .exception(cause);
    }
}
