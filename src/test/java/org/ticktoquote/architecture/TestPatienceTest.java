package org.ticktoquote.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Timeouts that only bound a failure are a minute or more. */
class TestPatienceTest {
    private static final Path ROOT = Path.of(System.getProperty("t2q.root"));
    private static final Pattern DEFAULT_OF_TEN_SECONDS =
            Pattern.compile("\\bawait\\((?:\"[^\"]*\")?\\)\\s*\\.(?:until|poll|ignore|failFast|during)");
    private static final Pattern SHORT = Pattern.compile(
            "atMost\\(\\s*(?:Duration\\.of(?:Millis\\(|Seconds\\([1-5]?[0-9]\\))|[1-5]?[0-9],\\s*(?:TimeUnit\\.)?SECONDS)");

    private static List<Path> tests() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT, 12)) {
            return files.filter(file -> file.toString().matches(".*/src/(test|fixtures)/.*\\.java"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .toList();
        }
    }

    @Test
    void awaitilityTimeoutsAreAtLeastAMinute() throws IOException {
        List<Path> tests = tests();
        assertThat(tests).hasSizeGreaterThan(100);
        for (Path test : tests) {
            String source = Files.readString(test);
            if (source.contains("org.awaitility")) {
                assertThat(source)
                        .as("%s: a deadline that only bounds a failure, expected 60 s or more", test)
                        .doesNotContainPattern(SHORT);
                assertThat(source)
                        .as("%s: await() alone waits for 10 s, expected .atMost(ONE_MINUTE) after it", test)
                        .doesNotContainPattern(DEFAULT_OF_TEN_SECONDS);
            }
        }
    }
}
