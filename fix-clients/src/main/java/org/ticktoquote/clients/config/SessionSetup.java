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
import org.ticktoquote.fix.marketdata.RequestForm;
import org.ticktoquote.fix.marketdata.RequestForm.Pair;

/**
 * Everything about one FIX session, resolved.
 *
 * @param index its number; its journal is {@code quotes-NN.journal}
 * @param name for people
 * @param address where it and the application meet
 * @param header what stands in the header of its messages
 * @param logon what its Logon says
 * @param requests how it subscribes and reads prices
 * @param tls null for plain TCP
 * @param readPause null for a client that always reads
 * @param pairs to subscribe
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
     * What stands in the header of a session's messages.
     *
     * @param beginString {@code FIX.4.2} to {@code FIX.4.4}, or {@code FIX.5.0} to {@code FIX.5.0SP2} (on FIXT.1.1)
     * @param senderSubId empty for none
     * @param targetSubId empty for none
     * @param headerTags further tags in the header of every message
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
     * What the Logon of a session says.
     *
     * @param username tag 553; empty for none
     * @param password tag 554; null for none
     * @param logonTags further tags of the Logon, literal
     * @param secretLogonTags further tags of the Logon whose values are secrets
     * @param heartbeatS HeartBtInt
     * @param numbers how message numbers go on
     */
    public record Logon(
            String username,
            @Nullable Secret password,
            Map<Integer, String> logonTags,
            Map<Integer, Secret> secretLogonTags,
            int heartbeatS,
            @JsonUnwrapped Numbers numbers) {
        public Logon {
            logonTags = Map.copyOf(logonTags);
            secretLogonTags = Map.copyOf(secretLogonTags);
        }
    }

    /**
     * How message numbers go on from one logon to the next.
     *
     * @param resetOnLogon whether they begin anew (141=Y)
     * @param numbers folder in which they are kept from one run to the next; null: they are forgotten with the process
     */
    public record Numbers(boolean resetOnLogon, @Nullable String numbers) {}

    /**
     * How a session subscribes and reads prices.
     *
     * @param asking with how many requests
     * @param symbolTag where a price names its pair: 55, 48, 262, which is the name of the request, or 299, the name of a
     *     stream in a mass quote
     * @param zeroSizeIsPrice whether a level of size 0 (271=0) is a price, and not the lack of one
     * @param bookDepth how many entries of each side a book keeps
     * @param request what it asks with, where it does
     */
    public record Requests(Asking asking, int symbolTag, boolean zeroSizeIsPrice, int bookDepth, RequestForm request) {}

    public SessionSetup {
        pairs = List.copyOf(pairs);
    }

    /** BeginString (8) of its messages: that of FIX 5.0 is FIXT.1.1. */
    public String transport() {
        FixVersion version = FixVersion.of(header.beginString());
        return version == null ? header.beginString() : version.beginString();
    }

    /** With how many requests a session asks for its pairs. */
    public enum Asking {
        /** One for all. */
        ALL,
        /** One for each. */
        PER_PAIR,
        /** None: prices come without being asked for. */
        NONE;

        static final String EXPECTED = "all (one request), per-pair or none (prices come unasked)";

        static @Nullable Asking of(String text) {
            return Arrays.stream(values())
                    .filter(asking -> asking.text().equals(text))
                    .findFirst()
                    .orElse(null);
        }

        /** As templates have it. */
        @JsonValue
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * Where a session and its application meet.
     *
     * @param endpoint where the application listens, or where the clients do; then port 0 takes a free one
     * @param accepts whether the clients listen, and the application connects
     */
    public record SessionAddress(@JsonUnwrapped Endpoint endpoint, boolean accepts) {
        static final String EXPECTED = "PORT, HOST:PORT or 0 (any free port)";
        private static final String LOOPBACK = "127.0.0.1";
        private static final String ANY_PORT = ":0";

        /** Where the clients listen: at the loopback address unless a host is said. */
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
     * @param trustStore file with the certificates that the counterparty's must lead to; null for those of the Java
     *     installation
     * @param trustStorePassword null when the store has none
     * @param keyStore file with this side's own certificate; null for none
     * @param keyStorePassword null when the store has none
     * @param protocols as in {@code TLSv1.3}; empty for Java's choice
     * @param verifyHost whether the certificate must name the host
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

        /** The files of both sides. */
        public TlsStores stores() {
            return new TlsStores(trustStore, trustStorePassword, keyStore, keyStorePassword);
        }
    }

    /**
     * A client that is slow on purpose: it reads for a while, and then does not.
     *
     * @param everyNs how long it reads
     * @param lengthNs how long it then does not
     */
    public record ReadPause(long everyNs, long lengthNs) {}
}
