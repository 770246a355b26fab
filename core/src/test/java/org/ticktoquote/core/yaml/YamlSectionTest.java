package org.ticktoquote.core.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.command.Refusal;

class YamlSectionTest {
    private final Problems problems = new Problems();

    private YamlSection section(String yaml) {
        return YamlFile.parse("a.yaml", yaml, problems);
    }

    @Test
    void everyValueThatIsNotWhatWasAskedForIsAProblemWithKeyAndPlace() {
        YamlSection section = section("""
                text: [a]
                number: 7
                list: {a: b}
                part: word
                many: [a, [b]]
                empty:
                """);
        assertThat(section.text("text")).isNull();
        assertThat(section.number("number", 1, 5)).isNull();
        assertThat(section.texts("list")).isNull();
        assertThat(section.section("part").keys()).isEmpty();
        section.oneOrMore("many");
        assertThat(section.text("empty")).isNull();
        section.end();
        assertThat(problems.found())
                .extracting(Problem::text)
                .containsExactly(
                        "a.yaml:1:7: text: '[...]', expected a text",
                        "a.yaml:2:9: number: '7', expected a whole number from 1 to 5",
                        "a.yaml:3:7: list: '{...}', expected a list",
                        "a.yaml:4:7: part: 'word', expected a mapping of keys to values",
                        "a.yaml:5:11: many: '[...]', expected a text",
                        "a.yaml:6:7: empty: '', expected a text");
    }

    @Test
    void aProblemWithAnElementOfAListIsAtThatElementAndAWrongOneIsNoText() {
        YamlSection section = section("many: [a, [b], c]\none: c\n");
        assertThat(section.oneOrMore("many")).containsExactly("a", "c");
        section.problemAt("many", Problem.ofValue("c").expected("d"));
        section.problemAt("many", Problem.ofFault("are two").expected("one"));
        section.problemAt("one", Problem.ofValue("c").expected("d"));
        assertThat(problems.found())
                .extracting(Problem::text)
                .containsExactly(
                        "a.yaml:1:7: many: are two, expected one",
                        "a.yaml:1:11: many: '[...]', expected a text",
                        "a.yaml:1:16: many: 'c', expected d",
                        "a.yaml:2:6: one: 'c', expected d");
    }

    @Test
    void aKeyThatNobodyAskedForIsAProblemAndTheNearestOneIsSuggested() {
        YamlSection section = section("repeat: 3\nx: 1\n");
        section.number("repeats", 1, 9);
        section.text("name");
        section.end();
        assertThat(problems.found())
                .extracting(Problem::text)
                .containsExactly(
                        "a.yaml:1:1: repeat: unknown key (did you mean 'repeats'?), expected one of name, repeats",
                        "a.yaml:2:1: x: unknown key, expected one of name, repeats");
    }

    @Test
    void aKeyThatBelongsElsewhereIsOneProblemAndIsNeverSuggested() {
        YamlSection section = section("duet: 1\nduets: 1\n");
        section.refuseKey("duet", "is not here", "it there");
        section.refuseKey("duet", "is not here", "it there");
        section.refuseKey("other", "is not here", "it there");
        section.text("name");
        section.end();
        assertThat(problems.found())
                .extracting(Problem::text)
                .containsExactly(
                        "a.yaml:1:1: duet: is not here, expected it there",
                        "a.yaml:2:1: duets: unknown key, expected one of name");
    }

    @Test
    void aKeyThatIsThereTwiceIsAProblem() {
        section("a: 1\na: 2\n");
        assertThat(problems.found())
                .extracting(Problem::text)
                .containsExactly("a.yaml:2:1: 'a', expected a key that is not there already");
    }

    @Test
    void whatStandsBelowAKeyCanBeHadWhole() {
        YamlSection section = section("plan: {rules: [{who: application, cpus: 2-3}], default: 0}");
        assertThat(section.tree("plan"))
                .isEqualTo(Map.of("rules", List.of(Map.of("who", "application", "cpus", "2-3")), "default", "0"));
        section.end();
        assertThat(problems.found()).isEmpty();
    }

    @Test
    void theFirstLayerThatHasAKeyWinsAndProblemsOfTheOthersAreFound() {
        Layers layers = new Layers(List.of(section("a: 1\nb: {c: x}"), section("a: [2]\nb: {c: y, d: z}")));
        assertThat(layers.text("a")).isEqualTo("1");
        assertThat(layers.below("b").text("c", "")).isEqualTo("x");
        assertThat(layers.below("b").text("d", "")).isEqualTo("z");
        assertThat(layers.text("e", "none")).isEqualTo("none");
        assertThat(problems.found())
                .extracting(Problem::text)
                .containsExactly("a.yaml:1:4: a: '[2]', expected a text".replace("[2]", "[...]"));
    }

    @Test
    void aMissingKeyIsToldAtThePlaceWhereItShouldBe() {
        section("a: {b: 1}").section("a").problemAt("c", "something");
        assertThat(problems.found())
                .extracting(Problem::text)
                .containsExactly("a.yaml:1:4: c: the key is missing, expected something");
    }

    @Test
    void anEmptyFileHasNoKeysAndNoProblem(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("empty.yaml"), "");
        assertThat(YamlFile.read(file, problems).keys()).isEmpty();
        problems.refuseIfAny();
    }

    @Test
    void problemsAreToldInTheOrderOfTheirPlaces() {
        YamlSection section = section("a: x\nb: y\n");
        problems.add(Problem.ofFault("nowhere"));
        section.problemAt("b", "z");
        section.problemAt("a", "z");
        assertThat(problems.found())
                .extracting(Problem::text)
                .containsExactly("a.yaml:1:4: a: 'x', expected z", "a.yaml:2:4: b: 'y', expected z", "nowhere");
    }

    @Test
    void allProblemsEndInOneRefusal() {
        problems.add(Problem.ofFault("one"));
        problems.add(Problem.ofFault("two"));
        problems.add(Problem.ofFault("one"));
        assertThatThrownBy(problems::refuseIfAny).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.status()).isEqualTo(ExitStatus.USAGE);
            assertThat(refusal.getMessage().lines()).containsExactly("one", "two");
        });
    }

    @Test
    void aliasesCannotMakeASmallFileLarge() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
        for (int i = 1; i < 60; i++) {
            bomb.append("a")
                    .append(i)
                    .append(": &a")
                    .append(i)
                    .append(" [*a")
                    .append(i - 1)
                    .append(", *a")
                    .append(i - 1)
                    .append("]\n");
        }
        YamlSection section = section(bomb.toString());
        section.end();
        assertThat(problems.found()).isNotEmpty();
    }
}
