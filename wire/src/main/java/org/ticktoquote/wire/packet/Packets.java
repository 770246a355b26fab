package org.ticktoquote.wire.packet;

import java.util.Map;
import java.util.function.Consumer;
import org.agrona.collections.MutableLong;
import org.ticktoquote.wire.capture.CapturedBytes;
import org.ticktoquote.wire.capture.Frame;

/**
 * Extracts the UDP datagrams and TCP segments from frames and delivers each once.
 *
 * <p>Reads Ethernet, Linux cooked 1 and 2, raw IP, null and loopback, VLAN tags, and IPv4 and IPv6 with options, extension
 * headers and fragments. Decapsulates MPLS, GRE, ERSPAN, VXLAN, IP-in-IP, EtherIP and MAC-in-MAC. Checksums are not verified,
 * because a sender captures its packets before the network card fills them in. No allocation per packet. Not thread-safe.
 *
 * <p>Headers are read one after another until a packet is delivered or the frame is counted otherwise. Each read returns the
 * kind of the next header: an EtherType, an IP protocol above {@link #IN_IP}, or one of the kinds below 0.
 */
public final class Packets extends CapturedBytes {
    private static final int NOTHING = -1;
    private static final int ETHERNET = -2;
    private static final int COOKED = -3;
    private static final int COOKED_2 = -4;
    /** IP of either version. */
    private static final int IP = -5;

    private static final int IN_IP = 1 << 16;

    private static final int MIN_ETHER_TYPE = 0x0600;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86DD;
    private static final int MPLS = 0x8847;
    private static final int MPLS_MULTICAST = 0x8848;
    private static final int BRIDGED = 0x6558;

    private static final int UDP_HEADER = 8;
    private static final int TCP_HEADER = 20;
    private static final int DEFAULT_SEGMENT = 1_500 - 20;

    /** Live counts of the frames so far. */
    public final PacketCounts counts = new PacketCounts();

    /** End of the captured bytes. */
    int end;

    /** End of the bytes on the wire. */
    int wireEnd;

    private boolean frameIsCut;

    /** Reused, so that no frame allocates. */
    private final Unreadable unreadable = new Unreadable();

    private final Consumer<Packet> handler;
    private final Packet packet = new Packet();
    private final Fragments fragments = new Fragments(counts);
    private final Duplicates duplicates = new Duplicates(counts);

    private boolean isAssembled;
    private int way;
    private int depth;
    private long nowNs;

    /** Thrown to stop reading a frame that has been counted. */
    private static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Unreadable() {
            super("a frame cannot be read", null, false, false);
        }
    }

    /** @param handler receives packets during {@link #frame} */
    public Packets(Consumer<Packet> handler) {
        this.handler = handler;
    }

    public void frame(Frame frame) {
        counts.frames++;
        buffer.wrap(frame.buffer, frame.offset, frame.length);
        offset = 0;
        end = frame.length;
        wireEnd = frame.wireLength - Math.max(0, frame.fcsLength);
        frameIsCut = frame.length < frame.wireLength;
        isAssembled = false;
        way = frame.interfaceIndex;
        depth = 0;
        packet.timeNs = frame.timeNs;
        packet.captureNs = frame.captureNs;
        packet.number = frame.number;
        nowNs = frame.timeNs == Frame.NO_TIME ? nowNs : frame.timeNs;
        try {
            int kind = link(frame.linkType);
            kind = kind == ETHERNET ? linked(14, 12, 0, 12) : kind; // usual headers first: faster than switch (kind)
            kind = kind == IPV4 ? ipv4() : kind;
            kind = kind == IN_IP + Packet.TCP ? tcp() : kind == IN_IP + Packet.UDP ? udp() : kind;
            while (kind != NOTHING) {
                kind = read(kind);
            }
        } catch (Unreadable counted) {
            // counted: headers contradict each other or are truncated
        }
    }

    private int link(int type) {
        return switch (type) {
            case 1 -> ETHERNET;
            case 113 -> COOKED;
            case 276 -> COOKED_2;
            case 0, 108 -> passed(4, IP); // the address family before it has the byte order of the capturing host
            case 12, 14, 101, 228, 229 -> IP;
            default -> {
                counts.otherLinks++;
                yield NOTHING;
            }
        };
    }

    /** Reads a header; returns the kind of the next one. */
    private int read(int kind) {
        return switch (kind) {
            case ETHERNET -> linked(14, 12, 0, 12);
            case COOKED -> linked(16, 14, 0, 4);
            case COOKED_2 -> linked(20, 0, 4, 12);
            case 0x8100, 0x88A8, 0x9100, 0x9200 -> linked(4, 2, 0, 4);
            case 0xD28B -> switchTime();
            case 0x8864 -> unopened("PPPoE");
            case 0x88E7 -> tunnel("MAC-in-MAC (802.1ah)", 4, ETHERNET);
            case 0x88E5 -> unopened("MACsec");
            case MPLS, MPLS_MULTICAST -> mpls();
            case IP -> ip();
            case IPV4 -> ipv4();
            case IPV6 -> ipv6();
            case IN_IP, IN_IP + 43, IN_IP + 60 -> packet.version == 6 ? extension(1, 8) : other();
            case IN_IP + 44 -> packet.version == 6 ? fragmentHeader() : other();
            case IN_IP + 51 -> extension(2, 4);
            case IN_IP + 4, IN_IP + 41 -> tunnel("IP-in-IP", 0, IP);
            case IN_IP + 97 -> tunnel("EtherIP", 2, ETHERNET);
            case IN_IP + 47 -> gre();
            case IN_IP + 50 -> unopened("IPsec");
            case IN_IP + Packet.UDP -> udp();
            case IN_IP + Packet.TCP -> tcp();
            default -> kind >= 0 && kind < MIN_ETHER_TYPE ? snap() : other();
        };
    }

    /** Reads IEEE 802.3, which has a length where Ethernet has a type. With SNAP the type follows. */
    private int snap() {
        boolean isEtherType = offset + 8 <= end && i64(0) >>> 16 == 0xAAAA_0300_0000L;
        return isEtherType ? passed(8, u16(6)) : other();
    }

    private int other() {
        counts.otherProtocols++;
        return NOTHING;
    }

    /** Reads a link header with the next type at an offset. Adds words of it to the way (see {@link Duplicates}). */
    private int linked(int length, int type, int wayFrom, int wayTo) {
        require(length);
        for (int word = wayFrom; word < wayTo; word += Integer.BYTES) {
            way = 31 * way + buffer.getInt(offset + word);
        }
        return passed(length, u16(type));
    }

    /** Reads the switch time of Arista's 7280: sub-type, version, a time of 48 or 64 bits, and the next EtherType. */
    private int switchTime() {
        require(4);
        int length = (u8(3) & 0xF0) == 0x20 ? 10 : 12;
        require(length + 2);
        return passed(length + 2, u16(length));
    }

    private int mpls() {
        require(4);
        boolean isLast = (u8(2) & 1) != 0;
        passed(4, MPLS);
        int version = offset < end ? u8(0) >> 4 : 0;
        return !isLast ? MPLS : version == 4 || version == 6 ? tunnel("MPLS", 0, IP) : unopened("MPLS");
    }

    private int ip() {
        require(1);
        int version = u8(0) >> 4;
        return version == 4 ? IPV4 : version == 6 ? IPV6 : other();
    }

    private int ipv4() {
        require(20);
        int header = (u8(0) & 0xF) * 4;
        int after = u16(2) == 0 ? wireEnd : offset + u16(2);
        check(u8(0) >> 4 == 4 && header >= 20 && offset + header <= after);
        packet.version = 4;
        packet.identification = u16(4);
        packet.from.setIp(0, PacketAddress.IPV4 | i32(12) & 0xFFFF_FFFFL);
        packet.to.setIp(0, PacketAddress.IPV4 | i32(16) & 0xFFFF_FFFFL);
        way = 31 * way + buffer.getByte(offset + 8);
        int protocol = u8(9);
        int fragment = u16(6);
        end(after);
        offset += header;
        boolean isWhole = (fragment & 0x3FFF) == 0;
        return isWhole ? IN_IP + protocol : fragment(protocol, (fragment & 0x1FFF) * 8, (fragment & 0x2000) != 0);
    }

    private int ipv6() {
        require(40);
        check(u8(0) >> 4 == 6);
        packet.version = 6;
        packet.identification = 0;
        packet.from.setIp(i64(8), i64(16));
        packet.to.setIp(i64(24), i64(32));
        way = 31 * way + buffer.getByte(offset + 7);
        end(u16(4) == 0 ? wireEnd : offset + 40 + u16(4));
        return passed(40, IN_IP + u8(6));
    }

    /** Reads an IPv6 extension header or an authentication header, with its length in units of {@code unit} bytes. */
    private int extension(int more, int unit) {
        require(8);
        int next = u8(0);
        offset += (u8(1) + more) * unit;
        check(offset <= wireEnd);
        return IN_IP + next;
    }

    private int fragmentHeader() {
        require(8);
        int next = u8(0);
        int fragment = u16(2);
        boolean isWhole = (fragment & 0xFFF9) == 0;
        packet.identification = isWhole ? packet.identification : i32(4);
        offset += 8;
        return isWhole ? IN_IP + next : fragment(next, fragment & 0xFFF8, (fragment & 1) != 0);
    }

    private int fragment(int protocol, int place, boolean more) {
        int length = wireEnd - offset;
        int captured = end - offset;
        check(length > 0 && place + length <= 65_535 && (!more || length % 8 == 0));
        check(captured >= 0 && (captured == length || frameIsCut));
        long common = packet.version == 4 ? protocol : -1;
        long key = ContentHash.mix(ContentHash.mix(common, packet.from, packet.to), packet.identification);
        Fragments.Assembly whole = fragments.add(key, nowNs, protocol, place, more, this);
        if (whole == null) {
            counts.fragments++;
            return NOTHING;
        }
        buffer.wrap(whole.bytes);
        offset = 0;
        wireEnd = whole.length;
        end = Math.min(wireEnd, whole.cutAt);
        frameIsCut = end < wireEnd;
        isAssembled = true;
        return IN_IP + whole.protocol;
    }

    private int gre() {
        require(4);
        int flags = u16(0);
        boolean numbered = (flags & 0x1000) != 0;
        int header = 4 + ((flags & 0x8000) != 0 ? 4 : 0) + ((flags & 0x2000) != 0 ? 4 : 0) + (numbered ? 4 : 0);
        if ((flags & 0x4007) != 0) { // source routing or PPTP
            return unopened("GRE");
        }
        return switch (u16(2)) {
            case IPV4, IPV6 -> tunnel("GRE", header, IP);
            case BRIDGED -> tunnel("GRE", header, ETHERNET);
            case MPLS, MPLS_MULTICAST -> passed(header, MPLS);
            case 0x88BE -> erspan(header, numbered ? 8 : 0);
            case 0x22EB -> erspan(header, 12);
            default -> unopened("GRE");
        };
    }

    /** Reads ERSPAN types I (without a header), II and III. */
    private int erspan(int from, int header) {
        offset += from;
        require(header);
        frameIsCut |= header > 0 && (u16(2) & 0x0400) != 0;
        int options = header == 12 ? u16(10) : 0;
        int inner = header + ((options & 1) != 0 ? 8 : 0);
        return tunnel("ERSPAN", inner, (options >> 10 & 0x1F) == 2 ? IP : ETHERNET);
    }

    private int udp() {
        require(UDP_HEADER);
        int length = u16(4);
        check(length >= UDP_HEADER && length <= wireEnd - offset);
        int port = u16(2);
        boolean isTunnel = offset + UDP_HEADER + 8 + 14 <= end && u8(UDP_HEADER + 7) == 0; // as far as the header tells
        boolean isVxlan = (port == 4789 || port == 8472) && isTunnel && (u8(UDP_HEADER) & 0x7F) == 0x08;
        if (isVxlan && u16(UDP_HEADER + 8 + 12) >= MIN_ETHER_TYPE) {
            return tunnel("VXLAN", UDP_HEADER + 8, ETHERNET);
        }
        if (port == 6081 && isTunnel && u16(UDP_HEADER + 2) == BRIDGED) {
            return unopened("GENEVE");
        }
        return handOn(Packet.UDP, UDP_HEADER, length - UDP_HEADER);
    }

    private int tcp() {
        require(TCP_HEADER);
        int header = (u8(12) >> 4) * 4;
        check(header >= TCP_HEADER && offset + header <= wireEnd);
        require(header);
        packet.sequence = i32(4);
        packet.acknowledged = i32(8);
        packet.flags = u16(12) & 0x1FF;
        packet.window = u16(14);
        return handOn(Packet.TCP, header, wireEnd - offset - header);
    }

    private int handOn(int protocol, int header, int wireLength) {
        int captured = Math.min(wireLength, end - offset - header);
        check(captured == wireLength || frameIsCut);
        packet.from.port = u16(0);
        packet.to.port = u16(2);
        packet.protocol = protocol;
        packet.length = captured;
        packet.wireLength = wireLength;
        if (packet.timeNs != Frame.NO_TIME && duplicates.isOne(packet, buffer, offset, header, way)) {
            return NOTHING;
        }
        if (protocol == Packet.UDP) {
            counts.udp++;
        } else {
            counts.tcp++;
            counts.offloaded += !isAssembled && header + wireLength > DEFAULT_SEGMENT ? 1 : 0;
        }
        packet.buffer.wrap(buffer, offset + header, captured);
        packet.offset = 0;
        handler.accept(packet);
        return NOTHING;
    }

    private int tunnel(String name, int header, int kind) {
        if (++depth > 8) {
            return unopened(name);
        }
        count(counts.opened, name);
        return passed(header, kind);
    }

    private int unopened(String name) {
        count(counts.unopened, name);
        return other();
    }

    private static void count(Map<String, MutableLong> tunnels, String name) {
        tunnels.computeIfAbsent(name, first -> new MutableLong()).increment();
    }

    /** Stops reading the frame if fewer bytes were captured. */
    private void require(int length) {
        if (offset + length > end) {
            counts.headless += frameIsCut ? 1 : 0;
            counts.malformed += frameIsCut ? 0 : 1;
            throw unreadable;
        }
    }

    /** Stops reading the frame if headers contradict each other. */
    private void check(boolean sound) {
        if (!sound) {
            counts.malformed++;
            throw unreadable;
        }
    }

    /** Skips a header; returns the kind of the next one. */
    private int passed(int length, int kind) {
        offset += length;
        return kind;
    }

    /** Sets the end of the current packet; the bytes after it are padding. */
    private void end(int after) {
        wireEnd = after;
        end = Math.min(end, after);
    }
}
