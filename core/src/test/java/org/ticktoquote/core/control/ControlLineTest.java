package org.ticktoquote.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlLineTest {
    private record Start(long atNs, String note) {}

    @Test
    void commandsAndStatusLinesAreOneJsonLine() {
        ControlCommand command = ControlCommand.of("start", new Start(Long.MAX_VALUE, "two\nlines"));

        assertThat(command.text())
                .isEqualTo("{\"command\":\"start\",\"atNs\":9223372036854775807,\"note\":\"two\\nlines\"}");
        assertThat(ControlCommand.parse(command.text())).isEqualTo(command);
        assertThat(ControlCommand.parse(command.text()).detailAs(Start.class))
                .isEqualTo(new Start(Long.MAX_VALUE, "two\nlines"));

        assertThat(ControlCommand.of("stop").text()).isEqualTo("{\"command\":\"stop\"}");
        assertThat(ControlCommand.parse("{\"command\":\"stop\"}").detail().isEmpty())
                .isTrue();

        StatusLine line = StatusLine.of("progress", Map.of("sent", 17));

        assertThat(line.text()).isEqualTo("{\"status\":\"progress\",\"sent\":17}");
        assertThat(StatusLine.parse(line.text())).contains(line);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "stop", "{}", "[]",
                "{\"command\":1}", "{\"command\":\"stop\"", "{\"command\":\"a\"}{\"command\":\"b\"}"
            })
    void refusesAnInvalidCommandAndQuotesIt(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ControlCommand.parse(text))
                .withMessageContaining(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "Application started", "{", "{}",
                "{\"status\":7}", "{\"level\":\"INFO\"}", "[1]", "{\"status\":\"a\"} b"
            })
    void outputOfAnApplicationIsNotAStatusLine(String text) {
        assertThat(StatusLine.parse(text)).isEmpty();
    }

    @Test
    void detailCannotOverrideCommandOrStatus() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> StatusLine.of("done", Map.of("status", "failed")).text())
                .withMessageContaining("'status'");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        ControlCommand.of("stop", Map.of("command", "start")).text());
    }

    @Test
    void ignoresUnknownMembersOfADetailAndRefusesOthers() {
        StatusLine line = StatusLine.of("done", Map.of("atNs", 7, "note", "x", "lag", Map.of("p50", 900)));

        assertThat(line.detailAs(Start.class)).isEqualTo(new Start(7, "x"));

        ControlCommand command = ControlCommand.of("start", Map.of("atNs", List.of()));

        assertThatIllegalArgumentException().isThrownBy(() -> command.detailAs(Start.class));
    }
}
