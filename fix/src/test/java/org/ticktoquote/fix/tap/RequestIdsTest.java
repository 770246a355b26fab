package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ticktoquote.core.journal.SnapshotRecord;

final class RequestIdsTest {
    private static int find(RequestIds requests, String id) {
        byte[] bytes = ("262=" + id).getBytes(StandardCharsets.US_ASCII);
        return requests.find(bytes, 4, bytes.length);
    }

    /** Copying all ids for each request would take an hour. */
    @Test
    @Timeout(300)
    void findsEachRequestAmongManyAndForgetsTheOldest() {
        RequestIds requests = new RequestIds();
        for (int i = 0; i < 200_000; i++) {
            requests.add("RFQ-" + i, i % 50);
            assertThat(find(requests, "RFQ-" + i)).isEqualTo(i % 50);
        }

        assertThat(requests.instrument("RFQ-199999")).isEqualTo(49);
        assertThat(find(requests, "RFQ-" + (200_000 - RequestIds.MAX))).isNotEqualTo(Symbols.UNKNOWN);
        assertThat(find(requests, "RFQ-" + (199_999 - RequestIds.MAX))).isEqualTo(Symbols.UNKNOWN);
        requests.clear();
        assertThat(requests.instrument("RFQ-199999")).isEqualTo(SnapshotRecord.NO_INSTRUMENT);
    }

    @Test
    void repeatedRequestIsTheNewest() {
        RequestIds requests = new RequestIds();
        for (int i = 0; i <= RequestIds.MAX; i++) {
            requests.add("RFQ-" + i, 1);
            requests.add("RFQ-0", 1);
        }

        assertThat(find(requests, "RFQ-0")).isEqualTo(1);
        assertThat(find(requests, "RFQ-1")).isEqualTo(Symbols.UNKNOWN);
    }
}
