package org.ticktoquote.core.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;

class YamlFileTest {
    private static List<String> problems(String text) {
        Problems problems = new Problems();
        YamlSection section = YamlFile.parse("m.yaml", text, problems);
        if (section.has("a")) {
            Object unused = section.tree("a");
        }
        return problems.found().stream().map(Problem::text).toList();
    }

    private static String nested(String open, String inner, String close, int times) {
        return "x: 1\na: " + open.repeat(times) + inner + close.repeat(times) + "\n";
    }

    @ParameterizedTest
    @ValueSource(ints = {50, 20_000})
    void refusesMoreThan50LevelsOfNesting(int times) {
        assertThat(problems(nested("[", "1", "]", times)))
                .containsExactly("m.yaml:2:53: expected at most 50 levels of nesting");
        assertThat(problems(nested("{a: ", "1", "}", times)))
                .containsExactly("m.yaml:2:200: expected at most 50 levels of nesting");
    }

    @Test
    void accepts50LevelsOfNestingAndStandardTags() {
        assertThat(problems(nested("[", "1", "]", 49))).isEmpty();

        assertThat(problems("a: !!str 12")).isEmpty();
    }

    /** The YAML library cannot even compose some of these. */
    @ParameterizedTest
    @CsvSource({
        "a: !%20 x, 4, '! '",
        "'!%02%09.', 1, '!\\x02\\x09.'",
        "a: !!str%20 x, 4, 'tag:yaml.org,2002:str '",
        "a: [!mine 1], 5, '!mine'",
        "a: ! x, 4, '!'"
    })
    void refusesForeignTagsAtTheirPosition(String text, int column, String tag) {
        assertThat(problems(text))
                .containsExactly("m.yaml:1:" + column + ": '" + tag + "' is a tag, expected a value without one");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '~',
            value = {
                "a:\\n\\tb: 1 ! :2:1: not YAML: a tab, expected spaces",
                "a: *x ! :1:4: not YAML: found undefined alias x, expected an alias of an anchor (&) above it",
                "a: {b: 1\\n ! :2:1: not YAML: found <stream end>, expected ',' or '}'",
                "a: b: c ! :1:5: not YAML: mapping values are not allowed here, expected lines such as 'key: value', indented by"
                        + " spaces",
                "a: 1\\nb: \\0 ! :2:4: not YAML: the character U+0000 is not allowed, expected printable text",
                "# x\\n%YAML 3.0\\n---\\na: 1 ! :2:1: not YAML: an unknown version, expected %YAML 1.2, or no such line",
                "- a ! :1:1: '[...]', expected a mapping of keys to values",
                "a: 1\\na: 2 ! :2:1: 'a', expected each key once"
            })
    void refusesInvalidYamlWithPositionAndExpectation(String text, String problem) {
        String raw = text.replace("\\n", "\n").replace("\\t", "\t").replace("\\0", "\0");
        assertThat(problems(raw)).containsExactly("m.yaml" + problem);
    }

    @Test
    void refusesFilesThatAreNotUtf8OrNeverEnd(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("m.yaml");
        Files.write(file, new byte[] {'a', ':', ' ', '1', '\n', 'b', ':', (byte) 0xff, '\n'});
        assertThatThrownBy(() -> YamlFile.text(file))
                .isInstanceOf(ProblemException.class)
                .hasMessage(file + ":2:3: is not UTF-8, expected YAML, a text in UTF-8");
        Files.write(file, new byte[] {'a', (byte) 0xc3});
        assertThatThrownBy(() -> YamlFile.text(file)).hasMessageStartingWith(file + ":1:2: is not UTF-8");

        assertThatThrownBy(() -> YamlFile.text(Path.of("/dev/zero")))
                .hasMessage("/dev/zero: is too long, expected at most 16 MiB of YAML");
    }

    /** The YAML library throws an exception other than its own for these. */
    @ParameterizedTest
    @ValueSource(strings = {"\"\\x", "a: \"\\x\"", "a: \"\\uD8\"", "a: \"\\UFFFFFFFF\"", "a: \"\\x4g\""})
    void refusesInvalidEscapes(String text) {
        assertThat(problems(text))
                .hasSize(1)
                .allMatch(problem -> problem.startsWith("m.yaml:") && problem.contains("not YAML: "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{a: b}: 1 | 1:1: '{...}'", "{}: 1 | 1:1: '{}'", "? {a: b} | 1:3: '{...}'",
                "? - a | 1:3: '[...]'", "a: {[b]: 1} | 1:5: '[...]'", "a: [{c: {{b: c}: 1}}] | 1:10: '{...}'",
                "{{a: b}: 1}: 2 | 1:1: '{...}'"
            })
    void refusesAKeyThatIsNotTextAtEveryLevel(String text, String problem) {
        assertThat(problems(text)).containsExactly("m.yaml:" + problem + ", expected a plain key");
    }

    @Test
    void refusesASecondDocumentAtItsPosition() {
        assertThat(problems("a: 1\n---\nb: 2\n"))
                .containsExactly("m.yaml:2:1: a second document begins here, expected one document");
        assertThat(problems("a: 1\n...\n# more\n--- b\n"))
                .containsExactly("m.yaml:4:1: a second document begins here, expected one document");
        assertThat(problems("---\na: 1\n...\n")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: &x [*x]", "&x {*x : 1}", "&x {a: *x}", "? &x [*x]"})
    void refusesANodeThatContainsItself(String text) {
        assertThat(problems(text)).hasSize(1);
    }

    /** The YAML library limits the number of aliases, but not what they multiply to. */
    @ParameterizedTest
    @CsvSource({"25, expected at most 1000000 values", "60, aliases"})
    void refusesAliasesThatMultiply(int levels, String problem) {
        StringBuilder text = new StringBuilder("a0: &a0 [x, x]\n");
        for (int i = 1; i < levels; i++) {
            text.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        }
        assertThat(problems(text.toString())).singleElement().asString().contains(problem);
    }
}
