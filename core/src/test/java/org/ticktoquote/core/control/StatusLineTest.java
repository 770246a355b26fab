package org.ticktoquote.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class StatusLineTest {
    record Done(long sent) {}

    @Test
    void ignoresUnknownMembersOfADetail() {
        StatusLine line = StatusLine.of("done", Map.of("sent", 7, "lag", Map.of("p50", 900)));
        assertThat(line.detailAs(Done.class)).isEqualTo(new Done(7));
    }
}
