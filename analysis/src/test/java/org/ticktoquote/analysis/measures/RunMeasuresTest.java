package org.ticktoquote.analysis.measures;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.results.Cell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.SessionPlan;

final class RunMeasuresTest {
    private static final MatchPlan PLAN = MatchPlan.byId(
            List.of(new SessionPlan(0, "a", 0, List.of(0)), new SessionPlan(1, "b", 0, List.of(0))),
            1,
            new Conflation(Conflation.NONE, 0),
            1_000,
            1);

    @TempDir
    Path directory;

    private void measureWith(long first, long second) {
        try (TickResults results = TickResults.create(directory.resolve("r"), 2)) {
            results.append(1, 1, 0, 0, 1);
            results.cell(1, 0, first);
            results.cell(1, 1, second);
            RunMeasures.of(results, results, new Distribution("quoteAgeNs", "", 0), PLAN, true);
        }
    }

    @Test
    void failsLoudlyWhenATickIsUndecided() {
        assertThatThrownBy(() -> measureWith(Cell.of(Cell.PUBLISHED, 5), Cell.of(Cell.PENDING)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("1 are undecided");
    }

    @Test
    void failsLoudlyWhenAPlannedSessionIsMissing() {
        assertThatThrownBy(() -> measureWith(Cell.of(Cell.PUBLISHED, 5), Cell.of(Cell.NOT_PLANNED)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("outcomes add up to 1")
                .hasMessageContaining("are 2");
    }
}
