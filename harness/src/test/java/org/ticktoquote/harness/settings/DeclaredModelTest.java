package org.ticktoquote.harness.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.RunDirectory;

final class DeclaredModelTest {
    private static ApplicationModel model(String... options) {
        return RunSettings.parse(List.of(options))
                .plan(new RunDirectory(Path.of("results")))
                .declared()
                .model();
    }

    @Test
    void hasTheDeclaredSpreadsOrTheFiveTiersOfTheBuiltInApplication() {
        assertThat(model("--app=sleep 1", "--composite=single").halfSpreadTenthPips())
                .containsExactly(0L);
        assertThat(model("--app=sleep 1", "--match=price").halfSpreadTenthPips())
                .containsExactly(0L);
        assertThat(model("--app=sleep 1", "--half-spreads=4,7").halfSpreadTenthPips())
                .containsExactly(4L, 7L);
        assertThat(model("--app=sleep 1")).isEqualTo(ApplicationModel.UNKNOWN);

        assertThat(model().halfSpreadTenthPips()).containsExactly(0L, 1L, 2L, 3L, 5L);
    }
}
