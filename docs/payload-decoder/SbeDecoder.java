package example;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.ticktoquote.replayer.feed.PayloadDecoder;
import org.ticktoquote.replayer.feed.QuoteSink;

/** Reads t2q's own SBE over UDP, as docs/feed.md describes it: a packet header of 20 bytes, then messages. */
public final class SbeDecoder implements PayloadDecoder {
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int PACKET_HEADER = 20;
    private static final int MESSAGE_HEADER = 8;
    private static final int NAME = 16;
    private static final int QUOTE = 1;
    private static final int INSTRUMENT = 5;
    private static final int VENUE = 6;

    private final Map<Integer, String> symbols = new HashMap<>();
    private final Map<Integer, String> venues = new HashMap<>();

    @Override
    public String protocol() {
        return "sbe";
    }

    @Override
    public void decode(String line, DirectBuffer payload, int length, QuoteSink sink) {
        int at = PACKET_HEADER;
        while (at + MESSAGE_HEADER <= length) {
            int block = payload.getShort(at, ORDER) & 0xFFFF;
            int template = payload.getShort(at + 2, ORDER) & 0xFFFF;
            at += MESSAGE_HEADER;
            if (at + block > length) {
                return; // cut: what follows is no message
            }
            message(template, payload, at, sink);
            at += block;
        }
    }

    private void message(int template, DirectBuffer payload, int at, QuoteSink sink) {
        switch (template) {
            case QUOTE -> quote(payload, at, sink);
            case INSTRUMENT -> {
                String symbol = name(payload, at + 18);
                symbols.put(payload.getShort(at + 16, ORDER) & 0xFFFF, symbol);
                sink.instrument(symbol, payload.getLong(at, ORDER), payload.getLong(at + 8, ORDER));
            }
            case VENUE -> venues.put(payload.getByte(at) & 0xFF, name(payload, at + 1));
            default -> {
                // sessions and heartbeats carry no prices
            }
        }
    }

    private void quote(DirectBuffer payload, int at, QuoteSink sink) {
        String symbol = symbols.get(payload.getShort(at + 48, ORDER) & 0xFFFF);
        String venue = venues.get(payload.getByte(at + 50) & 0xFF);
        if (symbol != null && venue != null) {
            sink.quote(
                    symbol,
                    venue,
                    payload.getLong(at + 16, ORDER),
                    payload.getLong(at + 24, ORDER),
                    payload.getLong(at + 32, ORDER),
                    payload.getLong(at + 40, ORDER));
        }
    }

    private static String name(DirectBuffer payload, int at) {
        byte[] name = new byte[NAME];
        payload.getBytes(at, name);
        return new String(name, StandardCharsets.US_ASCII).trim();
    }
}
