package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.settings.RunSettings;

class PlaceholdersTest {
    @Test
    void hostsHaveNoBrackets() {
        RunPlan plan = RunSettings.parse(List.of("--app=app {feed} {feedHost} {feedPort} {fixHost} {fixPort}"))
                .plan(new RunDirectory(Path.of("run")));
        ApplicationUnderTest.Own own = (ApplicationUnderTest.Own) plan.application();
        assertThat(new Commands(plan, RunHosts.onLocalHost(plan))
                        .placeholders(own)
                        .filled("fix://[::1]:9001", List.of(), new Endpoint("::1", 9002)))
                .containsExactly("app", "fix://[::1]:9001", "::1", "9001", "::1", "9002");
    }
}
