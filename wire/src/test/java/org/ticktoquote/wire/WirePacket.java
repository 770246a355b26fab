package org.ticktoquote.wire;

import static org.ticktoquote.wire.FrameBytes.bytes;
import static org.ticktoquote.wire.FrameBytes.join;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One TCP segment or UDP datagram for a test, written to the specifications with correct checksums: {@code
 * WirePacket.tcp("10.0.0.1:4001", "10.0.0.2:5001").sequence(1).payload("8=FIX").ethernet()}.
 *
 * <p>Every step changes this packet and returns it; {@link #again()} is a copy.
 */
public final class WirePacket {
    public static final int FIN = 1;
    public static final int SYN = 2;
    public static final int RST = 4;
    public static final int PSH = 8;
    public static final int ACK = 16;

    private static final int TCP = 6;
    private static final int UDP = 17;

    private final int protocol;
    private InetSocketAddress from;
    private InetSocketAddress to;
    private byte[] payload = {};
    private int sequence;
    private int acknowledged;
    private int flags = ACK;
    private int window = 65_535;
    private byte[] tcpOptions = {};
    private int identification;
    private boolean dontFragment = true;
    private int hops = 64;
    private byte[] ipOptions = {};
    private byte[] macs = new byte[12];

    private WirePacket(int protocol, String from, String to) {
        this.protocol = protocol;
        this.from = address(from);
        this.to = address(to);
    }

    /** A segment with {@link #ACK} set; addresses are {@code 10.0.0.1:4001} or {@code [2001:db8::1]:4001}. */
    public static WirePacket tcp(String from, String to) {
        return new WirePacket(TCP, from, to);
    }

    /** A datagram. */
    public static WirePacket udp(String from, String to) {
        return new WirePacket(UDP, from, to);
    }

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        String host = text.substring(0, colon).replaceAll("[\\[\\]]", "");
        try {
            return new InetSocketAddress(InetAddress.getByName(host), Integer.parseInt(text.substring(colon + 1)));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** A copy. */
    public WirePacket again() {
        WirePacket copy = new WirePacket(protocol, "0.0.0.0:0", "0.0.0.0:0");
        copy.from = from;
        copy.to = to;
        return copy.payload(payload)
                .sequence(sequence)
                .acknowledged(acknowledged)
                .flags(flags)
                .window(window)
                .tcpOptions(tcpOptions)
                .identification(identification)
                .dontFragment(dontFragment)
                .hops(hops)
                .ipOptions(ipOptions)
                .macs(macs);
    }

    public WirePacket payload(String text) {
        return payload(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public WirePacket payload(byte[] bytes) {
        payload = bytes;
        return this;
    }

    /** The low 32 bits count. */
    public WirePacket sequence(long number) {
        sequence = (int) number;
        return this;
    }

    /** The low 32 bits count. */
    public WirePacket acknowledged(long number) {
        acknowledged = (int) number;
        return this;
    }

    public WirePacket flags(int all) {
        flags = all;
        return this;
    }

    public WirePacket window(int bytes) {
        window = bytes;
        return this;
    }

    /** A multiple of 4 bytes. */
    public WirePacket tcpOptions(byte[] options) {
        tcpOptions = options;
        return this;
    }

    /** Of the IPv4 packet, or of the fragments of an IPv6 packet. */
    public WirePacket identification(int number) {
        identification = number;
        return this;
    }

    public WirePacket dontFragment(boolean set) {
        dontFragment = set;
        return this;
    }

    /** Time to live or hop limit. */
    public WirePacket hops(int left) {
        hops = left;
        return this;
    }

    /** Of IPv4: a multiple of 4 bytes. */
    public WirePacket ipOptions(byte[] options) {
        ipOptions = options;
        return this;
    }

    /** Destination and source, 12 bytes. */
    public WirePacket macs(byte[] both) {
        macs = both;
        return this;
    }

    private boolean six() {
        return from.getAddress().getAddress().length == 16;
    }

    /** Header and payload of TCP or UDP. */
    public byte[] transport() {
        int header = protocol == TCP ? 20 + tcpOptions.length : 8;
        ByteBuffer to = ByteBuffer.allocate(header + payload.length);
        to.putShort((short) from.getPort()).putShort((short) this.to.getPort());
        if (protocol == TCP) {
            to.putInt(sequence).putInt(acknowledged).putShort((short) (header / 4 << 12 | flags));
            to.putShort((short) window).putInt(0).put(tcpOptions);
        } else {
            to.putShort((short) (header + payload.length)).putShort((short) 0);
        }
        to.put(payload);
        byte[] pseudo = join(
                from.getAddress().getAddress(),
                this.to.getAddress().getAddress(),
                bytes(0, 0, to.capacity() >> 8, to.capacity(), 0, 0, 0, protocol));
        int sum = FrameBytes.internetChecksum(join(pseudo, to.array()));
        to.putShort(protocol == TCP ? 16 : 6, (short) (protocol == UDP && sum == 0 ? 0xFFFF : sum));
        return to.array();
    }

    /** The whole IP packet. */
    public byte[] ip() {
        return six() ? ipv6(protocol, transport()) : ipv4(dontFragment ? 0x4000 : 0, transport());
    }

    private byte[] ipv4(int flagsAndOffset, byte[] body) {
        return FrameBytes.ipv4(
                from.getAddress().getAddress(),
                to.getAddress().getAddress(),
                identification,
                flagsAndOffset,
                hops,
                protocol,
                ipOptions,
                body);
    }

    private byte[] ipv6(int next, byte[] body) {
        return FrameBytes.ipv6(from.getAddress().getAddress(), to.getAddress().getAddress(), next, hops, body);
    }

    /** Splits the packet into fragments of the given number of bytes, a multiple of 8. */
    public List<byte[]> ipFragments(int length) {
        byte[] whole = transport();
        List<byte[]> fragments = new ArrayList<>();
        for (int at = 0; at < whole.length; at += length) {
            int end = Math.min(whole.length, at + length);
            fragments.add(fragment(at, Arrays.copyOfRange(whole, at, end), end < whole.length));
        }
        return fragments;
    }

    /** An IP packet with one fragment: any bytes, at any offset that is a multiple of 8. */
    public byte[] fragment(int at, byte[] part, boolean more) {
        if (!six()) {
            return ipv4(at / 8 | (more ? 0x2000 : 0), part);
        }
        ByteBuffer header = ByteBuffer.allocate(8).put((byte) protocol).put((byte) 0);
        header.putShort((short) (at | (more ? 1 : 0))).putInt(identification);
        return ipv6(44, join(header.array(), part));
    }

    /** Frames with {@link #ipFragments}. */
    public List<byte[]> ethernetFragments(int length) {
        return ipFragments(length).stream().map(this::ethernet).toList();
    }

    /** A frame without a frame check sequence, and not padded. */
    public byte[] ethernet() {
        return ethernet(ip());
    }

    /** A frame with another IP packet of the same version. */
    public byte[] ethernet(byte[] ip) {
        return join(macs, FrameBytes.etherType(six() ? 0x86DD : 0x0800), ip);
    }

    /** A frame with VLAN tags, each with its EtherType: {@code 0x81000007} is VLAN 7. */
    public byte[] tagged(int... tags) {
        ByteBuffer all = ByteBuffer.allocate(4 * tags.length);
        Arrays.stream(tags).forEach(all::putInt);
        return join(macs, all.array(), FrameBytes.etherType(six() ? 0x86DD : 0x0800), ip());
    }
}
