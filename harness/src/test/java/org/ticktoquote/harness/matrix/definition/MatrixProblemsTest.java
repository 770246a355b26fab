package org.ticktoquote.harness.matrix.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.harness.matrix.definition.MatrixFixture.problems;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixProblemsTest {
    @Test
    void reportsAllProblemsAtOnceWithTheirPositions() {
        assertThat(problems("""
                        repeats: 0
                        basline: A
                        annualise: {base: week, hours-per-year: -1}
                        defaults:
                          run: {sesions: 3, sessions: many}
                        cases:
                          A: {jvm: zinc, threads: /no/such/plan}
                          B: {host: {kernel: fast}, run: {speed: -1, profile: prod}}
                        """))
                .containsExactlyInAnyOrder(
                        "m.yaml:1:10: repeats: '0', expected a whole number from 1 to 1000",
                        "m.yaml:2:1: basline: unknown key (did you mean 'baseline'?), expected one of 12 keys"
                                + " (see t2q matrix schema)",
                        "m.yaml:3:19: base: 'week', expected one of fx-week, calendar, whole-seconds",
                        "m.yaml:3:41: hours-per-year: '-1', expected a number of hours above 0 and up to 8784",
                        "m.yaml:5:9: sesions: unknown key (did you mean 'sessions'?), expected one of "
                                + RunKeys.names().size() + " keys (see t2q matrix schema)",
                        "m.yaml:5:31: sessions: 'many', expected a whole number",
                        "m.yaml:7:12: jvm: 'zinc', expected a JVM profile: one of own, hotspot, zing, openj9"
                                + " (did you mean 'zing'?)",
                        "m.yaml:7:27: threads: '/no/such/plan', expected unmanaged, auto, managed, a plan or an existing"
                                + " file with a plan",
                        "m.yaml:8:22: kernel: 'fast', expected stock or rt (for a release use kernel-release)",
                        "m.yaml:8:42: speed: '-1', expected a number above 0 and up to 1000",
                        "m.yaml:8:55: profile: 'prod', expected dev or lab");
    }

    @Test
    void reportsMistakesInServiceLevelsWithTheirPositions() {
        assertThat(problems("""
                        defaults: {slo: [p99 of response < soon, no answer later]}
                        cases:
                          A: {}
                          B: {slo: {p99: 5ms}}
                          C: {slo: [no answer later than 1 s, no answer later than 1000ms]}
                        """))
                .containsExactlyInAnyOrder(
                        "m.yaml:1:18: slo: 'p99 of response < soon' has 'soon' at character 19, expected a duration above 0,"
                                + " as in 5 ms",
                        "m.yaml:1:42: slo: 'no answer later' ends after character 15, expected 'than'",
                        "m.yaml:4:12: slo: '{...}', expected a text or a list of texts",
                        "m.yaml:5:39: slo: 'no answer later than 1000ms' is given twice, expected each level once");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            speed: fast|speed: 'fast', expected a number above 0 and up to 1000
            sessions: 0|sessions: '0', expected 1..1000
            match: name|match: 'name', expected id or price
            drain: soon|drain: 'soon' is not a duration, expected a number with ns, us, ms, s, m or h, as in 250us
            half-spreads: [0, x]|half-spreads: 'x', expected a whole number
            conflation: often|conflation: 'often', expected none, unknown, or an interval above 0 and up to 1h, as in 10ms
            accept-crossed: maybe|accept-crossed: 'maybe', expected true or false
            app-args: --nonsense|app-args: --nonsense: unknown option
            app-args: --truth x|app-args: '--truth' is set by the run
            recording: nosuch.t2q|recording: nosuch.t2q: no such file
            app: nosuchcommand|app: 'nosuchcommand' cannot be executed: no such command in PATH
            app: "'open"|app: ''open' has a ' that is not closed
            replayer-args: --spin foo|replayer-args: --spin: 'foo' is not a duration
            app-args: --hold x|app-args: --hold: 'x' is not a duration
            app: sleep {wrong}|app: '{wrong}' is an unknown placeholder
            attach: 127.0.0.1:9|attach: expected --feed with it
            open-snapshots: 1000|open-snapshots: '1000', expected a power of two from 2 to 16777216
            quoting: learned|quoting: expected only with --match price
            jvm: hotspot|jvm: is a key of the case, expected it one level up, next to run
            jvm-args: -Xmx1g|jvm-args: is a key of the case, expected it one level up, next to run
            out: x|out: unknown key
            """)
    void checksOptionsOfAllProcessesAtTheLineOfTheirKey(String option, String problem) {
        assertThat(problems("cases:\n  A:\n    run:\n      "
                        + option.replace("{wrong}", "\"{wrong}\"").replace("sleep \"{wrong}\"", "'sleep {wrong}'")
                        + "\n"))
                .singleElement()
                .asString()
                .startsWith("m.yaml:4:")
                .contains(problem);
    }

    @Test
    void refusesDuetKeyInAMatrix() {
        String message =
                ": duet: is not possible in a matrix, expected t2q gate run --duet MATRIX --baseline CASE --candidate"
                        + " CASE, which runs two cases at the same time";
        assertThat(problems("""
                        duet: true
                        defaults:
                          run: {duet: true}
                        cases:
                          A: {duet: {baseline: B}}
                          B:
                            run:
                              duets: 1
                        """))
                .hasSize(4)
                .contains("m.yaml:1:1" + message, "m.yaml:3:9" + message, "m.yaml:5:7" + message)
                .anyMatch(line -> line.startsWith("m.yaml:8:7: duets: unknown key") && !line.contains("'duet'"));
    }

    @Test
    void yearsNeedCasesHoursAndAThreshold() {
        assertThat(problems("""
                        annualise:
                          later-than: [soon]
                          years:
                            a: {A: 12, C: 5}
                            b: {A: 8000, B: 785}
                            c: {}
                            d: {A: 12, D: 12}
                            e: {A: -1}
                        cases: {A: {}, B: {run: {window: T0..T0+5s}}, D: {run: {sessions: 3}}}
                        """))
                .containsExactlyInAnyOrder(
                        "m.yaml:2:15: later-than: '[...]', expected a duration above 0, as in 250us, or a list of them",
                        "m.yaml:4:16: C: expected a case: one of A, B, D",
                        "m.yaml:5:8: b: '{...}', expected at most 8784 h in total",
                        "m.yaml:6:8: c: '{}', expected at least one case, as in CASE: 12",
                        "m.yaml:7:16: D: expected a case that differs from A only in the input of its runs",
                        "m.yaml:8:12: A: '-1', expected a number of hours above 0 and up to 8784");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}|m.yaml:1:1: cases: the key is missing, expected at least one case, or axes
            cases: {}|m.yaml:1:8: cases: '{}', expected at least one case
            cases: [A]|cases: '[...]', expected a mapping
            cases: {'a/b': {}}|m.yaml:1:9: a/b: expected a name of at most 64
            {baseline: X, cases: {A: {}}}|m.yaml:1:12: baseline: 'X', expected a case: one of A
            {normalise: {case: X}, cases: {A: {}}}|case: 'X', expected a case
            {normalise: {time: 1ms, figure: max}, cases: {A: {}}}|expected either a time, or case and figure
            {normalise: {figure: p98}, cases: {A: {}}}|expected one of p50, p90, p99, p99.9, p99.99, max
            {name: 'a b', cases: {A: {}}}|name: 'a b', expected a name
            {axes: {x: some}, cases: {A: {}}}|x: 'some', expected values, each a part of a case, or each-installed
            {axes: {x: {}}, cases: {A: {}}}|x: '{}', expected values
            {axes: {x: {y: {jvm: zinc}}}}|jvm: 'zinc', expected a JVM profile
            {jvms: {zing: {family: hotspot}}, cases: {A: {}}}|'hotspot', expected zing, as the profile is named 'zing'
            {jvms: {my-openj9-21: {family: zing}}, cases: {A: {}}}|expected openj9, as the profile is named 'my-openj9-21'
            {jvms: {own: {}}, cases: {A: {}}}|own: expected another name
            {jvms: {x: {warm-up: soon}}, cases: {A: {}}}|warm-up: 'soon' is not a duration
            {jvms: {x: {flags: "'a"}}, cases: {A: {}}}|flags: ''a' has a ' that is not closed
            {cases: {A: {jvm-args: "'a"}}}|jvm-args: ''a' has a ' that is not closed
            {cases: {A: {limits: {response: {p99: never}}}}}|p99: 'never', expected a duration above 0
            {cases: {A: {limits: {reponse: {p99: 1ms}}}}}|reponse: unknown key (did you mean 'response'?)
            {cases: {A: {run: {attach: '127.0.0.1:9', feed: 'udp://127.0.0.1:9'}, jvm: own}}}|jvm: has no effect
            {cases: {A: {run: {app: sleep}, jvm: hotspot}}}|jvm: has no effect: the command in app has no {java}
            {cases: {A: {run: {app: 'env {java}'}, jvm-args: -Xmx1g}}}|jvm-args: has no effect: the command in app
            {jvms: {x: {flags: -Xmx1g}}, cases: {A: {run: {app: 'env {java}'}, jvm: x}}}|jvm: its flags have no effect
            {cases: {A: {host: {audit.clock-source: fitt}}}}|audit.clock-source: 'fitt', expected one of fit, note, unknown, warning, \
            unfit (did you mean 'fit'?)
            {cases: {A: {host: {clok-source: tsc, rps-eth7: 0}}}}|m.yaml:1:21: clok-source: expected kernel, audit.ITEM, or a \
            line of t2q host fingerprint other than those of Java (did you mean 'clock-source'?)
            {cases: {A: {host: {kernel: []}}}}|m.yaml:1:29: kernel: '[]', expected a text, or a list
            {cases: {A: {host: {audit.swap: []}}}}|audit.swap: '[]', expected a text, or a list
            {cases: {A: {jvm-args: '-Xmx1g -version'}}}|jvm-args: '-version' makes the JVM exit
            {cases: {A: {jvm-args: '-XshowSettings:vm'}}}|jvm-args: '-XshowSettings:vm' makes the JVM exit
            {jvms: {x: {flags: --list-modules}}, cases: {A: {}}}|flags: '--list-modules' makes the JVM exit
            a: [|m.yaml:1:5: not YAML
            {cases: {A: {window: T0..T0+5s}}}|m.yaml:1:14: window: is an option of a run, expected it one level down, in run
            {defaults: {run: {sessions: 0}}, cases: {A: {}, B: {}, C: {run: {sessions: 2}}}}|m.yaml:1:29: sessions: '0', expected 1..1000
            {annualise: {years: {a: {A: 12}}}, cases: {A: {}}}|m.yaml:1:21: years: '{...}', expected later-than with it
            {annualise: {later-than: 5ms}, cases: {A: {}}}|m.yaml:1:26: later-than: '5ms', expected years with it (percentiles do \
            not need it)
            {name: "a\\e[31m\\u202e", cases: {A: {}}}|m.yaml:1:8: name: 'a\\x1b[31m\\u202e', expected a name of at most 64 letters, \
            digits, dots, hyphens and underscores
            """)
    void reportsAnInvalidOrContradictoryKeyOnce(String yaml, String problem) {
        assertThat(problems(yaml)).singleElement().asString().contains(problem);
    }

    @Test
    void checksAnInlineThreadPlanAtItsPosition() {
        assertThat(problems("cases:\n  A: {threads: {rules: [{thread: \"(\", on: x}]}}\n  B: {threads: {bogus: 1}}\n"))
                .allMatch(line -> line.matches("m.yaml:[23]:\\d+: .*"))
                .anyMatch(line -> line.startsWith("m.yaml:2:26: thread: unknown key"))
                .anyMatch(line -> line.startsWith("m.yaml:3:17: bogus: unknown key"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {a: {zing: {jvm: zing}}, b: {off: {}}}|{zing-off: {jvm: hotspot}}|m.yaml:2:20: jvm: expected a single value (the value 'zing' \
            also sets it)
            {a: {x: {host: {kernel: rt}}}}|{x: {host: {kernel: stock}}}|m.yaml:2:20: kernel: expected a single value
            {a: {x: {run: {sessions: 3}}}}|{x: {run: {sessions: 4}}}|m.yaml:2:19: sessions: expected a single value
            {a: {G1: {jvm-args: -Xmx1g}}}|{G1: {jvm-args: -Xmx2g}}|m.yaml:2:14: jvm-args: expected a single value
            {a: {x: {threads: auto}}}|{x: {threads: unmanaged}}|m.yaml:2:13: threads: expected a single value
            {a: {x: {jvm: zing}}, b: {y: {jvm: hotspot}}}|{}|m.yaml:1:37: jvm: expected a single value (another axis also sets it)
            {a: {zing: {jvm: hotspot}}}|{}|m.yaml:1:24: jvm: 'hotspot', expected a Zing JVM, jvm: zing or a profile of that family, as \
            the value is named 'zing'
            {a: {hotspot-21: {}}}|{}|m.yaml:1:24: jvm: the key is missing, expected a HotSpot JVM
            {a: {graalvm: {jvm: hotspot}}}|{}|expected a profile that asks for GraalVM
            {a: {own: {jvm: hotspot}}}|{}|expected own, as the value is named 'own'
            {a: {rt: {}}}|{}|m.yaml:1:16: host: the key is missing, expected {kernel: rt}, as the value is named 'rt'
            {a: {stock: {host: {kernel: rt}}}}|{}|host: '{...}', expected {kernel: stock}
            """)
    void refusesCasesThatContradictTheirNames(String axes, String cases, String problem) {
        assertThat(problems("axes: " + axes + "\ncases: " + cases + "\n"))
                .anySatisfy(line -> assertThat(line).contains(problem));
    }

    @Test
    void refusesAmbiguousOrTooLongProductNames() {
        assertThat(problems("axes: {a: {x: {}, x-y: {}}, b: {z: {}, y-z: {}}}"))
                .containsExactly("m.yaml:1:7: axes: '{...}', expected values with distinct case names"
                        + " (x-y-z is both x with y-z and x-y with z)");
        String value = "{" + "n".repeat(64) + ": {}}";
        assertThat(problems("axes: {a: %s, b: %s, c: %s, d: %s}".formatted(value, value, value, value)))
                .singleElement()
                .asString()
                .startsWith("m.yaml:1:7: ")
                .contains("case names have at most 200 characters", "has 259");
    }

    @Test
    void refusesMoreThanAThousandCases() {
        StringBuilder cases = new StringBuilder("axes: {a: {b: {}}}\ncases:\n");
        for (int i = 0; i < 1000; i++) {
            cases.append("  c").append(i).append(": {}\n");
        }
        assertThat(problems(cases.toString()))
                .containsExactly("m.yaml:3:3: cases: '{...}', expected at most 1000 cases, including the product"
                        + " of the axes");

        StringBuilder axes = new StringBuilder("axes:\n");
        for (int axis = 0; axis < 20; axis++) {
            axes.append("  a").append(axis).append(": {").append("x: {}, y: {}, z: {}}\n");
        }
        assertThat(problems(axes + "cases: {A: {}}\n"))
                .singleElement()
                .asString()
                .contains("expected a product of at most 1000 cases");
    }
}
