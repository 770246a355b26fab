package org.ticktoquote.analysis.validity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LimitTest {
    private static final Limit ALL = new Limit("rule", "ns", 1.0, 2.0, 3.0);

    @Test
    void returnsTheWorstVerdictWhoseBoundIsExceeded() {
        assertThat(ALL.verdict(1)).isEqualTo(Verdict.VALID);
        assertThat(ALL.verdict(1.001)).isEqualTo(Verdict.DEGRADED);
        assertThat(ALL.verdict(2)).isEqualTo(Verdict.DEGRADED);
        assertThat(ALL.verdict(2.001)).isEqualTo(Verdict.FAILED);
        assertThat(ALL.verdict(3)).isEqualTo(Verdict.FAILED);
        assertThat(ALL.verdict(3.001)).isEqualTo(Verdict.VOID);
        assertThat(ALL.verdict(Double.NaN)).isEqualTo(Verdict.VOID);
    }

    @Test
    void returnsTheBoundOfAVerdict() {
        assertThat(ALL.bound(Verdict.VALID)).isZero();
        assertThat(ALL.bound(Verdict.DEGRADED)).isEqualTo(1);
        assertThat(ALL.bound(Verdict.FAILED)).isEqualTo(2);
        assertThat(ALL.bound(Verdict.VOID)).isEqualTo(3);
        assertThat(Limit.broken("rule", "%", 5, 7).bound(Verdict.DEGRADED)).isEqualTo(5);
        assertThat(Limit.broken("rule", "%", 5, 7).bound(Verdict.VOID)).isEqualTo(7);
        assertThat(Limit.failed("rule", "%", 5).bound(Verdict.FAILED)).isEqualTo(5);
        assertThat(Limit.failed("rule", "%", 5).bound(Verdict.VOID)).isZero();
    }

    @Test
    void reportsExceededBoundWithTheValue() {
        Limits lab = Limits.of(Limits.LAB);
        Observation stall = new Observation(Rule.CLIENTS_STALL, 700e3, "stalled");
        Observation lost = new Observation(Rule.MODEL_MISMATCH, 0.02, "other prices");
        Observation nothing = new Observation(Rule.LOST, 0, "nothing");
        assertThat(Judgement.of(List.of(stall, lost, nothing), lab))
                .isEqualTo(new Judgement(
                        Verdict.FAILED,
                        List.of(
                                new Reason(Rule.MODEL_MISMATCH, 0.02, 0.01, "other prices", Verdict.FAILED),
                                new Reason(Rule.CLIENTS_STALL, 700e3, 500e3, "stalled", Verdict.DEGRADED)),
                        List.of(),
                        List.of(Rule.SKIPPED, Rule.LOST)));
    }

    /** Ticks that need no quote then count as due, so the number of missed ticks is unknown. */
    @ParameterizedTest
    @ValueSource(strings = {Rule.MODEL_MISMATCH, Rule.ID_PRICE_MISMATCH, Rule.SPREADS_CONTRADICTED})
    void missingTicksAreAnUpperBoundUnderAWrongDeclaration(String mismatch) {
        List<Observation> observed = List.of(
                new Observation(Rule.SEQUENCE_GAPS, 1, "1 gap."),
                new Observation(Rule.LOST, 50, "50 due ticks had no answer."),
                new Observation(Rule.SKIPPED, 3, "3 due ticks were left out."),
                new Observation(mismatch, 0.02, "other prices."));
        String why = "; the declared model does not hold (" + mismatch + "): some of these ticks may need no quote.";
        Judgement judgement = Judgement.of(observed, Limits.of(Limits.LAB));
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(judgement.reasons())
                .extracting(Reason::rule, Reason::text)
                .containsExactly(
                        tuple(mismatch, "other prices."),
                        tuple(Rule.SEQUENCE_GAPS, "1 gap."),
                        tuple(Rule.LOST, "At most 50 due ticks had no answer" + why),
                        tuple(Rule.SKIPPED, "At most 3 due ticks were left out" + why));
        assertThat(judgement.outcomesAtMost()).containsExactly(Rule.SKIPPED, Rule.LOST);
        assertThat(Judgement.of(observed.subList(0, 3), Limits.of(Limits.LAB)).reasons())
                .extracting(Reason::text)
                .contains("50 due ticks had no answer.", "3 due ticks were left out.");
    }

    @Test
    void chargesNothingBasedOnARefusedAttribution() {
        List<Observation> observed = List.of(
                new Observation(Rule.LOST, 17_694, "lost"),
                new Observation(Rule.SKIPPED, 3, "skipped"),
                new Observation(Rule.UNEXPLAINED, 9_000, "unexplained"),
                new Observation(Rule.REGRESSED, 2, "regressed"),
                new Observation(Rule.MODEL_MISMATCH, 0.5, "other prices"),
                new Observation(Rule.SESSION_DROPS, 1, "dropped"),
                new Observation(Rule.MODEL_REFUSED, 0.45, "refused"));
        assertThat(Judgement.of(observed, Limits.of(Limits.LAB)))
                .isEqualTo(new Judgement(
                        Verdict.VOID,
                        List.of(
                                new Reason(Rule.MODEL_REFUSED, 0.45, 0.01, "refused", Verdict.VOID),
                                new Reason(Rule.SESSION_DROPS, 1, 0, "dropped", Verdict.FAILED)),
                        List.of(),
                        List.of()));
        Judgement few = Judgement.of(
                List.of(
                        new Observation(Rule.UNEXPLAINED, 2, "unexplained"),
                        new Observation(Rule.MODEL_REFUSED, 0.01, "hardly")),
                Limits.of(Limits.LAB));
        assertThat(few.reasons()).extracting(Reason::verdict).containsExactly(Verdict.FAILED, Verdict.DEGRADED);
    }

    @ParameterizedTest
    @CsvSource({
        "lost skipped regressed book-overflows, book-overflows regressed",
        "lost skipped drain-too-short, drain-too-short skipped"
    })
    void lossesOfTheHarnessExcuseMissingTicks(String observed, String charged) {
        List<Observation> observations = Stream.of(observed.split(" "))
                .map(rule -> new Observation(rule, 3, ""))
                .toList();
        assertThat(Judgement.of(observations, Limits.of(Limits.DEV)).reasons())
                .extracting(Reason::rule)
                .containsExactly(charged.split(" "));
    }

    @Test
    void garbageIsChargedEvenIfTheHarnessWasStarved() {
        Judgement judgement = Judgement.of(
                List.of(
                        new Observation(Rule.SESSION_DROPS, 1, "dropped"),
                        new Observation(Rule.SESSIONS_ENDED, 2, "ended"),
                        new Observation(Rule.HARNESS_STARVED, 0.95, "starved")),
                Limits.of(Limits.DEV));
        assertThat(judgement.reasons())
                .extracting(Reason::rule)
                .containsExactly(Rule.HARNESS_STARVED, Rule.SESSIONS_ENDED);
        assertThat(judgement.excused()).extracting(ExcusedCharge::rule).containsExactly(Rule.SESSION_DROPS);
    }

    @ParameterizedTest
    @CsvSource({"0,VALID", "100,DEGRADED", "900,DEGRADED", "1000,FAILED"})
    void floodAtAVenueIsJudgedAndDoesNotExcuseLag(long perSecond, Verdict verdict) {
        Observation flood = new Observation(Rule.FEED_FLOOD, perSecond, "");
        Observation lag = new Observation(Rule.REPLAY_LAG_MAX, 10e9, "");
        assertThat(Judgement.of(List.of(flood), Limits.of(Limits.LAB)).verdict())
                .isEqualTo(verdict);
        assertThat(Judgement.of(List.of(flood, lag), Limits.of(Limits.LAB)).verdict())
                .isEqualTo(Verdict.VOID);
    }
}
