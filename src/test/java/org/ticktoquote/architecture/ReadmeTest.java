package org.ticktoquote.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.program.RootCommand;

/** The README agrees with the product. */
class ReadmeTest {
    private static final Path ROOT = Path.of(System.getProperty("t2q.root"));
    private static final Pattern EXIT_STATUSES = Pattern.compile("(?ims)^#+ [^\\n]*exit status.*?(?=^#|\\z)");
    private static final Pattern ROW = Pattern.compile("\\|\\s*`?\\d+`?\\s*\\|");

    /** {@link HelpTest} compares the help with the enum. */
    @Test
    void tableOfExitStatusesIsThatOfTheHelp() throws IOException {
        String section = EXIT_STATUSES
                .matcher(readme())
                .results()
                .map(MatchResult::group)
                .findFirst()
                .orElseThrow(() -> new AssertionError("README.md has no section with 'exit status' in its heading"));
        Map<String, String> help =
                RootCommand.commandLine().getCommandSpec().usageMessage().exitCodeList();
        List<String> rows = help.entrySet().stream()
                .map(status -> "| " + status.getKey() + " | " + status.getValue() + " |")
                .toList();
        assertThat(section.lines().filter(line -> ROW.matcher(line).lookingAt()))
                .containsExactlyElementsOf(rows);
    }

    private static String readme() throws IOException {
        Path readme = ROOT.resolve("README.md");
        assumeTrue(Files.exists(readme), "SKIPPED: there is no README.md yet");
        return Files.readString(readme);
    }
}
