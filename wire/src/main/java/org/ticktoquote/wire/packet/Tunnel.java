package org.ticktoquote.wire.packet;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Headers in which mirror ports and carriers wrap frames and packets. */
enum Tunnel {
    VXLAN("VXLAN"),
    GENEVE("GENEVE"),
    ERSPAN("ERSPAN"),
    GRE("GRE"),
    MPLS("MPLS"),
    PPPOE("PPPoE"),
    MAC_IN_MAC("MAC-in-MAC (802.1ah)"),
    MACSEC("MACsec"),
    IP_IN_IP("IP-in-IP"),
    ETHER_IP("EtherIP"),
    IPSEC("IPsec");

    private static final Tunnel[] ALL = values();

    private final String text;

    Tunnel(String text) {
        this.text = text;
    }

    /** Counts by the names of tunnels, those above 0. */
    static Map<String, Long> byName(long[] counts) {
        Map<String, Long> named = new LinkedHashMap<>();
        for (Tunnel each : ALL) {
            if (counts[each.ordinal()] > 0) {
                named.put(each.text, counts[each.ordinal()]);
            }
        }
        return Collections.unmodifiableMap(named);
    }

    /** Counts of all tunnels, at 0. */
    static long[] noCounts() {
        return new long[ALL.length];
    }
}
