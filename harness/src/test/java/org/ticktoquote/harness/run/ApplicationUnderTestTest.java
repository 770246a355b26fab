package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ApplicationUnderTestTest {
    private static final String FAR = "10.1.2.3";

    private static ApplicationUnderTest own(String... arguments) {
        return new ApplicationUnderTest.Own(Path.of("java"), List.of(), List.of(arguments), 0);
    }

    @Test
    void hintsThatTheApplicationMayListenAtAnotherAddress() {
        assertThat(own("app", "--fix-port={fixPort}").hint(FAR))
                .isEqualTo("; --app has no {fixHost}: check that the application listens at 10.1.2.3");
    }

    @Test
    void givesNoHintIfTheAddressIsKnownOrLocal() {
        assertThat(own("app", "--fix={fixHost}:{fixPort}").hint(FAR)).isEmpty();
        assertThat(own("app").hint(Commands.LOOPBACK)).isEmpty();
        assertThat(new ApplicationUnderTest.BuiltIn(Path.of("java"), List.of(), false, List.of()).hint(FAR))
                .isEmpty();
    }
}
