package org.ticktoquote.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.fix.message.FixPeer;

/** A counterparty that connects to the clients and sends exactly the test's bytes, and its messages. */
final class CallingParty {
    private static final String HEAD = "|49=PRICING|56=%s|52=20261125-09:00:00.000|";

    private CallingParty() {}

    static FixPeer of(Socket socket) throws IOException {
        return new FixPeer(socket, "PRICING", "CLIENT-00");
    }

    static FixPeer at(int port) throws IOException {
        return FixPeer.at(port, "PRICING", "CLIENT-00");
    }

    /** Connects and logs on. Both Logons have sequence number 1. */
    static FixPeer loggedOn(int port) throws IOException {
        FixPeer party = at(port).send(logon(1, "CLIENT-00", "141=Y|"));
        assertThat(party.receiveText()).contains("|35=A|34=1|");
        return party;
    }

    /** The start of a message to a client. */
    static String head(String type, int number, String client) {
        return "35=" + type + "|34=" + number + HEAD.formatted(client);
    }

    static byte[] logon(int number, String client, String more) {
        return Fix.message(head("A", number, client) + "98=0|108=30|" + more);
    }

    static byte[] quote(int number, String client, int id) {
        return Fix.message(head("S", number, client) + "117=" + id + "|55=EUR/USD|132=1.1|133=1.2|");
    }
}
