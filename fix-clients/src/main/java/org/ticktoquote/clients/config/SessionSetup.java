package org.ticktoquote.clients.config;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Secret;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.net.TlsStores;
import org.ticktoquote.fix.dialect.FixVersion;
import org.ticktoquote.fix.marketdata.RequestTemplate;
import org.ticktoquote.fix.marketdata.RequestTemplate.Pair;

/**
 * Resolved configuration of one FIX session.
 *
 * @param index its number; its journal is {@code quotes-NN.journal}
 * @param name session's name for messages
 * @param address address to which the session connects or on which it accepts
 * @param header fields in the header of its messages
 * @param logon content of its Logon
 * @param requests subscriptions, and the interpretation of prices
 * @param tls null for plain TCP
 * @param readPause null for a client that always reads
 * @param pairs pairs that the session subscribes to
 */
public record SessionSetup(
        int index,
        String name,
        @JsonUnwrapped SessionAddress address,
        @JsonUnwrapped Header header,
        @JsonUnwrapped Logon logon,
        @JsonUnwrapped Requests requests,
        @Nullable Tls tls,
        @Nullable ReadPause readPause,
        List<Pair> pairs) {
    /**
     * Header fields of a session's messages.
     *
     * @param beginString {@code FIX.4.2} to {@code FIX.4.4}, or {@code FIX.5.0} to {@code FIX.5.0SP2} (on FIXT.1.1)
     * @param senderSubId empty for none
     * @param targetSubId empty for none
     * @param headerTags additional tags in the header of every message
     */
    public record Header(
            String beginString,
            String senderCompId,
            String targetCompId,
            String senderSubId,
            String targetSubId,
            Map<Integer, String> headerTags) {
        public Header {
            headerTags = Map.copyOf(headerTags);
        }
    }

    /**
     * Content of a session's Logon.
     *
     * @param username tag 553; empty for none
     * @param password tag 554; null for none
     * @param logonTags additional tags, literal
     * @param secretLogonTags additional tags whose values are secrets
     * @param heartbeatS HeartBtInt
     * @param resetOnLogon true to reset both sequence numbers (141=Y)
     * @param numbers folder that keeps the sequence numbers between runs; null to keep them in memory only
     */
    public record Logon(
            String username,
            @Nullable Secret password,
            Map<Integer, String> logonTags,
            Map<Integer, Secret> secretLogonTags,
            int heartbeatS,
            boolean resetOnLogon,
            @Nullable String numbers) {
        public Logon {
            logonTags = Map.copyOf(logonTags);
            secretLogonTags = Map.copyOf(secretLogonTags);
        }
    }

    /**
     * Subscriptions of a session, and its interpretation of prices.
     *
     * @param asking number of requests
     * @param symbolTag tag of the pair's name in a price: 55; 48; 262, the id of the request; or 299, the name of a
     *     stream in a mass quote
     * @param zeroSizeIsPrice true if a level of size 0 (271=0) is a price; otherwise it means that there is none
     * @param bookDepth maximum number of entries per side of a book
     * @param request form of the requests
     */
    public record Requests(
            SubscriptionMode asking, int symbolTag, boolean zeroSizeIsPrice, int bookDepth, RequestTemplate request) {
        /** Returns whether the session requests only the top of book. */
        public boolean topOnly() {
            return asking != SubscriptionMode.NONE && request.topOnly();
        }
    }

    public SessionSetup {
        pairs = List.copyOf(pairs);
    }

    /** Returns BeginString (8) of the messages, which is FIXT.1.1 for FIX 5.0. */
    public String transport() {
        FixVersion version = FixVersion.of(header.beginString());
        return version == null ? header.beginString() : version.beginString();
    }

    /** Number of requests with which a session subscribes to its pairs. */
    public enum SubscriptionMode {
        /** One request for all pairs. */
        ALL,
        /** One request per pair. */
        PER_PAIR,
        /** No request: the application sends prices unasked. */
        NONE;

        static final String EXPECTED = "all (one request), per-pair or none (no request)";

        static @Nullable SubscriptionMode of(String text) {
            return Arrays.stream(values())
                    .filter(asking -> asking.text().equals(text))
                    .findFirst()
                    .orElse(null);
        }

        /** Returns the name in templates. */
        @JsonValue
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * Address of a session's connection.
     *
     * @param endpoint address on which the application listens, or the clients if they accept; then port 0 selects a
     *     free port
     * @param accepts true if the clients listen and the application connects
     */
    public record SessionAddress(@JsonUnwrapped Endpoint endpoint, boolean accepts) {
        static final String EXPECTED = "PORT, HOST:PORT or 0 (any free port)";
        private static final String LOOPBACK = "127.0.0.1";
        private static final String ANY_PORT = ":0";

        /** Parses the address at which the clients listen. The default host is the loopback address. */
        static @Nullable SessionAddress accepting(String text) {
            if (text.matches("[0-9]{1,5}")) {
                return accepting(LOOPBACK + ":" + text);
            }
            if (text.endsWith(ANY_PORT)) {
                Endpoint some = Endpoint.parse(text.substring(0, text.length() - 1) + "1");
                return new SessionAddress(new Endpoint(some.host(), 0), true);
            }
            return new SessionAddress(Endpoint.parse(text), true);
        }
    }

    /**
     * TLS of one session.
     *
     * @param trustStore file with the trusted certificates; null for the Java installation's
     * @param trustStorePassword null if the store has none
     * @param keyStore file with the client's own certificate; null for none
     * @param keyStorePassword null if the store has none
     * @param protocols protocol versions, such as {@code TLSv1.3}; empty for Java's default
     * @param verifyHost true if the certificate must name the host
     */
    public record Tls(
            @Nullable String trustStore,
            @Nullable Secret trustStorePassword,
            @Nullable String keyStore,
            @Nullable Secret keyStorePassword,
            List<String> protocols,
            boolean verifyHost) {
        public Tls {
            protocols = List.copyOf(protocols);
        }

        public TlsStores stores() {
            return new TlsStores(trustStore, trustStorePassword, keyStore, keyStorePassword);
        }
    }

    /**
     * Schedule of a slow client that alternately reads and pauses.
     *
     * @param everyNs duration of reading
     * @param lengthNs duration of the pause
     */
    public record ReadPause(long everyNs, long lengthNs) {}
}
