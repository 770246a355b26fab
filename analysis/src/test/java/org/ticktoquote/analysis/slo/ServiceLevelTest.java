package org.ticktoquote.analysis.slo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;

final class ServiceLevelTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "p99.9 of response in any 60 s < 5 ms",
                "p99 of last-client in any 10000 ticks < 2 ms",
                "p50 of service < 1500 us",
                "p90 of first-client in any 1 ticks < 1 ns",
                "p99.9999999 of median-client in any 1500 ms < 3600 s",
                "99 % of quotes within 1 ms",
                "99.5 % of quotes within 1 ms in any 30 s",
                "100 % of quotes within 1 ms in any 250 ticks",
                "no session more than 10 % of its time stale by 5 ms",
                "no session more than 0 % of its time stale by 1 s",
                "no answer later than 100 ms"
            })
    void parsesAndPrintsEveryForm(String text) {
        assertThat(ServiceLevel.parse(text).text()).isEqualTo(text);
        assertThat(ServiceLevel.parse(ServiceLevel.parse(text).text())).isEqualTo(ServiceLevel.parse(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p99.90 of responseNs in any 1min<5000us | p99.9 of response in any 60 s < 5 ms",
                "  p099 of last-client   in any 0.5 s < 2.5ms | p99 of last-client in any 500 ms < 2500 us",
                "p99<5ms | p99 of last-client < 5 ms",
                "p99.9 in any 1 min < 5 ms | p99.9 of last-client in any 60 s < 5 ms",
                "99.0% of quotes within 1000us | 99 % of quotes within 1 ms",
                "no session more than 0.00 % of its time stale by 1000 us | no session more than 0 % of its time stale by 1 ms",
                "no answer later than 0.1s | no answer later than 100 ms"
            })
    void normalizesEquivalentTexts(String text, String same) {
        assertThat(ServiceLevel.parse(text).text()).isEqualTo(same);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "\"\" | is empty, expected a percentile as in p99.9, a share as in 99 %, 'no session' or 'no"
                        + " answer': as in 'p99.9 in any 60 s < 5 ms'",
                "q99 of response < 5 ms | has 'q99' at character 1, expected a percentile as in p99.9, a share as in 99"
                        + " %, 'no session' or 'no answer': as in 'p99.9 in any 60 s < 5 ms'",
                "p100 of response < 5 ms | has 'p100' at character 1, expected a percentile above p0 and below p100, as in p99.9",
                "p0 of response < 5 ms | has 'p0' at character 1, expected a percentage above 0 and up to 100, with at most 7 decimals",
                "p99.99999999 of response < 5 ms | has 'p99.99999999' at character 1, expected a percentage above 0 and"
                        + " up to 100, with at most 7 decimals",
                "p99 response < 5 ms | has 'response' at character 5, expected 'of', 'in' or '<'",
                "p99 | ends after character 3, expected 'of', 'in' or '<'",
                "p99 of respons < 5 ms | has 'respons' at character 8, expected response, service, first-client,"
                        + " median-client, last-client (did you mean 'response'?)",
                "p99 of quote-age < 5 ms | has 'quote-age' at character 8, expected response, service, first-client,"
                        + " median-client, last-client",
                "p99 of replay-lag < 5 ms | has 'replay-lag' at character 8, expected response, service, first-client,"
                        + " median-client, last-client",
                "p99 of response <= 5 ms | has '=' at character 18, expected a duration above 0, as in 5 ms",
                "p99 of response > 5 ms | has '>' at character 17, expected '<'",
                "p99 of response < 5 | ends after character 19, expected a unit of time: ns, us, ms, s, min, h",
                "p99 of response < 5 m | has 'm' at character 21, expected a unit of time: ns, us, ms, s, min, h",
                "p99 of response < 0 ms | has '0' at character 19, expected a duration above 0, as in 5 ms",
                "p99 of response < 0.4 ns | has '0.4' at character 19, expected a duration above 0, as in 5 ms",
                "p99 of response < 99999999999999 h | has '99999999999999' at character 19, expected less than 292 years",
                "p99 of response < 5 ms always | has 'always' at character 24, expected the end",
                "p99 of response in 60 s < 5 ms | has '60' at character 20, expected 'any'",
                "p99 of response in any minute < 5 ms | has 'minute' at character 24, expected a length of time or a"
                        + " number of ticks, as in 60 s or 10000 ticks",
                "p99 of response in any 0 ticks < 5 ms | has '0' at character 24, expected 1..1000000000 ticks",
                "p99 of response in any 1.5 ticks < 5 ms | has '1.5' at character 24, expected 1..1000000000 ticks",
                "p99 of response in any 1000000001 ticks < 5 ms | has '1000000001' at character 24, expected 1..1000000000 ticks",
                "101 % of quotes within 1 ms | has '101' at character 1, expected a percentage above 0 and up to 100,"
                        + " with at most 7 decimals",
                "99 of quotes within 1 ms | has 'of' at character 4, expected '%'",
                "no quote later than 1 ms | has 'quote' at character 4, expected session or answer",
                "no session more than 100 % of its time stale by 5 ms | has '100' at character 22, expected a percentage"
                        + " from 0 to below 100",
                "no session more than x % of its time stale by 5 ms | has 'x' at character 22, expected a percentage from 0 to below 100",
                "no session more than 10 % of its time stale by 6 ms | has '6' at character 48, expected an age"
                        + " for which the time is counted exactly: 1 ms, 5 ms, 10 ms, 50 ms, 100 ms, 500 ms, 1 s",
                "no answer later then 1 ms | has 'then' at character 17, expected 'than'",
            })
    void reportsPositionOfTheFirstMistake(String text, String message) {
        assertThatThrownBy(() -> ServiceLevel.parse(text))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.USAGE))
                .hasMessage("'" + text + "' " + message);
    }

    @Test
    void refusesOverlongText() {
        assertThatThrownBy(() -> ServiceLevel.parse("p99 of response < 5 ms" + " ".repeat(200)))
                .hasMessageEndingWith("is too long, expected at most 200 characters");
    }

    @Test
    void returnsNumberOfValuesNeeded() {
        assertThat(List.of(
                        ServiceLevel.parse("p99.9 of response < 5 ms").needed(),
                        ServiceLevel.parse("p50 of response < 5 ms").needed(),
                        ServiceLevel.parse("p10 of response < 5 ms").needed(),
                        ServiceLevel.parse("100 % of quotes within 1 ms").needed(),
                        ServiceLevel.parse("no answer later than 1 ms").needed()))
                .containsExactly(1000L, 2L, 2L, 1L, 1L);
        for (String text : List.of("p99.9 of response < 5 ms", "p50 of response < 5 ms", "p33.3 of response < 5 ms")) {
            ServiceLevel level = ServiceLevel.parse(text);
            assertThat(level.decides(level.needed())).isTrue();
            assertThat(level.decides(level.needed() - 1)).isFalse();
        }
    }

    @Test
    void refusesTheSameLevelTwice() {
        assertThatThrownBy(() -> RequestedLevels.parse(List.of("p99 of response < 5ms", "p99.0 of response < 5000 us")))
                .hasMessage("'p99.0 of response < 5000 us' is given twice, expected each level once");
    }
}
