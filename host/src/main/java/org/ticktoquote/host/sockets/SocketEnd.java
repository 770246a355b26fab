package org.ticktoquote.host.sockets;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;

/**
 * An end of a connection.
 *
 * @param address as the kernel lists it: words in the order of the host, hexadecimal; of IPv4 also where IPv6 has it within
 * @param port from 0
 */
public record SocketEnd(String address, int port) {
    private static final String MAPPED =
            words(ByteBuffer.allocate(12).putInt(0).putInt(0).putInt(0xffff).array());
    private static final int HEX = 16;
    private static final int WORD = 8;

    /** Reads {@code 0100007F:1F90}; throws {@link IllegalArgumentException} where that is none. */
    static SocketEnd parse(String text) {
        int colon = text.indexOf(':');
        if (colon != WORD && colon != 4 * WORD) {
            throw new IllegalArgumentException("no address: " + text);
        }
        int port = Integer.parseInt(text, colon + 1, text.length(), HEX);
        String address = text.substring(0, colon);
        return new SocketEnd(address.startsWith(MAPPED) ? address.substring(MAPPED.length()) : address, port);
    }

    private static String words(byte[] address) {
        ByteBuffer words = ByteBuffer.wrap(address).order(ByteOrder.nativeOrder());
        StringBuilder text = new StringBuilder();
        while (words.hasRemaining()) {
            text.append(String.format(Locale.ROOT, "%08X", words.getInt()));
        }
        return text.toString();
    }

    /** As programs name it. */
    public InetSocketAddress inet() {
        ByteBuffer bytes = ByteBuffer.allocate(address.length() / 2).order(ByteOrder.nativeOrder());
        for (int at = 0; at < address.length(); at += WORD) {
            bytes.putInt(Integer.parseUnsignedInt(address, at, at + WORD, HEX));
        }
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes.array()), port);
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException(address, impossible);
        }
    }
}
