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
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;

class YamlSectionTest {
    private final Problems problems = new Problems();

    private YamlSection section(String yaml) {
        return YamlFile.parse("a.yaml", yaml, problems);
    }

    private void assertProblems(String... expected) {
        assertThat(problems.found()).extracting(Problem::text).containsExactly(expected);
    }

    @Test
    void reportsValuesOfTheWrongTypeWithKeyAndPosition() {
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
        section.reportUnknownKeys();
        assertProblems(
                "a.yaml:1:7: text: '[...]', expected a text",
                "a.yaml:2:9: number: '7', expected a whole number from 1 to 5",
                "a.yaml:3:7: list: '{...}', expected a list of texts",
                "a.yaml:4:7: part: 'word', expected a mapping of keys to values",
                "a.yaml:5:11: many: '[...]', expected a text",
                "a.yaml:6:7: empty: '', expected a text");
    }

    @Test
    void reportsAProblemAtItsListElement() {
        YamlSection section = section("many: [a, [b], c]\none: c\n");
        assertThat(section.oneOrMore("many")).containsExactly("a", "c");
        section.problemAt("many", Problem.ofValue("c").expected("d"));
        section.problemAt("many", Problem.ofFault("are two").expected("one"));
        section.problemAt("one", Problem.ofValue("c").expected("d"));
        assertProblems(
                "a.yaml:1:7: many: are two, expected one",
                "a.yaml:1:11: many: '[...]', expected a text",
                "a.yaml:1:16: many: 'c', expected d",
                "a.yaml:2:6: one: 'c', expected d");
    }

    @Test
    void reportsOneProblemPerCause() {
        YamlSection section = section("null: 1\ntls:\nmap: {a: }\nlist: [a, ]\nnames: {b c: 1}\nwrong: [null]\n");
        section.section("tls").problemAt("keyStore", "a store");
        section.section("map").text("a");
        section.problemAt("map", "one pair at least");
        section.problemAt("list", "two of them");
        section.problemAt("list", "three of them");
        section.section("names").problemWithKey("b c", "a name");
        section.problemAt("names", "1 to 64 names");
        section.texts("wrong");
        section.problemAt("wrong", "texts");
        assertProblems(
                "a.yaml:2:5: tls: '', expected a mapping of keys to values",
                "a.yaml:3:9: a: '', expected a text",
                "a.yaml:4:7: list: '[...]', expected two of them",
                "a.yaml:5:9: b c: expected a name",
                "a.yaml:6:9: wrong: 'null', expected a text");
    }

    @Test
    void reportsAllProblemsOfOneText() {
        YamlSection section = section("options: --a 1 --b 2\n");
        section.problemAt("options", Problem.of("--a").value("1").expected("2"));
        section.problemAt("options", Problem.of("--b").value("2").expected("3"));
        section.problemAt("options", "none");
        assertProblems("a.yaml:1:10: options: '1', expected 2", "a.yaml:1:10: options: '2', expected 3");
    }

    @Test
    void reportsAnUnreadableValueOnce() {
        YamlSection section = section("password: [x]\nbody: {a: }\n");
        section.text("password");
        section.problemAt("password", Problem.of("password").fault("is missing"));
        section.section("body").text("a");
        section.problemWithWhole("body", "b");
        section.problemWithWhole("body", "c");
        section.problemWithWhole("password", "d");
        assertProblems(
                "a.yaml:1:11: password: '[...]', expected a text",
                "a.yaml:2:7: body: '{...}', expected b",
                "a.yaml:2:7: body: '{...}', expected c",
                "a.yaml:2:10: a: '', expected a text");
    }

    @Test
    void reportsInvalidAndRepeatedListElements() {
        YamlSection section = section("many: [1, x, 1, null, 2]\none: 7\nnone: []\nmap: {a: 1}\nempty:\n");
        for (String key : List.of("many", "one", "none", "map", "empty", "missing")) {
            List<Integer> sound = section.distinct(key, "a number", Integer::valueOf);
            if (sound != null && !sound.isEmpty()) {
                assertThat(sound).isEqualTo(key.equals("one") ? List.of(7) : List.of(1, 2));
            }
        }
        assertProblems(
                "a.yaml:1:11: many: 'x', expected a number",
                "a.yaml:1:14: many: '1', expected each value once",
                "a.yaml:1:17: many: 'null', expected a number",
                "a.yaml:3:7: none: '[]', expected a number, or a list",
                "a.yaml:4:6: map: '{...}', expected a number, or a list",
                "a.yaml:5:7: empty: '', expected a number, or a list");
    }

    @Test
    void reportsAValueThatShouldBeAList() {
        YamlSection section = section("texts: 1\nsections: 2\noneOrMore: {a: 1}\n");
        section.texts("texts");
        section.sections("sections");
        section.oneOrMore("oneOrMore");
        assertProblems(
                "a.yaml:1:8: texts: '1', expected a list of texts",
                "a.yaml:2:11: sections: '2', expected a list of mappings",
                "a.yaml:3:12: oneOrMore: '{...}', expected a text or a list of texts");
    }

    @Test
    void reportsAnEmptyFileThatLacksARequiredKey() {
        section("# nothing\n").problemAt("a", "something");
        assertProblems("a.yaml: a: the key is missing: the file is empty, expected something");
    }

    @Test
    void reportsNoMissingKeysInInvalidYaml() {
        YamlSection section = section("a: {b: 1");
        section.problemAt("a", "something");
        section.number("c", 1, 1);
        assertProblems("a.yaml:1:9: not YAML: found <stream end>, expected ',' or '}'");
    }

    @Test
    void reportsAnUnknownKeyAndSuggestsTheNearestOne() {
        YamlSection section = section("repeat: 3\nx: 1\n");
        section.number("repeats", 1, 9);
        section.text("name");
        section.reportUnknownKeys();
        assertProblems(
                "a.yaml:1:1: repeat: unknown key (did you mean 'repeats'?), expected one of name, repeats",
                "a.yaml:2:1: x: unknown key, expected one of name, repeats");
    }

    @Test
    void reportsAMisplacedKeyOnceAndNeverSuggestsIt() {
        YamlSection section = section("duet: 1\nduets: 1\n");
        section.refuseKey("duet", "is not here", "it there");
        section.refuseKey("duet", "is not here", "it there");
        section.refuseKey("other", "is not here", "it there");
        section.text("name");
        section.reportUnknownKeys();
        assertProblems(
                "a.yaml:1:1: duet: is not here, expected it there",
                "a.yaml:2:1: duets: unknown key, expected one of name");
    }

    @Test
    void returnsTheTreeBelowAKey() {
        YamlSection section = section("plan: {rules: [{who: application, cpus: 2-3}], default: 0}");
        assertThat(section.tree("plan"))
                .isEqualTo(Map.of("rules", List.of(Map.of("who", "application", "cpus", "2-3")), "default", "0"));
        section.reportUnknownKeys();
        assertThat(problems.found()).isEmpty();
    }

    @Test
    void firstLayerWithAKeyWinsAndAllLayersAreChecked() {
        Layers layers = new Layers(List.of(section("a: 1\nb: {c: x}"), section("a: [2]\nb: {c: y, d: z}")));
        assertThat(layers.text("a")).isEqualTo("1");
        assertThat(layers.below("b").text("c", "")).isEqualTo("x");
        assertThat(layers.below("b").text("d", "")).isEqualTo("z");
        assertThat(layers.text("e", "none")).isEqualTo("none");
        assertProblems("a.yaml:1:4: a: '[...]', expected a text");
    }

    @Test
    void reportsAMissingKeyAtItsExpectedPosition() {
        section("a: {b: 1}").section("a").problemAt("c", "something");
        assertProblems("a.yaml:1:4: c: the key is missing, expected something");
    }

    @Test
    void anEmptyFileHasNoKeysAndNoProblem(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("empty.yaml"), "");
        assertThat(YamlFile.read(file, problems).keys()).isEmpty();
        problems.refuseIfAny();
    }

    @Test
    void reportsProblemsInTheOrderOfTheirPositions() {
        YamlSection section = section("a: x\nb: y\n");
        problems.add(Problem.ofFault("nowhere"));
        section.problemAt("b", "z");
        section.problemAt("a", "z");
        assertProblems("a.yaml:1:4: a: 'x', expected z", "a.yaml:2:4: b: 'y', expected z", "nowhere");
    }

    @Test
    void oneExceptionReportsAllProblems() {
        problems.add(Problem.ofFault("one"));
        problems.add(Problem.ofFault("two"));
        problems.add(Problem.ofFault("one"));
        assertThatThrownBy(problems::refuseIfAny).isInstanceOfSatisfying(ProblemException.class, refusal -> {
            assertThat(refusal.status()).isEqualTo(ExitStatus.USAGE);
            assertThat(refusal.getMessage().lines()).containsExactly("one", "two");
        });
    }
}
