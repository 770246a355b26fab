package org.ticktoquote.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.audit.Audit;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.ConnectionCounters;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;

final class ClientsAuditTest extends ClientsFixture {
    @Test
    void recordsHiccupsAndCountersOfEveryConnectionBeforeItEnds() throws Exception {
        acceptor = new AcceptorParty(2, FIX44).start();
        clients = new ClientsParty(run, plan(acceptor.port, 2, 278, ONE_PAIR), null, false);
        StatusLine done = clients.connect().stop();
        assertThat(done.detail().path("hiccups").path("wakes").asLong()).isPositive();
        assertThat(done.detail().path("hiccups").path("maxNs").asLong()).isPositive();
        assertThat(new RunDirectory(run).hiccups(Role.CLIENTS)).exists();

        Audit audit = Audit.read(Role.CLIENTS, JournalOrigin.NO_RUN, new RunDirectory(run).audit(Role.CLIENTS));
        assertThat(audit.damage()).isEmpty();
        AuditSample last = audit.samples().get(audit.samples().size() - 1);
        assumeThat(last.connections()).as("the kernel answers about sockets").isNotEmpty();
        assertThat(last.connections()).extracting(ConnectionCounters::session).isEqualTo(List.of(0, 1));
        assertThat(last.connections()).allSatisfy(connection -> {
            assertThat(connection.windowLimitedNs()).isGreaterThanOrEqualTo(0); // both ends are on this host
            assertThat(connection.retransmits()).isGreaterThanOrEqualTo(0);
            assertThat(connection.localPort()).isPositive();
        });
    }
}
