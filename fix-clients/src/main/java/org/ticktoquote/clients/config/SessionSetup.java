package org.ticktoquote.clients.config;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Secret;

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

    public static final int SECURITY_ID = 48;
    public static final int SYMBOL = 55;
    public static final int REQUEST_ID = 262;
    public static final int QUOTE_ENTRY_ID = 299;

    private static final String FIX50 = "FIX.5.0";

    public SessionSetup {
        pairs = List.copyOf(pairs);
    }

    /** What its messages begin with: FIX 5.0 is spoken over FIXT.1.1. */
    public String transport() {
        return header.beginString().startsWith(FIX50) ? "FIXT.1.1" : header.beginString();
    }
}
