package org.ticktoquote.clients.config;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.net.Endpoint;

/**
 * Everything about one FIX session, resolved.
 *
 * @param index its number; its journal is {@code quotes-NN.journal}
 * @param name for people
 * @param endpoint where the application listens
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
        @JsonUnwrapped Endpoint endpoint,
        @JsonUnwrapped Header header,
        @JsonUnwrapped Logon logon,
        @JsonUnwrapped Requests requests,
        @Nullable Tls tls,
        @Nullable ReadPause readPause,
        List<Pair> pairs) {
    /**
     * What stands in the header of a session's messages.
     *
     * @param beginString {@code FIX.4.2}, {@code FIX.4.4} or {@code FIX.5.0SP2} (on FIXT.1.1)
     * @param senderSubId empty for none
     * @param targetSubId empty for none
     */
    public record Header(
            String beginString, String senderCompId, String targetCompId, String senderSubId, String targetSubId) {}

    /**
     * What the Logon of a session says.
     *
     * @param username tag 553; empty for none
     * @param password tag 554; null for none
     * @param logonTags further tags of the Logon, literal
     * @param secretLogonTags further tags of the Logon whose values are secrets
     * @param heartbeatS HeartBtInt
     */
    public record Logon(
            String username,
            @Nullable Secret password,
            Map<Integer, String> logonTags,
            Map<Integer, Secret> secretLogonTags,
            int heartbeatS) {
        public Logon {
            logonTags = Map.copyOf(logonTags);
            secretLogonTags = Map.copyOf(secretLogonTags);
        }
    }

    /**
     * How a session subscribes and reads prices.
     *
     * @param onePerPair whether each pair has a request of its own
     * @param symbolTag 55, or 48 (with 22=8)
     * @param zeroSizeIsPrice whether a level of size 0 (271=0) is a price, and not the lack of one
     */
    public record Requests(boolean onePerPair, int symbolTag, boolean zeroSizeIsPrice) {}

    public static final int SECURITY_ID = 48;
    public static final int SYMBOL = 55;
    public static final String FIX50SP2 = "FIX.5.0SP2";

    public SessionSetup {
        pairs = List.copyOf(pairs);
    }

    /** What its messages begin with: FIX 5.0 is spoken over FIXT.1.1. */
    public String transport() {
        return header.beginString().equals(FIX50SP2) ? "FIXT.1.1" : header.beginString();
    }

    /** Where the secrets of this session stand. */
    Stream<Secret> secrets() {
        Stream<@Nullable Secret> stores =
                tls == null ? Stream.of() : Stream.of(tls.trustStorePassword(), tls.keyStorePassword());
        return Stream.of(Stream.of(logon.password()), stores, logon.secretLogonTags().values().stream())
                .flatMap(each -> each)
                .filter(Objects::nonNull);
    }
}
