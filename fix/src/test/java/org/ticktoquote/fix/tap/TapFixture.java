package org.ticktoquote.fix.tap;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.fix.message.Fix;

/** A connected session. */
abstract class TapFixture {
    @TempDir
    Path directory;

    TapParty party;

    @BeforeEach
    void connect() throws InterruptedException {
        party = new TapParty(directory);
    }

    static byte[] snapshot(int sequence) {
        return Fix.message("35=W|34=" + sequence + "|55=EUR/USD|268=1|269=0|270=1.5|271=3|");
    }
}
