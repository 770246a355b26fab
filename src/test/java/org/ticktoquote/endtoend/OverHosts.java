package org.ticktoquote.endtoend;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Tests over the hosts of a network, which is created once for a class. */
abstract class OverHosts {
    @TempDir
    static Path folder;

    static HostsNetwork hosts;

    @BeforeAll
    static void connect() throws IOException, InterruptedException {
        hosts = HostsNetwork.orSkip(folder);
    }

    @AfterAll
    static void disconnect() throws IOException, InterruptedException {
        if (hosts != null) {
            hosts.end();
            hosts = null;
        }
    }
}
