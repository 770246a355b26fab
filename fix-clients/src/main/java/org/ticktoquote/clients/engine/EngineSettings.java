package org.ticktoquote.clients.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.clients.config.Secret;
import org.ticktoquote.clients.config.SessionSetup;
import org.ticktoquote.clients.config.Tls;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import quickfix.SessionID;
import quickfix.SessionSettings;

/**
 * A session's configuration as QuickFIX/J wants it.
 *
 * <p>No dictionary while snapshots are swallowed: nothing that comes through has repeating groups. With forwarded
 * snapshots a cut-down one keeps their groups, without validating. The secrets of TLS stores are resolved here.
 */
final class EngineSettings {
    private static final String FIXT = "FIXT.1.1";
    private static final String FIX50SP2 = "FIX.5.0SP2";
    private static final String DICTIONARIES = "org/ticktoquote/clients/engine/";

    private EngineSettings() {}

    static SessionID id(SessionSetup session) {
        return new SessionID(
                session.beginString().equals(FIX50SP2) ? FIXT : session.beginString(),
                session.senderCompId(),
                session.senderSubId(),
                "",
                session.targetCompId(),
                session.targetSubId(),
                "",
                "");
    }

    static void add(SessionSettings settings, SessionSetup session, boolean forwardSnapshots) {
        SessionID id = id(session);
        basics(session).forEach((key, value) -> settings.setString(id, key, value));
        if (id.isFIXT()) {
            settings.setString(id, "DefaultApplVerID", FIX50SP2);
        }
        if (forwardSnapshots) {
            dictionaries(id).forEach((key, value) -> settings.setString(id, key, value));
        }
        Tls tls = session.tls();
        if (tls != null) {
            addTls(settings, id, tls);
        }
    }

    private static Map<String, String> basics(SessionSetup session) {
        return Map.ofEntries(
                Map.entry("ConnectionType", "initiator"),
                Map.entry("SocketConnectHost", session.host()),
                Map.entry("SocketConnectPort", Integer.toString(session.port())),
                Map.entry("SocketTcpNoDelay", "Y"),
                Map.entry("ReconnectInterval", "1"),
                Map.entry("HeartBtInt", Integer.toString(session.heartbeatS())),
                Map.entry("NonStopSession", "Y"),
                Map.entry("ResetOnLogon", "Y"),
                Map.entry("CheckLatency", "N"),
                Map.entry("PersistMessages", "N"),
                Map.entry("ValidateIncomingMessage", "N"),
                Map.entry("UseDataDictionary", "N"));
    }

    private static Map<String, String> dictionaries(SessionID id) {
        if (id.isFIXT()) {
            return Map.of(
                    "UseDataDictionary", "Y",
                    "TransportDataDictionary", DICTIONARIES + "transport.xml",
                    "AppDataDictionary", DICTIONARIES + "snapshot-FIX.5.0SP2.xml");
        }
        return Map.of(
                "UseDataDictionary", "Y", "DataDictionary", DICTIONARIES + "snapshot-" + id.getBeginString() + ".xml");
    }

    private static void addTls(SessionSettings settings, SessionID id, Tls tls) {
        settings.setString(id, "SocketUseSSL", "Y");
        String trustStore = tls.trustStore() == null
                ? Path.of(System.getProperty("java.home"), "lib", "security", "cacerts")
                        .toString()
                : existing(tls.trustStore());
        addStore(settings, id, "SocketTrustStore", "TrustStoreType", trustStore, tls.trustStorePassword());
        if (tls.keyStore() != null) {
            addStore(settings, id, "SocketKeyStore", "KeyStoreType", existing(tls.keyStore()), tls.keyStorePassword());
        }
        if (!tls.protocols().isEmpty()) {
            settings.setString(id, "EnabledProtocols", String.join(",", tls.protocols()));
        }
        if (tls.verifyHost()) {
            settings.setString(id, "EndpointIdentificationAlgorithm", "HTTPS");
        }
    }

    private static void addStore(
            SessionSettings settings,
            SessionID id,
            String nameKey,
            String typeKey,
            String file,
            @Nullable Secret password) {
        settings.setString(id, nameKey, file);
        settings.setString(id, typeKey, "JKS"); // Java's JKS reads PKCS12 as well
        if (password != null) {
            settings.setString(id, nameKey + "Password", password.resolve());
        }
    }

    /** QuickFIX/J would go on without a store that is not there, trusting everybody. */
    private static String existing(String file) {
        if (!Files.isReadable(Path.of(file))) {
            throw new Refusal(ExitStatus.ENVIRONMENT, file + ": the store of a TLS session cannot be read");
        }
        return Path.of(file).toAbsolutePath().toString();
    }
}
