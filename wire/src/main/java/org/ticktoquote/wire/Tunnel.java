package org.ticktoquote.wire;

import java.nio.ByteBuffer;
import java.util.Optional;

/** What mirror ports and carriers wrap frames in. It is recognised, and not opened. */
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

    private static final int MIRRORED = 0x88BE;
    private static final int MIRRORED_3 = 0x22EB;
    private static final int GRE_HEADER = 4;
    /** A header of the tunnel and one of Ethernet. */
    private static final int SHORTEST = 22;

    private static final int VXLAN_VALID = 0x08;
    private static final int GENEVE_VERSION = 0xC0;
    private static final int BRIDGED = 0x6558;

    private final String text;

    Tunnel(String text) {
        this.text = text;
    }

    /** For people. */
    String text() {
        return text;
    }

    /** The tunnel that an EtherType announces. */
    static Optional<Tunnel> ofEtherType(int type) {
        return switch (type) {
            case 0x8847, 0x8848 -> Optional.of(MPLS);
            case 0x8864 -> Optional.of(PPPOE);
            case 0x88E7 -> Optional.of(MAC_IN_MAC);
            case 0x88E5 -> Optional.of(MACSEC);
            default -> Optional.empty();
        };
    }

    /** The tunnel that a protocol of IP announces; what it wraps begins at a place of the packet. */
    static Optional<Tunnel> ofProtocol(int protocol, ByteBuffer packet, int at) {
        return switch (protocol) {
            case 47 -> Optional.of(mirrors(packet, at) ? ERSPAN : GRE);
            case 4, 41 -> Optional.of(IP_IN_IP);
            case 97 -> Optional.of(ETHER_IP);
            case 50 -> Optional.of(IPSEC);
            default -> Optional.empty();
        };
    }

    private static boolean mirrors(ByteBuffer packet, int at) {
        int carried = at + GRE_HEADER <= packet.limit() ? Short.toUnsignedInt(packet.getShort(at + 2)) : 0;
        return carried == MIRRORED || carried == MIRRORED_3;
    }

    /** The tunnel that a datagram belongs to, by its port and its first bytes: the port alone may be anybody's. */
    static Optional<Tunnel> ofDatagram(int port, byte[] payload) {
        if (payload.length < SHORTEST) {
            return Optional.empty();
        }
        return switch (port) {
            case 4789, 8472 ->
                (payload[0] & VXLAN_VALID) != 0 && payload[7] == 0 ? Optional.of(VXLAN) : Optional.empty();
            case 6081 ->
                (payload[0] & GENEVE_VERSION) == 0 && ByteBuffer.wrap(payload).getShort(2) == BRIDGED
                        ? Optional.of(GENEVE)
                        : Optional.empty();
            default -> Optional.empty();
        };
    }
}
