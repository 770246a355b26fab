package org.ticktoquote.analysis.command;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.analysis.slo.RequestedLevels;
import org.ticktoquote.analysis.slo.ServiceLevel;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.ProblemException;
import picocli.CommandLine.Option;

/** Command-line option for the service levels of a run. */
@OptionGroup("Result")
public final class LevelOptions {
    static final String SLO = "--slo";

    @Option(
            names = SLO,
            paramLabel = "LEVEL",
            description = "service level, as in 'p99 < 5 ms'; repeatable; forms: docs/measures.md")
    private final List<String> texts = new ArrayList<>();

    /** Returns whether {@code --slo} was given. */
    boolean given() {
        return !texts.isEmpty();
    }

    /**
     * Returns the service levels in the given order.
     *
     * @throws ProblemException if a text is not a service level, levels are repeated, or there are too many
     */
    public List<ServiceLevel> levels() {
        return ProblemException.under(SLO, () -> RequestedLevels.parse(texts));
    }
}
