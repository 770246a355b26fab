package org.ticktoquote.endtoend;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real runs with five tiers, matched by price and compared with the echoed ids.
 *
 * <p>Runs every combination of market, conflation and loss, only with {@code -Dt2q.proof=full}: about seven minutes. {@link
 * MainJobIT} and {@link SharedTicksIT} check their own runs in the same way. The shared sample files are the market {@code
 * real}, if present.
 */
@FullProof
@Tag("alone")
class PriceGridIT {
    private static final int SESSIONS = 5;

    @TempDir
    private Path folder;

    static List<Arguments> cells() {
        List<Arguments> cells = new ArrayList<>();
        for (String market : List.of("one-venue", "three-venues", "real")) {
            for (String conflation : List.of("none", "10ms", "50ms")) {
                for (String drop : List.of("0", "0.01")) {
                    cells.add(Arguments.of(market, conflation, drop));
                }
            }
        }
        return cells;
    }

    @ParameterizedTest(name = "{0}, conflation {1}, {2} dropped")
    @MethodSource("cells")
    void certainMatchesAreRightAndIntervalsContainTheTruth(String market, String conflation, String drop)
            throws Exception {
        Scenario scenario = Scenario.in(folder).sessions(SESSIONS).with("--conflation", conflation);
        String faults = "--fault drop:share=" + drop + ",seed=1";
        switch (market) {
            case "real" -> scenario.over(SampleFiles.imported(folder), "12:30:00..12:30:06");
            case "one-venue" -> generated(scenario, "1");
            default -> generated(scenario, "3");
        }
        scenario.with("--app-args", drop.equals("0") ? "" : faults).start().ended(0, 3, 4);
        System.out.println(market + ", conflation " + conflation + ", drop " + drop);
        PriceTwin.assertHonest(scenario.directory());
    }

    private static void generated(Scenario scenario, String venues) throws Exception {
        scenario.over("T0-1s..T0+5s", "--length", "4min", "--pairs", "4", "--venues", venues);
    }
}
