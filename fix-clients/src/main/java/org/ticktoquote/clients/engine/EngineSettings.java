package org.ticktoquote.clients.engine;

import java.util.Map;
import org.ticktoquote.clients.config.SessionSetup;
import org.ticktoquote.fix.session.FixSession;
import quickfix.FileStoreFactory;
import quickfix.MessageStoreFactory;
import quickfix.NoopStore;
import quickfix.SessionID;
import quickfix.SessionSettings;

/**
 * QuickFIX/J settings of a session.
 *
 * <p>Uses no dictionary unless snapshots are forwarded, because the other messages have no repeating groups. For forwarded
 * snapshots a reduced dictionary keeps their groups, without validation.
 */
final class EngineSettings {
    /** Receive buffer of slow sessions in bytes, small so that a pause closes the TCP window. */
    static final int SLOW_READERS_BUFFER = 32_768;

    /**
     * Wait for the answer to a Logout, because the next run continues its sequence number. Shorter than the time limit for
     * this process to end.
     */
    private static final int LOGOUT_WAIT_S = 7;

    private static final String FOLDER = FileStoreFactory.SETTING_FILE_STORE_PATH;
    private static final String DICTIONARIES = "org/ticktoquote/clients/engine/";

    private EngineSettings() {}

    static SessionID id(SessionSetup session) {
        return new SessionID(
                session.transport(),
                session.header().senderCompId(),
                session.header().senderSubId(),
                "",
                session.header().targetCompId(),
                session.header().targetSubId(),
                "",
                "");
    }

    static void add(SessionSettings settings, SessionSetup session, boolean forwardSnapshots) {
        SessionID id = id(session);
        int heartbeatS = session.address().accepts() ? 0 : session.logon().heartbeatS();
        FixSession.settings(
                        id,
                        heartbeatS,
                        session.logon().resetOnLogon(),
                        session.header().beginString())
                .forEach((key, value) -> settings.setString(id, key, value));
        settings.setString(id, "SocketTcpNoDelay", "Y");
        settings.setString(id, "ClosedResendInterval", "Y");
        if (session.readPause() != null && !session.address().accepts()) {
            settings.setString(id, "SocketReceiveBufferSize", Integer.toString(SLOW_READERS_BUFFER));
        }
        if (session.logon().numbers() != null) {
            settings.setString(id, FOLDER, session.logon().numbers());
            settings.setString(id, "LogoutTimeout", Integer.toString(LOGOUT_WAIT_S));
        }
        if (forwardSnapshots) {
            dictionaries(id).forEach((key, value) -> settings.setString(id, key, value));
        }
    }

    /**
     * Returns the stores of sequence numbers: in memory, or in the folder of the session's configuration. They never store
     * messages.
     */
    static MessageStoreFactory stores(SessionSettings settings) {
        return id -> settings.isSetting(id, FOLDER) ? new FileStoreFactory(settings).create(id) : new NoopStore();
    }

    private static Map<String, String> dictionaries(SessionID id) {
        if (id.isFIXT()) {
            return Map.of(
                    "UseDataDictionary", "Y",
                    "TransportDataDictionary", DICTIONARIES + "transport.xml",
                    "AppDataDictionary", DICTIONARIES + "snapshot-FIX.5.0SP2.xml");
        }
        String version = id.getBeginString().equals("FIX.4.2") ? "FIX.4.2" : "FIX.4.4";
        return Map.of("UseDataDictionary", "Y", "DataDictionary", DICTIONARIES + "snapshot-" + version + ".xml");
    }
}
