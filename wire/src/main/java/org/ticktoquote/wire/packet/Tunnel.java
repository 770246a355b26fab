package org.ticktoquote.wire.packet;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.collections.MutableLong;

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

    private final String text;

    Tunnel(String text) {
        this.text = text;
    }

    /** Counts by the names of tunnels, those above 0. */
    static Map<String, Long> byName(Map<Tunnel, MutableLong> counts) {
        Map<String, Long> named = new LinkedHashMap<>();
        counts.forEach((tunnel, count) -> {
            if (count.get() > 0) {
                named.put(tunnel.text, count.get());
            }
        });
        return Collections.unmodifiableMap(named);
    }

    /** Counts of all tunnels, at 0. */
    static Map<Tunnel, MutableLong> noCounts() {
        Map<Tunnel, MutableLong> counts = new EnumMap<>(Tunnel.class);
        for (Tunnel each : values()) {
            counts.put(each, new MutableLong());
        }
        return counts;
    }

    /** One more. */
    static void count(Map<Tunnel, MutableLong> counts, Tunnel tunnel) {
        MutableLong count = counts.get(tunnel);
        if (count != null) {
            count.increment();
        }
    }
}
