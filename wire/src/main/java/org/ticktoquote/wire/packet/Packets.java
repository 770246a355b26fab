package org.ticktoquote.wire.packet;

import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.capture.FrameHandler;

/**
 * Finds the UDP datagrams and TCP segments in frames and hands each on once.
 *
 * <p>Reads Ethernet, Linux cooked 1 and 2, raw IP, null and loopback; VLAN tags; IPv4 and IPv6 with options, extension headers
 * and fragments; and opens tunnels: MPLS, GRE, ERSPAN, VXLAN, GENEVE, IP-in-IP, EtherIP, PPPoE and MAC-in-MAC. Checksums are not
 * looked at: a sender's own capture has them before the network card fills them in. No allocation for a packet. Not thread-safe.
 */
public final class Packets extends FrameLayers implements FrameHandler {
    private static final int HOP_BY_HOP = 0;
    private static final int IPV4_IN_IP = 4;
    private static final int IPV6_IN_IP = 41;
    private static final int ROUTING = 43;
    private static final int FRAGMENT = 44;
    private static final int GRE = 47;
    private static final int ENCRYPTED = 50;
    private static final int AUTHENTICATION = 51;
    private static final int DESTINATION = 60;
    private static final int ETHER_IP = 97;

    private static final int IPV4_HEADER = 20;
    private static final int IPV6_HEADER = 40;
    private static final int UDP_HEADER = 8;
    private static final int TCP_HEADER = 20;
    private static final int LONGEST_PACKET = 65_535;
    private static final int USUAL_MTU = 1_500;
    /** Bytes of a payload that is not compared as a whole. A cut one may be cut elsewhere in a copy. */
    private static final int COMPARED = 16;

    private final PacketHandler handler;
    private final Packet packet = new Packet();
    private final Fragments fragments = new Fragments();
    private final Duplicates duplicates = new Duplicates();

    /** Behind the last byte that was on the wire. */
    private int wireEnd;

    private boolean isAssembled;
    private long nowNs;

    private long frames;
    private long udp;
    private long tcp;
    private long cut;
    private long waiting;
    private long otherLinks;
    private long offloaded;

    /** Hands packets on during {@link #frame}. */
    public Packets(PacketHandler handler) {
        this.handler = handler;
    }

    /** Counts of the frames so far. */
    public PacketCounts counts() {
        return new PacketCounts(
                frames,
                udp,
                tcp,
                cut,
                duplicates.duplicates(),
                duplicates.alike(),
                waiting,
                fragments.assembled(),
                fragments.incomplete(),
                fragments.overlapping(),
                malformed,
                headless,
                otherProtocols,
                otherLinks,
                offloaded,
                Tunnel.byName(opened),
                Tunnel.byName(unopened));
    }

    @Override
    public void frame(Frame frame) {
        frames++;
        bytes.wrap(frame.buffer, frame.offset, frame.length);
        end = frame.length;
        wireEnd = frame.wireLength - Math.max(0, frame.fcsLength);
        frameIsCut = frame.length < frame.wireLength;
        isAssembled = false;
        way = frame.interfaceIndex;
        depth = 0;
        packet.timeNs = frame.timeNs;
        packet.number = frame.number;
        nowNs = frame.timeNs == Frame.NO_TIME ? nowNs : frame.timeNs;
        switch (frame.linkType) {
            case 1 -> ethernet(0);
            case 113 -> cooked();
            case 276 -> cooked2();
            case 0, 108 -> ip(4); // The address family before it is in anybody's byte order.
            case 12, 14, 101, 228, 229 -> ip(0);
            default -> otherLinks++;
        }
    }

    @Override
    void ipv4(int at) {
        if (!has(at, IPV4_HEADER)) {
            return;
        }
        int header = (bytes.getByte(at) & 0xF) * 4;
        int total = getShort(at + 2);
        int room = total == 0 ? wireEnd - at - header : total - header;
        if (bytes.getByte(at) >> 4 != 4 || header < IPV4_HEADER || room < 0) {
            malformed++;
            return;
        }
        packet.version = 4;
        packet.identification = getShort(at + 4);
        packet.fromHigh = 0;
        packet.fromLow = getInt(at + 12) & 0xFFFF_FFFFL;
        packet.toHigh = 0;
        packet.toLow = getInt(at + 16) & 0xFFFF_FFFFL;
        way = 31 * way + bytes.getByte(at + 8);
        int protocol = bytes.getByte(at + 9) & 0xFF;
        int fragment = getShort(at + 6);
        if ((fragment & 0x3FFF) == 0) {
            transport(protocol, at + header, room);
        } else {
            fragment(protocol, (fragment & 0x1FFF) * 8, (fragment & 0x2000) != 0, at + header, room);
        }
    }

    @Override
    void ipv6(int at) {
        if (!has(at, IPV6_HEADER)) {
            return;
        }
        if ((bytes.getByte(at) >> 4 & 0xF) != 6) {
            malformed++;
            return;
        }
        packet.version = 6;
        packet.identification = 0;
        packet.fromHigh = getLong(at + 8);
        packet.fromLow = getLong(at + 16);
        packet.toHigh = getLong(at + 24);
        packet.toLow = getLong(at + 32);
        way = 31 * way + bytes.getByte(at + 7);
        int payload = getShort(at + 4);
        int room = payload == 0 ? wireEnd - at - IPV6_HEADER : payload;
        extensions(bytes.getByte(at + 6) & 0xFF, at + IPV6_HEADER, room);
    }

    private void extensions(int first, int from, int length) {
        int header = first;
        int at = from;
        int room = length;
        while (isExtension(header)) {
            if (!has(at, 8)) {
                return;
            }
            int next = bytes.getByte(at) & 0xFF;
            int extension = header == FRAGMENT ? 8 : extensionLength(header, bytes.getByte(at + 1) & 0xFF);
            room -= extension;
            if (room < 0) {
                malformed++;
                return;
            }
            int fragment = getShort(at + 2);
            if (header == FRAGMENT && (fragment & 0xFFF9) != 0) {
                packet.identification = getInt(at + 4);
                fragment(next, fragment & 0xFFF8, (fragment & 1) != 0, at + 8, room);
                return;
            }
            at += extension;
            header = next;
        }
        transport(header, at, room);
    }

    private static boolean isExtension(int header) {
        return header == HOP_BY_HOP
                || header == ROUTING
                || header == DESTINATION
                || header == FRAGMENT
                || header == AUTHENTICATION;
    }

    private static int extensionLength(int header, int units) {
        return header == AUTHENTICATION ? (units + 2) * 4 : (units + 1) * 8;
    }

    private void fragment(int protocol, int offset, boolean more, int at, int length) {
        int captured = Math.min(length, end - at);
        boolean sound = length > 0 && offset + length <= LONGEST_PACKET && (!more || length % 8 == 0);
        if (!sound || captured < length && !frameIsCut || captured < 0) {
            malformed++;
            return;
        }
        Fragments.Assembly whole = fragments.add(packet, nowNs, protocol, offset, more, bytes, at, length, captured);
        if (whole == null) {
            waiting++;
            return;
        }
        bytes.wrap(whole.bytes());
        end = whole.captured();
        wireEnd = whole.length();
        frameIsCut = end < wireEnd;
        isAssembled = true;
        int header = whole.protocol();
        if (packet.version == 6) {
            extensions(header, 0, wireEnd);
        } else {
            transport(header, 0, wireEnd);
        }
    }

    /** What an IP packet carries: so many bytes, those of it included that the capture does not have. */
    private void transport(int protocol, int at, int room) {
        end = Math.min(end, at + room);
        wireEnd = at + room;
        switch (protocol) {
            case Packet.UDP -> udp(at, room);
            case Packet.TCP -> tcp(at, room);
            case GRE -> gre(at);
            case IPV4_IN_IP, IPV6_IN_IP -> ipIn(Tunnel.IP_IN_IP, at);
            case ETHER_IP -> ethernetIn(Tunnel.ETHER_IP, at + 2);
            case AUTHENTICATION -> authenticated(at, room);
            case ENCRYPTED -> unopened(Tunnel.IPSEC);
            default -> otherProtocols++;
        }
    }

    private void authenticated(int at, int room) {
        if (packet.version == 4) {
            extensions(AUTHENTICATION, at, room);
        } else {
            otherProtocols++;
        }
    }

    private void udp(int at, int room) {
        if (!has(at, UDP_HEADER)) {
            return;
        }
        int length = getShort(at + 4);
        if (length < UDP_HEADER || length > room) {
            malformed++;
            return;
        }
        packet.fromPort = getShort(at);
        packet.toPort = getShort(at + 2);
        int payload = at + UDP_HEADER;
        if (packet.toPort == 4789 || packet.toPort == 8472) {
            if (isVxlan(payload)) {
                ethernetIn(Tunnel.VXLAN, payload + 8);
                return;
            }
        } else if (packet.toPort == 6081 && isGeneve(payload)) {
            int inner = payload + 8 + (bytes.getByte(payload) & 0x3F) * 4;
            if (getShort(payload + 2) == BRIDGED) {
                ethernetIn(Tunnel.GENEVE, inner);
            } else {
                ipIn(Tunnel.GENEVE, inner);
            }
            return;
        }
        packet.sequence = 0;
        packet.acknowledged = 0;
        packet.flags = 0;
        packet.window = 0;
        handOn(Packet.UDP, at, UDP_HEADER, length - UDP_HEADER);
    }

    private void tcp(int at, int room) {
        if (!has(at, TCP_HEADER)) {
            return;
        }
        int header = (bytes.getByte(at + 12) >> 4 & 0xF) * 4;
        if (header < TCP_HEADER || header > room) {
            malformed++;
            return;
        }
        if (!has(at, header)) {
            return;
        }
        packet.fromPort = getShort(at);
        packet.toPort = getShort(at + 2);
        packet.sequence = getInt(at + 4);
        packet.acknowledged = getInt(at + 8);
        packet.flags = getShort(at + 12) & 0x1FF;
        packet.window = getShort(at + 14);
        handOn(Packet.TCP, at, header, room - header);
    }

    private void handOn(int protocol, int at, int header, int wireLength) {
        int captured = Math.min(wireLength, end - at - header);
        if (captured < wireLength && !frameIsCut) {
            malformed++;
            return;
        }
        packet.protocol = protocol;
        packet.length = captured;
        packet.wireLength = wireLength;
        if (packet.timeNs != Frame.NO_TIME && isDuplicate(at, header)) {
            return;
        }
        cut += captured < wireLength ? 1 : 0;
        if (protocol == Packet.UDP) {
            udp++;
        } else {
            tcp++;
            offloaded += !isAssembled && header + wireLength > USUAL_MTU - IPV4_HEADER ? 1 : 0;
        }
        packet.buffer.wrap(bytes, at + header, captured);
        packet.offset = 0;
        handler.packet(packet);
    }

    /**
     * Of TCP the header with its checksum and the first and last bytes of the payload are enough, of UDP it is all of the
     * payload.
     */
    private boolean isDuplicate(int at, int header) {
        long ports = (long) packet.protocol << Integer.SIZE | packet.fromPort << 16 | packet.toPort;
        long flow = ContentHash.of(packet.fromLow, packet.toLow, ports);
        if (packet.version == 6) {
            flow = ContentHash.of(packet.fromHigh, packet.toHigh, flow);
        }
        long content = ContentHash.mix(flow, (long) packet.identification << Integer.SIZE | packet.wireLength);
        int compared = packet.length < packet.wireLength ? Math.min(packet.length, COMPARED) : packet.length;
        if (packet.protocol == Packet.UDP) {
            content = ContentHash.mix(content, bytes, at + header, compared);
        } else {
            content = ContentHash.mix(content, bytes, at + 4, header - 4 + Math.min(compared, COMPARED));
            if (compared > COMPARED) {
                content = ContentHash.mix(content, bytes, at + header + compared - COMPARED, COMPARED);
            }
        }
        return duplicates.isOne(packet.timeNs, flow, content, packet.identification, way);
    }
}
