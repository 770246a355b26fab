package org.ticktoquote.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What mirror ports and carriers wrap frames in. It is recognised, and not opened. */
enum Tunnel {
    VXLAN("VXLAN", List.of(), List.of(), List.of(4789, 8472)),
    GENEVE("GENEVE", List.of(), List.of(), List.of(6081)),
    ERSPAN("ERSPAN", List.of(), List.of(), List.of()),
    GRE("GRE", List.of(), List.of(47), List.of()),
    MPLS("MPLS", List.of(0x8847, 0x8848), List.of(), List.of()),
    PPPOE("PPPoE", List.of(0x8864), List.of(), List.of()),
    MAC_IN_MAC("MAC-in-MAC (802.1ah)", List.of(0x88E7), List.of(), List.of()),
    MACSEC("MACsec", List.of(0x88E5), List.of(), List.of()),
    IP_IN_IP("IP-in-IP", List.of(), List.of(4, 41), List.of()),
    ETHER_IP("EtherIP", List.of(), List.of(97), List.of()),
    IPSEC("IPsec", List.of(), List.of(50), List.of());

    private static final List<Integer> MIRRORED = List.of(0x88BE, 0x22EB);
    private static final int GRE_HEADER = 4;
    /** A header of the tunnel and one of Ethernet. */
    private static final int SHORTEST = 22;

    private static final int VXLAN_VALID = 0x08;
    private static final int GENEVE_VERSION = 0xC0;
    private static final int BRIDGED = 0x6558;

    private final String text;
    private final List<Integer> etherTypes;
    private final List<Integer> protocols;
    private final List<Integer> ports;

    Tunnel(String text, List<Integer> etherTypes, List<Integer> protocols, List<Integer> ports) {
        this.text = text;
        this.etherTypes = etherTypes;
        this.protocols = protocols;
        this.ports = ports;
    }

    /** For people. */
    String text() {
        return text;
    }

    /** The tunnel that an EtherType announces. */
    static Optional<Tunnel> ofEtherType(int type) {
        return Arrays.stream(values())
                .filter(each -> each.etherTypes.contains(type))
                .findFirst();
    }

    /** The tunnel that a protocol of IP announces; what it wraps begins at a place of the packet. */
    static Optional<Tunnel> ofProtocol(int protocol, ByteBuffer packet, int at) {
        return Arrays.stream(values())
                .filter(each -> each.protocols.contains(protocol))
                .findFirst()
                .map(tunnel -> tunnel == GRE
                                && at + GRE_HEADER <= packet.limit()
                                && MIRRORED.contains(Short.toUnsignedInt(packet.getShort(at + 2)))
                        ? ERSPAN
                        : tunnel);
    }

    /** The tunnel that a datagram belongs to, by its port and its first bytes: the port alone may be anybody's. */
    static Optional<Tunnel> ofDatagram(int port, byte[] payload) {
        return Arrays.stream(values())
                .filter(each -> each.ports.contains(port) && payload.length >= SHORTEST)
                .filter(each -> each == VXLAN
                        ? (payload[0] & VXLAN_VALID) != 0 && payload[7] == 0
                        : (payload[0] & GENEVE_VERSION) == 0
                                && ByteBuffer.wrap(payload).getShort(2) == BRIDGED)
                .findFirst();
    }
}
