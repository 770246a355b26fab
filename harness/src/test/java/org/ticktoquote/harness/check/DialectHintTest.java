package org.ticktoquote.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.program.RootCommand;
import org.ticktoquote.harness.check.Diagnosis.Obstacle;
import org.ticktoquote.harness.run.ApplicationUnderTest;
import org.ticktoquote.host.process.JavaCommand;

class DialectHintTest {
    private static final Obstacle OBSTACLE = new Obstacle("It was rejected.", List.of(), "Mend it.");

    private static String cure(boolean template, String... arguments) {
        ApplicationUnderTest application =
                new ApplicationUnderTest.BuiltIn(JavaCommand.ownJava(), List.of(), false, List.of(arguments));
        return CheckReport.withTemplate(OBSTACLE, application, template).remedy();
    }

    @Test
    void suggestsTheTemplateOfTheDialectIfNoneIsGiven() {
        String named =
                "The application uses --dialect quotes: add --session-template docs/dialects/quotes.yaml. Otherwise:"
                        + " Mend it.";
        assertThat(cure(false, "--threads", "1", "--dialect", "quotes")).isEqualTo(named);
        assertThat(cure(false, "--dialect=fixt", "--dialect=quotes")).isEqualTo(named);
        assertThat(cure(true, "--dialect", "quotes")).isEqualTo("Mend it.");
        assertThat(cure(false, "--dialect", "plain")).isEqualTo("Mend it.");
        assertThat(cure(false)).isEqualTo("Mend it.");
    }

    @Test
    void everyDialectExceptPlainHasATemplate() {
        String text = String.join(
                " ",
                RootCommand.commandLine()
                        .getSubcommands()
                        .get("pricing-app")
                        .getCommandSpec()
                        .findOption("--dialect")
                        .description());
        List<String> names = List.of(text.replaceFirst(".*: plain, (.*?) \\(default.*", "$1")
                .replace(" or ", ", ")
                .split(", +"));
        assertThat(names)
                .contains("lmax-like", "fixt")
                .allSatisfy(name -> assertThat(Path.of("../docs/dialects/" + name + ".yaml"))
                        .exists());
    }
}
