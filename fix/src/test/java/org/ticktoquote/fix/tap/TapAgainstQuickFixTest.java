package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.fix.dialect.Dictionaries;
import org.ticktoquote.fix.message.Fix;
import quickfix.FieldMap;
import quickfix.FieldNotFound;
import quickfix.Group;
import quickfix.InvalidMessage;
import quickfix.Message;

/** The tap records the same as QuickFIX/J's parser for valid messages of any shape in reads of any length. */
final class TapAgainstQuickFixTest {
    private static final int MESSAGES = 400;
    private static final List<String> SYMBOLS =
            List.of("EUR/USD", "EURUSD", "4711", "USD/JPY.SPOT", "USD/JPY.SPOX", "a rather long name", "G");

    @TempDir
    Path directory;

    static Stream<Arguments> cases() {
        return LongStream.rangeClosed(1, 6)
                .boxed()
                .flatMap(seed -> Stream.of("FIX.4.2", "FIX.4.4", "FIXT.1.1")
                        .map(beginString -> Arguments.of(beginString, seed)));
    }

    private static Message parsed(String beginString, byte[] bytes) throws InvalidMessage {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return switch (beginString) {
            case "FIX.4.2" -> new Message(text, Dictionaries.lenient("FIX42"), Dictionaries.lenient("FIX42"), false);
            case "FIX.4.4" -> new Message(text, Dictionaries.lenient("FIX44"), Dictionaries.lenient("FIX44"), false);
            default -> new Message(text, Dictionaries.lenient("FIXT11"), Dictionaries.lenient("FIX50SP2"), false);
        };
    }

    @ParameterizedTest(name = "{0}, seed {1}")
    @MethodSource("cases")
    void recordsWhatQuickFixReads(String beginString, long seed) throws Exception {
        Random random = new Random(seed);
        boolean securityId = random.nextBoolean();
        int echoTag = List.of(299, 5001, 10_299).get(random.nextInt(3));
        Map<String, Integer> ids = new HashMap<>();
        SYMBOLS.subList(1, SYMBOLS.size()).forEach(symbol -> ids.put(symbol, SYMBOLS.indexOf(symbol) % 2));
        Symbols symbols = securityId ? Symbols.inSecurityId(ids) : Symbols.inSymbol(ids);
        TapParty party = new TapParty(
                directory, new SessionFormat(beginString, symbols, EchoedId.of(echoTag, "decimal"), true), false);
        GeneratedSnapshots generated =
                new GeneratedSnapshots(random, beginString, SYMBOLS, securityId, echoTag, echoTag == 299);

        List<byte[]> messages = new ArrayList<>();
        for (int sequence = 1; sequence <= MESSAGES; sequence++) {
            messages.add(generated.message(sequence));
        }
        List<Integer> reads = feed(party, Fix.join(messages.toArray(byte[][]::new)), random);

        List<String> expected = new ArrayList<>();
        List<String> places = places(messages, reads);
        for (int i = 0; i < messages.size(); i++) {
            Message message = parsed(beginString, messages.get(i));
            if (message.getHeader().getString(35).equals("W")) {
                expected.add(record(places.get(i), message, ids, securityId ? 48 : 55, echoTag));
            }
        }
        TapParty.assertSame(party.records(), expected, seed);
        assertThat(expected).as("seed %d", seed).hasSizeGreaterThan(MESSAGES / 2);
    }

    /** Feeds the bytes in pieces of any length and returns the end of each piece. */
    private static List<Integer> feed(TapParty party, byte[] stream, Random random) {
        List<Integer> ends = new ArrayList<>();
        for (int at = 0; at < stream.length; ) {
            int longest = List.of(3, 40, 300, 5_000).get(random.nextInt(4));
            int end = Math.min(stream.length, at + 1 + random.nextInt(longest));
            party.read(Arrays.copyOfRange(stream, at, end));
            ends.add(end);
            at = end;
        }
        return ends;
    }

    /** Returns for each message its time, its position in its read, and the number of messages that end in the read. */
    private static List<String> places(List<byte[]> messages, List<Integer> readEnds) {
        int[] readOf = new int[messages.size()];
        int[] ended = new int[readEnds.size()];
        int end = 0;
        int read = 0;
        for (int i = 0; i < readOf.length; i++) {
            end += messages.get(i).length;
            while (readEnds.get(read) < end) {
                read++;
            }
            readOf[i] = read;
            ended[read]++;
        }
        List<String> places = new ArrayList<>();
        for (int i = 0; i < readOf.length; i++) {
            int position = i > 0 && readOf[i] == readOf[i - 1] ? position(places.get(i - 1)) + 1 : 1;
            places.add(1_000 + readOf[i] + " " + position + "/" + ended[readOf[i]]);
        }
        return places;
    }

    private static int position(String place) {
        return Integer.parseInt(place.replaceAll(".* (\\d+)/.*", "$1"));
    }

    private static String record(String place, Message message, Map<String, Integer> ids, int symbolTag, int echoTag)
            throws FieldNotFound {
        long sequence = Long.parseLong(message.getHeader().getString(34));
        Integer instrument = ids.get(message.getString(symbolTag));
        if (instrument == null) {
            return "unknown symbol " + sequence;
        }
        boolean possDup =
                message.getHeader().isSetField(43) && message.getHeader().getBoolean(43);
        String id = echoedId(message, echoTag);
        return place + " snapshot " + sequence + " of " + instrument + ": " + best(message, "0", 1) + " "
                + best(message, "1", -1) + (id.isEmpty() ? "" : " id " + id) + (possDup ? " possdup" : "");
    }

    private static String echoedId(Message message, int tag) throws FieldNotFound {
        if (message.isSetField(tag)) {
            return message.getString(tag);
        }
        List<Long> ofSides = new ArrayList<>();
        List<Long> ofOthers = new ArrayList<>();
        for (Group entry : message.getGroups(268)) {
            boolean side = List.of("0", "1").contains(entry.getString(269));
            if (entry.isSetField(tag)) {
                (side ? ofSides : ofOthers).add(Long.parseLong(entry.getString(tag)));
            }
        }
        if (!ofSides.isEmpty()) {
            return String.valueOf(Collections.max(ofSides));
        }
        return ofOthers.isEmpty() ? "" : String.valueOf(ofOthers.get(0));
    }

    private static String best(Message message, String side, int sign) throws FieldNotFound {
        FieldMap best = null;
        for (Group entry : message.getGroups(268)) {
            boolean better = best == null || entry.getDecimal(270).compareTo(best.getDecimal(270)) * sign > 0;
            if (entry.getString(269).equals(side) && better) {
                best = entry;
            }
        }
        if (best == null) {
            return "-x0";
        }
        String quantity =
                best.isSetField(271) ? best.getDecimal(271).toBigInteger().toString() : "0";
        BigDecimal price = best.getDecimal(270);
        return Price.format(price.movePointRight(9).longValueExact()) + "x" + quantity;
    }
}
