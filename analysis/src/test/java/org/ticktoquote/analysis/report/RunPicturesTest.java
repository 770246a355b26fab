package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ticktoquote.report.Block;

class RunPicturesTest {
    /** Of 51 pairs 50 are shown. */
    @Test
    void pairThatLostEverythingIsShownAsNeverAnswered() {
        Map<String, List<TimeBucket>> pairs = new LinkedHashMap<>();
        for (int pair = 1; pair <= 50; pair++) {
            pairs.put("pair " + pair, List.of(new TimeBucket(0, 100, pair * 1_000_000L, 0, 0)));
        }
        pairs.put("dead", List.of(new TimeBucket(0, 5_000, null, 0, 5_000)));
        assertThat(RunPictures.multiples("By pair", pairs).get(0).content().get(0))
                .isInstanceOfSatisfying(
                        Block.Pictures.class,
                        shown -> assertThat(shown.pictures())
                                .hasSize(50)
                                .anyMatch(one ->
                                        one.name().equals("dead") && one.about().equals("never answered, 5,000 lost"))
                                .noneMatch(one -> one.name().equals("pair 1")));
    }
}
