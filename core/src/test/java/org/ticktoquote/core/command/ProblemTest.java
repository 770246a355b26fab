package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.command.Problem.Place;

class ProblemTest {
    private static final Place PLACE = new Place("m.yaml", 12, 9);

    @Test
    void formatsNameValueFaultAndExpectation() {
        Problem window = Problem.ofValue("25:").fault("is not a time").expected("T0");

        assertThat(window.text()).isEqualTo("'25:' is not a time, expected T0");
        assertThat(window.under("--window").text()).isEqualTo("--window: '25:' is not a time, expected T0");
        assertThat(window.under("window").at(PLACE).text())
                .isEqualTo("m.yaml:12:9: window: '25:' is not a time, expected T0");
        assertThat(Problem.of("--pairs").value(0).expected("a count").text())
                .isEqualTo("--pairs: '0', expected a count");
        assertThat(Problem.of("--drain").expected("1h at most").text()).isEqualTo("--drain: expected 1h at most");
        assertThat(Problem.of(Path.of("a.t2q")).fault("no such file").text()).isEqualTo("a.t2q: no such file");
        assertThat(Problem.of(Path.of("")).fault("no such file").text()).isEqualTo("'': no such file");

        assertThat(Problem.of("--a\u001b[2J\n\t")
                        .value("b\u0007\n\tc\r")
                        .fault("d\u202e")
                        .text())
                .isEqualTo("--a\\x1b[2J\\x0a\\x09: 'b\\x07\\x0a\\x09c\\x0d' d\\u202e");
        assertThat(Problem.ofValue("x".repeat(200)).text()).isEqualTo("'" + "x".repeat(80) + "...'");
    }

    @Test
    void knowsItsOptionAndItsPlaceInAFileOfThatOption() {
        Problem spin = Problem.of("--spin").value("x");

        assertThat(spin.about()).hasValue("--spin");
        assertThat(spin.under("--replayer-args").about()).hasValue("--replayer-args");
        assertThat(spin.under("--replayer-args").text()).isEqualTo("--replayer-args: --spin: 'x'");
        assertThat(spin.under("--replayer-args").renamed("replayer-args").text())
                .isEqualTo("replayer-args: --spin: 'x'");
        assertThat(Problem.ofValue("x").renamed("--a").text()).isEqualTo("--a: 'x'");
        assertThat(Problem.ofFault("x").about()).isEmpty();

        Problem inside = Problem.of("heartbeat").value("x").at(new Place("bank.yaml", 3, 5));

        assertThat(inside.under("session-template").at(PLACE).text())
                .isEqualTo("m.yaml:12:9: session-template: bank.yaml:3:5: heartbeat: 'x'");
    }

    @Test
    void isCarriedByEveryProblemException() {
        ProblemException refusal = Problem.of("--a").fault("b").exception();

        assertThat(refusal).hasMessage("--a: b").hasNoCause();
        assertThat(refusal.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(Problem.ofFault("damaged").exception(ExitStatus.BAD_INPUT).problems())
                .containsExactly(Problem.ofFault("damaged"));
        assertThatThrownBy(() -> ProblemException.under("--x", () -> {
                    throw new ProblemException(ExitStatus.ENVIRONMENT, List.of(Problem.of("a"), Problem.ofFault("b")));
                }))
                .hasMessage("--x: a: " + System.lineSeparator() + "--x: b")
                .extracting(e -> ((ProblemException) e).status())
                .isEqualTo(ExitStatus.ENVIRONMENT);
    }

    @Test
    void exitCodesAreUniqueAndStable() {
        assertThat(Arrays.stream(ExitStatus.values()).map(ExitStatus::code))
                .doesNotHaveDuplicates()
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 130);
    }

    @Test
    void readingContinuesAfterAProblem() {
        Problems problems = new Problems();

        assertThat(problems.read("--a", () -> DurationText.parse("x"), 7L)).isEqualTo(7);
        assertThat(problems.read("--b", () -> DurationText.parse("1s"), 7L)).isEqualTo(1_000_000_000);
        assertThat(problems.isEmpty()).isFalse();
        assertThatThrownBy(problems::refuseIfAny)
                .hasMessage("--a: 'x' is not a duration, expected a number with ns, us, ms, s, m or h, as in 250us");
    }
}
