package org.ticktoquote.clients.config;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything about one FIX session, resolved.
 *
 * @param index its number; its journal is {@code quotes-NN.journal}
 * @param name for people
 * @param beginString {@code FIX.4.2}, {@code FIX.4.4} or {@code FIX.5.0SP2} (on FIXT.1.1)
 * @param senderSubId empty for none
 * @param targetSubId empty for none
 * @param username tag 553; empty for none
 * @param password tag 554; null for none
 * @param logonTags further tags of the Logon, literal
 * @param secretLogonTags further tags of the Logon whose values are secrets
 * @param heartbeatS HeartBtInt
 * @param onePerPair whether each pair has a request of its own
 * @param symbolTag 55, or 48 (with 22=8)
 * @param zeroSizeIsPrice whether a level of size 0 (271=0) is a price, and not the lack of one
 * @param tls null for plain TCP
 * @param readPause null for a client that always reads
 * @param pairs to subscribe
 */
public record SessionSetup(
        int index,
        String name,
        String host,
        int port,
        String beginString,
        String senderCompId,
        String targetCompId,
        String senderSubId,
        String targetSubId,
        String username,
        @Nullable Secret password,
        Map<Integer, String> logonTags,
        Map<Integer, Secret> secretLogonTags,
        int heartbeatS,
        boolean onePerPair,
        int symbolTag,
        boolean zeroSizeIsPrice,
        @Nullable Tls tls,
        @Nullable ReadPause readPause,
        List<Pair> pairs) {
    public static final int SECURITY_ID = 48;
    public static final int SYMBOL = 55;
    public static final String FIX50SP2 = "FIX.5.0SP2";

    public SessionSetup {
        logonTags = Map.copyOf(logonTags);
        secretLogonTags = Map.copyOf(secretLogonTags);
        pairs = List.copyOf(pairs);
    }

    /** What its messages begin with: FIX 5.0 is spoken over FIXT.1.1. */
    public String transport() {
        return beginString.equals(FIX50SP2) ? "FIXT.1.1" : beginString;
    }

    /** Where the secrets of this session stand. */
    Stream<Secret> secrets() {
        Stream<@Nullable Secret> stores =
                tls == null ? Stream.of() : Stream.of(tls.trustStorePassword(), tls.keyStorePassword());
        return Stream.of(Stream.of(password), stores, secretLogonTags.values().stream())
                .flatMap(each -> each)
                .filter(Objects::nonNull);
    }
}
