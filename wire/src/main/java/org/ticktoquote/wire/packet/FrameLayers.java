package org.ticktoquote.wire.packet;

import java.nio.ByteOrder;
import java.util.Map;
import org.agrona.collections.MutableLong;
import org.agrona.concurrent.UnsafeBuffer;

/** Reads what is around the IP packet of a frame: link headers, tags and tunnels. No allocation. */
abstract class FrameLayers {
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86DD;
    private static final int MPLS = 0x8847;
    private static final int MPLS_MULTICAST = 0x8848;
    private static final int PPPOE = 0x8864;
    private static final int MACSEC = 0x88E5;
    private static final int MAC_IN_MAC = 0x88E7;
    private static final int SWITCH_TIME = 0xD28B;
    static final int BRIDGED = 0x6558;
    private static final int MIRRORED = 0x88BE;
    private static final int MIRRORED_3 = 0x22EB;
    private static final int ETHERNET_HEADER = 14;
    private static final int DEEPEST = 8;

    final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);

    /** Behind the last byte that is there. */
    int end;

    boolean frameIsCut;

    int way;

    int depth;

    long malformed;

    long headless;

    long otherProtocols;

    final Map<Tunnel, MutableLong> opened = Tunnel.noCounts();

    final Map<Tunnel, MutableLong> unopened = Tunnel.noCounts();

    /** Reads an IP packet; no more than the begin of it need be there. */
    abstract void ipv4(int at);

    /** The same of version 6. */
    abstract void ipv6(int at);

    void cooked() {
        if (has(0, 16)) {
            way = 31 * way + bytes.getInt(0);
            etherType(getShort(14), 16);
        }
    }

    void cooked2() {
        if (has(0, 20)) {
            way = 31 * (31 * way + bytes.getInt(4)) + bytes.getByte(10);
            etherType(getShort(0), 20);
        }
    }

    void ethernet(int at) {
        if (has(at, ETHERNET_HEADER)) {
            way = 31 * (31 * (31 * way + bytes.getInt(at)) + bytes.getInt(at + 4)) + bytes.getInt(at + 8);
            etherType(getShort(at + 12), at + ETHERNET_HEADER);
        }
    }

    void etherType(int type, int from) {
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

    void mpls(int from) {
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

    void pppoe(int at) {
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

    void open(Tunnel tunnel) {
        Tunnel.count(opened, tunnel);
    }

    void unopened(Tunnel tunnel) {
        Tunnel.count(unopened, tunnel);
        otherProtocols++;
    }

    void ethernetIn(Tunnel tunnel, int at) {
        if (enters(tunnel)) {
            ethernet(at);
        }
    }

    void ipIn(Tunnel tunnel, int at) {
        if (enters(tunnel)) {
            ip(at);
        }
    }

    boolean enters(Tunnel tunnel) {
        if (++depth > DEEPEST) {
            unopened(tunnel);
            return false;
        }
        open(tunnel);
        return true;
    }

    void ip(int at) {
        if (has(at, 1)) {
            switch (bytes.getByte(at) >> 4 & 0xF) {
                case 4 -> ipv4(at);
                case 6 -> ipv6(at);
                default -> otherProtocols++;
            }
        }
    }

    void gre(int at) {
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
    void erspan(int at, int header) {
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

    /** The port alone may be anybody's: the header and the frame in it must look like it. */
    boolean isVxlan(int at) {
        return at + 8 + ETHERNET_HEADER <= end
                && (bytes.getByte(at) & 0x7F) == 0x08
                && bytes.getByte(at + 7) == 0
                && getShort(at + 8 + 12) >= 0x0600;
    }

    boolean isGeneve(int at) {
        if (at + 8 > end || (bytes.getByte(at) & 0xC0) != 0 || bytes.getByte(at + 7) != 0) {
            return false;
        }
        int type = getShort(at + 2);
        return type == BRIDGED || type == IPV4 || type == IPV6;
    }

    /** Whether so many bytes are there; otherwise the frame has no packet, and is counted. */
    boolean has(int at, int length) {
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

    int getShort(int at) {
        return bytes.getShort(at, ByteOrder.BIG_ENDIAN) & 0xFFFF;
    }

    int getInt(int at) {
        return bytes.getInt(at, ByteOrder.BIG_ENDIAN);
    }

    long getLong(int at) {
        return bytes.getLong(at, ByteOrder.BIG_ENDIAN);
    }
}
