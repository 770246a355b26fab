package org.ticktoquote.core.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JsonBufferTest {
    @Test
    void commasSeparateFieldsAndElements() {
        JsonBuffer text = new JsonBuffer().begin('{').field("a", -1).field("b", Long.MAX_VALUE);
        text.name("c")
                .begin('[')
                .begin('[')
                .end(']')
                .begin('[')
                .number(1)
                .number(2)
                .end(']')
                .end(']');
        text.name("d").value(List.of("x:", "B\u00f6rse")).end('}');
        assertThat(text)
                .hasToString("{\"a\":-1,\"b\":9223372036854775807,\"c\":[[],[1,2]],\"d\":[\"x:\",\"B\u00f6rse\"]}");
    }

    @Test
    void arrayTakesBufferedElementsAndIsOmittedIfEmpty() {
        JsonBuffer elements = new JsonBuffer();
        JsonBuffer text = new JsonBuffer().begin('{').array("none", elements);
        elements.begin('{').field("a", 1).end('}').begin('{').end('}');
        text.array("some", elements).array("none", elements).field("b", 2).end('}');
        assertThat(text).hasToString("{\"some\":[{\"a\":1},{}],\"b\":2}");
        assertThat(elements.isEmpty()).isTrue();
    }
}
