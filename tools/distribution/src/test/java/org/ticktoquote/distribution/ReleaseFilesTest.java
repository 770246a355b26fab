package org.ticktoquote.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.program.RootCommand;
import org.ticktoquote.distribution.ManPage.Roff;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Man pages and completions agree with {@code --help} and omit hidden commands and options. */
class ReleaseFilesTest {
    private final CommandLine t2q = RootCommand.commandLine();

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        ReleaseFiles.writeManPages(t2q, "1.2.3", "2026-01-01", folder);
        ReleaseFiles.writeCompletions(t2q, folder);
    }

    private static boolean hidden(CommandLine command) {
        return command.getCommandSpec().usageMessage().hidden();
    }

    private static Stream<CommandLine> shown(CommandLine command) {
        return Stream.concat(
                Stream.of(command),
                command.getSubcommands().values().stream()
                        .filter(each -> !hidden(each))
                        .flatMap(ReleaseFilesTest::shown));
    }

    private Path page(CommandSpec command) {
        return folder.resolve(command.qualifiedName("-") + ".1");
    }

    private static String plain(String roff) {
        return roff.replace("\\-", "-").replaceAll("\\\\f[BR]", "").replace("\\(dq", "\"");
    }

    /** Returns the function that completes a command. */
    private String completionOf(CommandSpec command) throws IOException {
        String name = "function _picocli_" + command.qualifiedName("_").replace("-", "") + "()";
        String script = Files.readString(folder.resolve("t2q.bash"));
        int from = script.indexOf(name);
        assertThat(from).as(name).isNotNegative();
        return script.substring(from, script.indexOf("\n}\n", from));
    }

    @Test
    void exactlyTheVisibleCommandsHaveManPages() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.filter(file -> file.toString().endsWith(".1")))
                    .containsExactlyInAnyOrderElementsOf(
                            shown(t2q).map(each -> page(each.getCommandSpec())).toList());
        }
        assertThat(shown(t2q)).hasSizeGreaterThan(20);
    }

    @Test
    void hiddenOptionsAreNeitherDocumentedNorCompleted() throws IOException {
        int hidden = 0;
        for (CommandLine command : shown(t2q).toList()) {
            CommandSpec spec = command.getCommandSpec();
            String page = plain(Files.readString(page(spec)));
            String completion = completionOf(spec);
            for (OptionSpec option : spec.options()) {
                String asListed = option.longestName();
                if (option.hidden()) {
                    hidden++;
                    assertThat(page.lines().filter(line -> line.matches(asListed + "(?![a-z-]).*")))
                            .isEmpty();
                    assertThat(completion).doesNotContain("'" + asListed + "'");
                } else {
                    assertThat(page).contains(asListed);
                    assertThat(completion).contains("'" + asListed + "'");
                }
            }
        }
        assertThat(hidden).as("hidden options exist").isPositive();
    }

    @Test
    void hiddenCommandsAreNotCompleted() throws IOException {
        String words = completionOf(t2q.getCommandSpec())
                .lines()
                .filter(line -> line.contains("local commands="))
                .findFirst()
                .orElseThrow();
        t2q.getSubcommands().forEach((name, command) -> {
            if (hidden(command)) {
                assertThat(words).doesNotContainPattern("[\" ]" + name + "[\" ]");
            } else {
                assertThat(words).containsPattern("[\" ]" + name + "[\" ]");
            }
        });
    }

    @Test
    void textIsEscapedForRoff() {
        Roff roff = new Roff();
        roff.line(".TH is \"not\" a title");
        roff.entry(List.of("--out"), "=C:\\file", "'quoted'");
        assertThat(roff.text()).isEqualTo("""
                \\&.TH is \\(dqnot\\(dq a title
                .TP
                \\fB\\-\\-out\\fR=C:\\efile
                \\&'quoted'
                """);
    }
}
