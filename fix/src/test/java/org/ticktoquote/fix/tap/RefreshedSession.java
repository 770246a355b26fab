package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.fix.message.Fix;

/** A logged-on session that receives numbered snapshots and incremental refreshes. */
abstract class RefreshedSession {
    static final String EURUSD = "268=2|269=0|278=b|270=1.5|271=3|269=1|278=a|270=1.6|271=4|";

    @TempDir
    Path directory;

    TapParty party;
    int number = 1;

    @BeforeEach
    void logOn() throws InterruptedException {
        party = new TapParty(directory, Symbols.inSymbol(TapParty.PAIRS), EchoedId.of(299, "decimal"), false);
        party.logon();
    }

    final RefreshedSession snapshot(String pair, String entries) {
        return message("35=W|34=" + ++number + "|55=" + pair + "|" + entries);
    }

    final RefreshedSession refresh(String entries) {
        return message("35=X|34=" + ++number + "|" + entries);
    }

    final RefreshedSession message(String body) {
        party.read(Fix.message(body));
        return this;
    }

    /** Returns the records of the refreshes without their positions in the reads. */
    final List<String> refreshes() throws InterruptedException {
        return party.updates().stream()
                .filter(text -> !text.startsWith("snapshot"))
                .toList();
    }

    final void assertRefreshes(String... expected) throws InterruptedException {
        assertThat(refreshes()).containsExactly(expected);
    }
}
