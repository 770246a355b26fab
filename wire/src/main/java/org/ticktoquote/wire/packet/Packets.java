package org.ticktoquote.wire.packet;

import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.capture.FrameHandler;

/**
 * Finds the UDP datagrams and TCP segments in frames and hands each on once.
 *
 * <p>Reads Ethernet, Linux cooked 1 and 2, raw IP, null and loopback; VLAN tags; IPv4 and IPv6 with options, extension headers
 * and fragments; and opens tunnels: MPLS, GRE, ERSPAN, VXLAN, GENEVE, IP-in-IP, EtherIP, PPPoE and MAC-in-MAC. Checksums are not
 * looked at: a sender's own capture has them before the network card fills them in. No allocation for a packet. Not thread-safe.
 */
public final class Packets implements FrameHandler {
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86DD;
    private static final int MPLS = 0x8847;
    private static final int MPLS_MULTICAST = 0x8848;
    private static final int PPPOE = 0x8864;
    private static final int MACSEC = 0x88E5;
    private static final int MAC_IN_MAC = 0x88E7;
    private static final int SWITCH_TIME = 0xD28B;
    private static final int BRIDGED = 0x6558;
    private static final int MIRRORED = 0x88BE;
    private static final int MIRRORED_3 = 0x22EB;

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

    private static final int ETHERNET_HEADER = 14;
    private static final int IPV4_HEADER = 20;
    private static final int IPV6_HEADER = 40;
    private static final int UDP_HEADER = 8;
    private static final int TCP_HEADER = 20;
    private static final int LONGEST_PACKET = 65_535;
    private static final int USUAL_MTU = 1_500;
    private static final int DEEPEST = 8;
    /** Bytes of a payload that is not compared as a whole. A cut one may be cut elsewhere in a copy. */
    private static final int COMPARED = 16;

    private final PacketHandler handler;
    private final Packet packet = new Packet();
    private final Fragments fragments = new Fragments();
    private final Duplicates duplicates = new Duplicates();

    private final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);
    /** Behind the last byte that is there. */
    private int end;
    /** Behind the last byte that was on the wire. */
    private int wireEnd;

    private boolean frameIsCut;
    private boolean isAssembled;
    private int way;
    private int depth;
    private long nowNs;

    private long frames;
    private long udp;
    private long tcp;
    private long cut;
    private long waiting;
    private long malformed;
    private long headless;
    private long otherProtocols;
    private long otherLinks;
    private long offloaded;
    private final long[] opened = Tunnel.noCounts();
    private final long[] unopened = Tunnel.noCounts();

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

    private void cooked() {
        if (has(0, 16)) {
            way = 31 * way + bytes.getInt(0);
            etherType(getShort(14), 16);
        }
    }

    private void cooked2() {
        if (has(0, 20)) {
            way = 31 * (31 * way + bytes.getInt(4)) + bytes.getByte(10);
            etherType(getShort(0), 20);
        }
    }

    private void ethernet(int at) {
        if (has(at, ETHERNET_HEADER)) {
            way = 31 * (31 * (31 * way + bytes.getInt(at)) + bytes.getInt(at + 4)) + bytes.getInt(at + 8);
            etherType(getShort(at + 12), at + ETHERNET_HEADER);
        }
    }

    private void etherType(int type, int from) {
        int found = type;
        int at = from;
        while (isTag(found)) {
            int length = found == SWITCH_TIME ? switchTimeLength(at) : 4;
            if (!has(at, length)) {
                return;
            }
            way = found == SWITCH_TIME ? way : 31 * way + getShort(at);
            found = getShort(at + length - Short.BYTES);
            at += length;
        }
        switch (found) {
            case IPV4 -> ipv4(at);
            case IPV6 -> ipv6(at);
            case MPLS, MPLS_MULTICAST -> mpls(at);
            case PPPOE -> pppoe(at);
            case MAC_IN_MAC -> ethernetIn(Tunnel.MAC_IN_MAC, at + 4);
            case MACSEC -> unopened(Tunnel.MACSEC);
            default -> otherProtocols++;
        }
    }

    private static boolean isTag(int type) {
        return type == 0x8100 || type == 0x88A8 || type == 0x9100 || type == 0x9200 || type == SWITCH_TIME;
    }

    /** Sub-type, version and a time of 48 or 64 bits, as Arista's 7280 writes it, and the next EtherType. */
    private int switchTimeLength(int at) {
        boolean short1 = end >= at + 4 && (bytes.getByte(at + 3) & 0xF0) == 0x20;
        return 4 + (short1 ? 6 : 8) + Short.BYTES;
    }

    private void mpls(int from) {
        int at = from;
        boolean last = false;
        while (!last) {
            if (!has(at, 4)) {
                return;
            }
            last = (bytes.getByte(at + 2) & 1) != 0;
            at += 4;
        }
        int version = at < end ? bytes.getByte(at) >> 4 & 0xF : 0;
        if (version == 4 || version == 6) {
            open(Tunnel.MPLS);
            ip(at);
        } else {
            unopened(Tunnel.MPLS);
        }
    }

    private void pppoe(int at) {
        if (has(at, 8)) {
            int carried = getShort(at + 6);
            if (carried == 0x0021 || carried == 0x0057) {
                open(Tunnel.PPPOE);
                ip(at + 8);
            } else {
                unopened(Tunnel.PPPOE);
            }
        }
    }

    private void open(Tunnel tunnel) {
        opened[tunnel.ordinal()]++;
    }

    private void unopened(Tunnel tunnel) {
        unopened[tunnel.ordinal()]++;
        otherProtocols++;
    }

    private void ethernetIn(Tunnel tunnel, int at) {
        if (enters(tunnel)) {
            ethernet(at);
        }
    }

    private void ipIn(Tunnel tunnel, int at) {
        if (enters(tunnel)) {
            ip(at);
        }
    }

    private boolean enters(Tunnel tunnel) {
        if (++depth > DEEPEST) {
            unopened(tunnel);
            return false;
        }
        open(tunnel);
        return true;
    }

    private void ip(int at) {
        if (has(at, 1)) {
            switch (bytes.getByte(at) >> 4 & 0xF) {
                case 4 -> ipv4(at);
                case 6 -> ipv6(at);
                default -> otherProtocols++;
            }
        }
    }

    private void ipv4(int at) {
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

    private void ipv6(int at) {
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

    private void gre(int at) {
        if (!has(at, 4)) {
            return;
        }
        int flags = getShort(at);
        int type = getShort(at + 2);
        boolean numbered = (flags & 0x1000) != 0;
        int inner = at + 4 + ((flags & 0x8000) != 0 ? 4 : 0) + ((flags & 0x2000) != 0 ? 4 : 0) + (numbered ? 4 : 0);
        if ((flags & 0x4007) != 0) { // source routing, or PPTP
            unopened(Tunnel.GRE);
            return;
        }
        switch (type) {
            case IPV4, IPV6 -> ipIn(Tunnel.GRE, inner);
            case BRIDGED -> ethernetIn(Tunnel.GRE, inner);
            case MPLS, MPLS_MULTICAST -> mpls(inner);
            case MIRRORED -> erspan(inner, numbered ? 8 : 0);
            case MIRRORED_3 -> erspan(inner, 12);
            default -> unopened(Tunnel.GRE);
        }
    }

    /** Types I (without a header), II and III. */
    private void erspan(int at, int header) {
        if (!has(at, header)) {
            return;
        }
        boolean packetOnly = false;
        int inner = at + header;
        if (header > 0) {
            frameIsCut |= (getShort(at + 2) & 0x0400) != 0;
        }
        if (header == 12) {
            int options = getShort(at + 10);
            packetOnly = (options >> 10 & 0x1F) == 2;
            inner += (options & 1) != 0 ? 8 : 0;
        }
        if (packetOnly) {
            ipIn(Tunnel.ERSPAN, inner);
        } else {
            ethernetIn(Tunnel.ERSPAN, inner);
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

    /** The port alone may be anybody's: the header and the frame in it must look like it. */
    private boolean isVxlan(int at) {
        return at + 8 + ETHERNET_HEADER <= end
                && (bytes.getByte(at) & 0x7F) == 0x08
                && bytes.getByte(at + 7) == 0
                && getShort(at + 8 + 12) >= 0x0600;
    }

    private boolean isGeneve(int at) {
        if (at + 8 > end || (bytes.getByte(at) & 0xC0) != 0 || bytes.getByte(at + 7) != 0) {
            return false;
        }
        int type = getShort(at + 2);
        return type == BRIDGED || type == IPV4 || type == IPV6;
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

    /** Whether so many bytes are there; otherwise the frame has no packet, and is counted. */
    private boolean has(int at, int length) {
        if (at + length <= end) {
            return true;
        }
        if (frameIsCut) {
            headless++;
        } else {
            malformed++;
        }
        return false;
    }

    private int getShort(int at) {
        return bytes.getShort(at, ByteOrder.BIG_ENDIAN) & 0xFFFF;
    }

    private int getInt(int at) {
        return bytes.getInt(at, ByteOrder.BIG_ENDIAN);
    }

    private long getLong(int at) {
        return bytes.getLong(at, ByteOrder.BIG_ENDIAN);
    }
}
