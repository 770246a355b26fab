package org.ticktoquote.wire;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the UDP datagram in a frame, and counts the frames that have none. */
final class PacketReader {
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86DD;
    private static final int VLAN = 0x8100;
    private static final int PROVIDER_VLAN = 0x88A8;
    private static final int OLD_PROVIDER_VLAN = 0x9100;
    private static final int OTHER = -1;

    private static final int UDP = 17;
    private static final int HOP_BY_HOP = 0;
    private static final int ROUTING = 43;
    private static final int FRAGMENT = 44;
    private static final int AUTHENTICATION = 51;
    private static final int DESTINATION = 60;

    private static final int MORE_FRAGMENTS_AND_OFFSET = 0x3FFF;
    private static final int MORE_FRAGMENTS_AND_OFFSET_6 = 0xFFF9;
    private static final int IPV4_HEADER = 20;
    private static final int IPV6_HEADER = 40;
    private static final int UDP_HEADER = 8;

    private long frames;
    private long datagrams;
    private long cutDatagrams;
    private long fragments;
    private long malformed;
    private long otherProtocols;
    private long otherLinks;
    private final Map<Tunnel, Long> tunnels = new EnumMap<>(Tunnel.class);

    /** A packet that contradicts itself. */
    private static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed() {
            super("headers contradict each other", null, false, false);
        }
    }

    /** The datagram in a frame; null when there is none, or no whole head of one. */
    @Nullable
    Datagram read(Frame frame) {
        frames++;
        Optional<LinkType> link = LinkType.of(frame.linkType());
        if (link.isEmpty()) {
            otherLinks++;
            return null;
        }
        ByteBuffer packet = frame.data().duplicate();
        try {
            return packet(frame, link.get(), packet);
        } catch (Malformed | BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
            malformed++;
            return null;
        }
    }

    private @Nullable Datagram packet(Frame frame, LinkType link, ByteBuffer packet) throws Malformed {
        int protocol = protocol(link, packet);
        return switch (protocol) {
            case IPV4 -> ipv4(frame, packet);
            case IPV6 -> ipv6(frame, packet);
            default -> other(Tunnel.ofEtherType(protocol));
        };
    }

    private @Nullable Datagram other(Optional<Tunnel> tunnel) {
        otherProtocols++;
        tunnel.ifPresent(this::count);
        return null;
    }

    private void count(Tunnel tunnel) {
        tunnels.merge(tunnel, 1L, Long::sum);
    }

    /** The EtherType of what follows, the buffer at its begin. */
    private static int protocol(LinkType link, ByteBuffer packet) {
        return switch (link) {
            case ETHERNET -> {
                packet.position(12);
                yield tagged(packet);
            }
            case LINUX_COOKED -> {
                packet.position(14);
                yield tagged(packet);
            }
            case LINUX_COOKED_2 -> {
                int protocol = unsigned(packet);
                packet.position(20);
                yield isTag(protocol) ? behindTag(packet) : protocol;
            }
            case NULL, LOOP -> {
                packet.position(4); // the address family, in anybody's byte order; what follows says it too
                yield version(packet);
            }
            case RAW, RAW_BSD, RAW_OPENBSD, IPV4, IPV6 -> version(packet);
        };
    }

    private static int tagged(ByteBuffer packet) {
        int protocol = unsigned(packet);
        return isTag(protocol) ? behindTag(packet) : protocol;
    }

    private static int behindTag(ByteBuffer packet) {
        int protocol;
        do {
            packet.position(packet.position() + Short.BYTES);
            protocol = unsigned(packet);
        } while (isTag(protocol));
        return protocol;
    }

    private static boolean isTag(int protocol) {
        return protocol == VLAN || protocol == PROVIDER_VLAN || protocol == OLD_PROVIDER_VLAN;
    }

    private static int version(ByteBuffer packet) {
        return switch (packet.get(packet.position()) >> 4 & 0xF) {
            case 4 -> IPV4;
            case 6 -> IPV6;
            default -> OTHER;
        };
    }

    private static int unsigned(ByteBuffer packet) {
        return Short.toUnsignedInt(packet.getShort());
    }

    private @Nullable Datagram ipv4(Frame frame, ByteBuffer packet) throws Malformed {
        int at = packet.position();
        int headerLength = (packet.get(at) & 0xF) * 4;
        int total = Short.toUnsignedInt(packet.getShort(at + 2));
        require(packet.get(at) >> 4 == 4 && headerLength >= IPV4_HEADER);
        require(total == 0 || total >= headerLength);
        int protocol = Byte.toUnsignedInt(packet.get(at + 9));
        if ((packet.getShort(at + 6) & MORE_FRAGMENTS_AND_OFFSET) != 0) {
            fragments++;
            return null;
        }
        if (protocol != UDP) {
            return other(Tunnel.ofProtocol(protocol, packet, at + headerLength));
        }
        InetAddress from = address(packet, at + 12, 4);
        InetAddress to = address(packet, at + 16, 4);
        int identification = Short.toUnsignedInt(packet.getShort(at + 4));
        // A total of 0 is left by segmentation offload: the packet is what the frame holds.
        long length = total == 0 ? frame.length() - at - headerLength : total - headerLength;
        packet.position(at + headerLength);
        return udp(frame, packet, length, from, to, identification);
    }

    private @Nullable Datagram ipv6(Frame frame, ByteBuffer packet) throws Malformed {
        int at = packet.position();
        require((packet.get(at) >> 4 & 0xF) == 6);
        int payload = Short.toUnsignedInt(packet.getShort(at + 4));
        long length = payload == 0 ? frame.length() - at - IPV6_HEADER : payload;
        InetAddress from = address(packet, at + 8, 16);
        InetAddress to = address(packet, at + 24, 16);
        int header = Byte.toUnsignedInt(packet.get(at + 6));
        int next = at + IPV6_HEADER;
        while (header != UDP) {
            int extension = extensionLength(header, packet, next);
            if (extension == 0) {
                return other(Tunnel.ofProtocol(header, packet, next));
            }
            if (header == FRAGMENT && (packet.getShort(next + 2) & MORE_FRAGMENTS_AND_OFFSET_6) != 0) {
                fragments++;
                return null;
            }
            header = Byte.toUnsignedInt(packet.get(next));
            next += extension;
            length -= extension;
        }
        packet.position(next);
        return udp(frame, packet, length, from, to, 0);
    }

    /** Bytes of an extension header; 0 for what is none. */
    private static int extensionLength(int header, ByteBuffer packet, int at) {
        return switch (header) {
            case HOP_BY_HOP, ROUTING, DESTINATION -> (Byte.toUnsignedInt(packet.get(at + 1)) + 1) * 8;
            case FRAGMENT -> 8;
            case AUTHENTICATION -> (Byte.toUnsignedInt(packet.get(at + 1)) + 2) * 4;
            default -> 0;
        };
    }

    private Datagram udp(
            Frame frame, ByteBuffer packet, long room, InetAddress from, InetAddress to, int identification)
            throws Malformed {
        int fromPort = unsigned(packet);
        int toPort = unsigned(packet);
        int length = unsigned(packet);
        packet.getShort(); // A checksum that the sender's card fills in is wrong in the sender's own capture.
        require(length >= UDP_HEADER && length <= room);
        int whole = length - UDP_HEADER;
        byte[] payload = new byte[Math.min(whole, packet.remaining())];
        packet.get(payload);
        int cut = whole - payload.length;
        require(cut == 0 || frame.length() > frame.data().limit());
        Tunnel.ofDatagram(toPort, payload).ifPresent(this::count);
        if (cut == 0) {
            datagrams++;
        } else {
            cutDatagrams++;
        }
        return new Datagram(
                frame.offset(),
                frame.timeNs(),
                false,
                new InetSocketAddress(from, fromPort),
                new InetSocketAddress(to, toPort),
                identification,
                ByteBuffer.wrap(payload).asReadOnlyBuffer(),
                cut);
    }

    private static InetAddress address(ByteBuffer packet, int at, int length) {
        byte[] bytes = new byte[length];
        packet.get(at, bytes);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new AssertionError("4 and 16 bytes are addresses", e);
        }
    }

    private static void require(boolean sound) throws Malformed {
        if (!sound) {
            throw new Malformed();
        }
    }

    private Map<String, Long> byName() {
        Map<String, Long> named = new LinkedHashMap<>();
        tunnels.forEach((tunnel, count) -> named.put(tunnel.text(), count));
        return Collections.unmodifiableMap(named);
    }

    CaptureCounts counts(Duplicates duplicates, ReorderWindow window, long cutAt) {
        return new CaptureCounts(
                frames,
                datagrams,
                cutDatagrams,
                fragments,
                malformed,
                otherProtocols,
                otherLinks,
                byName(),
                duplicates.count(),
                window.reordered(),
                window.late(),
                window.untimed(),
                cutAt);
    }
}
