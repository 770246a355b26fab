package org.ticktoquote.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.audit.ProcessMonitor.AuditPace;

class AuditPaceTest {
    private static final long S = TimeUnit.SECONDS.toNanos(1);

    private final AuditPace pace = new AuditPace(0);

    @Test
    void followsAnAbsoluteOneSecondSchedule() {
        assertThat(pace.leftNs(0)).isEqualTo(S);
        pace.written(S + 5);
        assertThat(pace.leftNs(S + 5)).isEqualTo(S - 5);
        pace.written(7 * S + 9);
        assertThat(pace.leftNs(0)).isEqualTo(8 * S);
    }

    @Test
    void slowsDownSoThatALongRunDoesNotFillTheDisk() {
        long now = 0;
        long lines = 0;
        while (now < TimeUnit.DAYS.toNanos(7)) {
            now += pace.leftNs(now);
            pace.written(now);
            lines++;
        }
        assertThat(lines).isBetween(6L * AuditPace.LINES_PER_PACE, 8L * AuditPace.LINES_PER_PACE);
    }
}
