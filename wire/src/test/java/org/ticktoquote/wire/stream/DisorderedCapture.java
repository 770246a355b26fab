package org.ticktoquote.wire.stream;

import static org.ticktoquote.wire.packet.Packet.ACK;
import static org.ticktoquote.wire.packet.Packet.FIN;
import static org.ticktoquote.wire.packet.Packet.RST;
import static org.ticktoquote.wire.packet.Packet.SYN;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Generates what a tap sees of TCP connections on the same ports, with every kind of disorder. */
final class DisorderedCapture {
    private static final long MS = 1_000_000;

    /** Bytes that both parties sent in the first connection, and their first sequence numbers. */
    byte[][] sent = new byte[2][];

    int[] first = new int[2];

    final List<Segmented> packets;

    /** True if every byte is correct and belongs to one connection that starts in the capture. */
    final boolean honest;

    private final Random random;
    private final boolean gentle;
    private final List<Segmented> all = new ArrayList<>();

    DisorderedCapture(long seed, boolean honest) {
        this.honest = honest;
        random = new Random(seed);
        gentle = random.nextInt(4) == 0;
        long timeNs = 1_790_000_000_000_000_000L;
        int connections = honest ? 1 : 1 + random.nextInt(3);
        for (int i = 0; i < connections; i++) {
            timeNs = connection(timeNs, i == 0);
        }
        all.sort(Comparator.comparingLong(Segmented::timeNs));
        packets = captured();
    }

    private boolean oneIn(int n) {
        return random.nextInt(gentle ? 4 * n : n) == 0;
    }

    private long connection(long beginNs, boolean isFirst) {
        int[] isn = {sequence(), sequence()};
        long now = beginNs;
        all.add(new Segmented(now, true, isn[0], 0, SYN, 1000, new byte[0], 0));
        all.add(new Segmented(now += 10_000, false, isn[1], isn[0] + 1, SYN | ACK, 1000, new byte[0], 0));
        all.add(new Segmented(now += 10_000, true, isn[0] + 1, isn[1] + 1, ACK, 1000, new byte[0], 0));
        if (oneIn(6)) {
            boolean client = honest || random.nextBoolean();
            all.add(new Segmented(now + random.nextInt(5_000), client, isn[0], 0, SYN, 1000, new byte[0], 0));
        }
        long end = now;
        for (int side = 0; side < 2; side++) {
            byte[] data = new byte[random.nextInt(4) == 0 ? random.nextInt(4) : random.nextInt(400)];
            for (int i = 0; i < data.length; i++) {
                data[i] = (byte) ('A' + (i + i / 26 + side) % 26);
            }
            if (isFirst) {
                sent[side] = data;
                first[side] = isn[side] + 1;
            }
            end = Math.max(end, direction(now, side == 0, isn[side] + 1, isn[1 - side] + 1, data));
        }
        if (!honest && oneIn(4)) {
            long at = beginNs + (long) (random.nextDouble() * (end - beginNs));
            int sequence = isn[0] + 1 + random.nextInt(400) + (oneIn(3) ? random.nextInt() : 0);
            all.add(new Segmented(at, true, sequence, 0, RST, 0, new byte[0], 0));
        }
        return end + (oneIn(2) ? -random.nextInt(20_000) : random.nextInt(50) * MS);
    }

    /** Near the wrap, near the middle, or anywhere. */
    private int sequence() {
        return switch (random.nextInt(3)) {
            case 0 -> -random.nextInt(500);
            case 1 -> Integer.MIN_VALUE - random.nextInt(500);
            default -> random.nextInt();
        };
    }

    private long direction(long beginNs, boolean client, int begin, int peer, byte[] data) {
        long now = beginNs;
        int largest = 1 + random.nextInt(random.nextBoolean() ? 10 : 400);
        List<Segmented> acks = new ArrayList<>();
        int at = 0;
        while (at < data.length) {
            now += pause();
            int length = Math.min(data.length - at, 1 + random.nextInt(largest));
            boolean last = at + length == data.length && random.nextBoolean();
            long sentNs = now;
            if (oneIn(8)) {
                sentNs += oneIn(2)
                        ? random.nextInt(100) * MS
                        : random.nextInt(200_000); // lost before the tap, or overtaken
            }
            add(sentNs, client, begin, peer, data, at, at + length, last);
            if (oneIn(6)) {
                repeat(sentNs, client, begin, peer, data, at, length);
            }
            at += length;
            if (random.nextInt(3) > 0) {
                long ackNs =
                        Math.max(now, sentNs) + random.nextInt(300_000) - (oneIn(4) ? random.nextInt(3_000_000) : 0);
                acks.add(new Segmented(ackNs, !client, peer, begin + at, ACK, oneIn(9) ? 0 : 900, new byte[0], 0));
            }
            if (!honest && oneIn(12)) {
                anomaly(now, client, begin, peer, at);
            }
        }
        now += pause();
        if (random.nextInt(3) > 0) {
            all.add(new Segmented(now, client, begin + data.length, peer, FIN | ACK, 900, new byte[0], 0));
            acks.add(new Segmented(now + 20_000, !client, peer, begin + data.length + 1, ACK, 900, new byte[0], 0));
        }
        all.addAll(acks);
        return now;
    }

    private long pause() {
        return switch (random.nextInt(gentle ? 60 : 15)) {
            case 0 -> random.nextInt(30) * MS;
            case 1 -> random.nextInt(60) == 0 ? 4_000 * MS : MS;
            default -> random.nextInt(50_000);
        };
    }

    private void repeat(long sentNs, boolean client, int begin, int peer, byte[] data, int at, int length) {
        int from = oneIn(2) ? Math.max(0, at - random.nextInt(60)) : at + random.nextInt(length);
        int to = Math.min(data.length, Math.max(from + 1, at + length + random.nextInt(60) - 30));
        byte[] bytes = data;
        if (!honest && oneIn(3)) {
            bytes = data.clone();
            bytes[from + random.nextInt(to - from)] ^= 0x20;
        }
        long againNs = sentNs + (long) random.nextInt(30_000) * random.nextInt(1_000);
        add(againNs, client, begin, peer, bytes, from, to, false);
    }

    private void add(long timeNs, boolean client, int begin, int peer, byte[] data, int from, int to, boolean last) {
        byte[] bytes = Arrays.copyOfRange(data, from, to);
        all.add(new Segmented(timeNs, client, begin + from, peer, last ? ACK | FIN : ACK, 900, bytes, bytes.length));
    }

    /** Adds a keep-alive, a probe, bytes of another stream, or an acknowledgement of unsent bytes. */
    private void anomaly(long now, boolean client, int begin, int peer, int at) {
        long timeNs = now + random.nextInt(100_000);
        byte[] some = new byte[1 + random.nextInt(50)];
        int far = begin + at + (random.nextBoolean() ? 2_000_000 : random.nextInt());
        switch (random.nextInt(5)) {
            case 0 -> all.add(new Segmented(timeNs, client, begin + at - 1, peer, ACK, 900, new byte[1], 1));
            case 1 -> all.add(new Segmented(timeNs, client, begin + at - 1, peer, ACK, 900, new byte[0], 0));
            case 2 -> all.add(new Segmented(timeNs, client, far, peer, ACK, 900, some, some.length));
            case 3 -> {
                all.add(new Segmented(timeNs, !client, peer, far, ACK, 900, new byte[0], 0));
                all.add(new Segmented(timeNs + 1, client, far, peer, ACK, 900, some, some.length));
            }
            default -> {
                for (int i = 0; i < 4; i++) {
                    int sequence = far + i * some.length;
                    all.add(new Segmented(timeNs + i, client, sequence, peer, ACK, 900, some, some.length));
                }
            }
        }
    }

    /** Returns the segments that are in the capture. */
    private List<Segmented> captured() {
        int loss = random.nextInt(3) == 0 ? 10 : 0;
        boolean cut = random.nextInt(4) == 0;
        int direction = honest ? 0 : random.nextInt(5);
        int from = honest || random.nextInt(3) > 0 ? 0 : random.nextInt(all.size());
        List<Segmented> captured = new ArrayList<>();
        for (Segmented segment : all.subList(from, all.size())) {
            boolean lost = loss > 0 && random.nextInt(loss) == 0 && !(honest && segment.has(SYN));
            boolean seen = direction < 3 || segment.client() == (direction == 3);
            if (!lost && seen) {
                boolean shorter = cut && random.nextInt(8) == 0 && segment.wireLength() > 0;
                captured.add(shorter ? segment.cutTo(random.nextInt(segment.wireLength())) : segment);
            }
        }
        return captured;
    }
}
