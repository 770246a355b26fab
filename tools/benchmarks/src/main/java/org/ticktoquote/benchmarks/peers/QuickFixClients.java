package org.ticktoquote.benchmarks.peers;

import java.io.IOException;
import java.util.Locale;
import quickfix.ApplicationAdapter;
import quickfix.CompositeLogFactory;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.LogFactory;
import quickfix.MemoryStoreFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;

/**
 * QuickFIX/J's own initiator as a peer, with a thread per session and a message object per snapshot. Ends at the end of its
 * input.
 */
final class QuickFixClients {
    private QuickFixClients() {}

    /** @param arguments port and number of sessions */
    public static void main(String[] arguments) throws ConfigError, IOException {
        SessionSettings settings = new SessionSettings();
        settings.setString("ConnectionType", "initiator");
        settings.setString("SocketConnectHost", "127.0.0.1");
        settings.setString("SocketConnectPort", arguments[0]);
        settings.setString("SocketTcpNoDelay", "Y");
        settings.setString("ReconnectInterval", "1");
        settings.setString("HeartBtInt", "60");
        settings.setString("NonStopSession", "Y");
        settings.setString("ResetOnLogon", "Y");
        settings.setString("CheckLatency", "N");
        settings.setString("PersistMessages", "N");
        settings.setString("UseDataDictionary", "Y");
        for (int session = 0; session < Integer.parseInt(arguments[1]); session++) {
            String name = String.format(Locale.ROOT, "CLIENT-%02d", session);
            settings.setString(new SessionID("FIX.4.4", name, "PRICING"), "ConnectionType", "initiator");
        }
        LogFactory silence = new CompositeLogFactory(new LogFactory[0]);
        SocketInitiator initiator = new SocketInitiator(
                new ApplicationAdapter(), new MemoryStoreFactory(), settings, silence, new DefaultMessageFactory());
        initiator.start();
        int input = 0;
        while (input >= 0) {
            input = System.in.read();
        }
        Runtime.getRuntime().halt(0);
    }
}
