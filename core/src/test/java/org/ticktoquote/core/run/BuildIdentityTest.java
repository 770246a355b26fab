package org.ticktoquote.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BuildIdentityTest {
    private static BuildIdentity of(String... lines) throws IOException {
        String text = "Manifest-Version: 1.0\n" + String.join("\n", lines) + "\n";
        return BuildIdentity.of(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void readsVersionAndCommitFromItsOwnManifest() throws IOException {
        BuildIdentity built = of(
                "Implementation-Title: tick-to-quote",
                "Implementation-Version: 1.2.3",
                "Implementation-Commit: 0123456789ab-dirty");
        assertThat(built).isEqualTo(new BuildIdentity("1.2.3", "0123456789ab-dirty"));
        assertThat(built.description()).isEqualTo("1.2.3 (commit 0123456789ab-dirty)");

        assertThat(of("Implementation-Title: tick-to-quote", "Implementation-Version: 1.2.3")
                        .description())
                .isEqualTo("1.2.3 (commit unknown)");

        assertThat(of("Implementation-Title: other", "Implementation-Version: 9"))
                .isEqualTo(new BuildIdentity("development", "unknown"));
        assertThat(BuildIdentity.of(null).description()).isEqualTo("development (commit unknown)");
    }
}
