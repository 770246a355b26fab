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
 * A session's configuration as QuickFIX/J wants it.
 *
 * <p>No dictionary while snapshots are swallowed: nothing that comes through has repeating groups. With forwarded
 * snapshots a cut-down one keeps their groups, without validating.
 */
final class EngineSettings {
    /** Small enough for a pause to close the window. */
    static final int SLOW_READERS_BUFFER = 32_768;

    /** For the answer to a Logout, whose number the next run goes on from: within the time in which this process must end. */
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
                        session.logon().numbers().resetOnLogon(),
                        session.header().beginString())
                .forEach((key, value) -> settings.setString(id, key, value));
        settings.setString(id, "SocketTcpNoDelay", "Y");
        settings.setString(id, "ClosedResendInterval", "Y");
        if (session.readPause() != null && !session.address().accepts()) {
            settings.setString(id, "SocketReceiveBufferSize", Integer.toString(SLOW_READERS_BUFFER));
        }
        if (session.logon().numbers().numbers() != null) {
            settings.setString(id, FOLDER, session.logon().numbers().numbers());
            settings.setString(id, "LogoutTimeout", Integer.toString(LOGOUT_WAIT_S));
        }
        if (forwardSnapshots) {
            dictionaries(id).forEach((key, value) -> settings.setString(id, key, value));
        }
    }

    /** Message numbers of sessions: in memory, or in a folder where the session's configuration names one; never messages. */
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
