package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
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
import quickfix.DataDictionary;
import quickfix.FieldMap;
import quickfix.FieldNotFound;
import quickfix.Group;
import quickfix.InvalidMessage;
import quickfix.Message;

/**
 * The tap records the same as QuickFIX/J's parser for valid 35=X, S and i with fields in any order. For 35=X, a plain
 * reference book applies the parsed entries.
 */
final class UpdatesAgainstQuickFixTest {
    private static final int MESSAGES = 400;
    private static final List<String> PAIRS = List.of("EUR/USD", "USD/JPY");
    private static final String NONE = "-x0";

    @TempDir
    Path directory;

    private Random random;
    private final PlainBook[] books = {new PlainBook(), new PlainBook()};
    private int echoTag;

    static Stream<Arguments> cases() {
        return Stream.of("X", "S", "i")
                .flatMap(type -> LongStream.rangeClosed(1, 4).mapToObj(seed -> Arguments.of(type, seed)));
    }

    @ParameterizedTest(name = "35={0}, seed {1}")
    @MethodSource("cases")
    void recordsWhatQuickFixReads(String type, long seed) throws Exception {
        random = new Random(seed);
        echoTag = type.equals("S") ? 117 : 299;
        TapParty party = new TapParty(
                        directory, Symbols.inSymbol(TapParty.PAIRS), EchoedId.of(echoTag, "decimal"), false)
                .logon();
        List<String> expected = new ArrayList<>();
        for (int sequence = 2; sequence <= MESSAGES; sequence++) {
            byte[] bytes = Fix.message(
                    "35=" + type + "|34=" + sequence + "|49=PRICING|56=CLIENT-07|52=20261120-14:12:00|" + body(type));
            party.read(bytes);
            expected.addAll(records(type, sequence, parsed(bytes)));
        }

        TapParty.assertSame(party.updates(), expected, seed);
        assertThat(expected).hasSizeGreaterThan(MESSAGES - 2);
    }

    private static Message parsed(byte[] bytes) throws InvalidMessage {
        DataDictionary dictionary = Dictionaries.lenient("FIX44");
        return new Message(new String(bytes, StandardCharsets.ISO_8859_1), dictionary, dictionary, false);
    }

    private String body(String type) {
        return switch (type) {
            case "X" -> refresh();
            case "S" -> "131=r|" + shuffled(quote(true));
            default -> massQuote();
        };
    }

    private String shuffled(List<String> fields) {
        Collections.shuffle(fields, random);
        return String.join("|", fields) + "|";
    }

    private String refresh() {
        int count = 1 + random.nextInt(5);
        StringBuilder message = new StringBuilder(random.nextInt(4) == 0 ? "299=" + id() + "|" : "");
        message.append("262=r|268=").append(count).append('|');
        for (int i = 0; i < count; i++) {
            char side = random.nextBoolean() ? '0' : '1';
            int update = random.nextInt(3);
            List<String> fields = new ArrayList<>(List.of("278=" + side + random.nextInt(5), "55=" + pair()));
            if (update != 2 || random.nextBoolean()) {
                fields.addAll(List.of("269=" + side, "270=" + price(), "271=" + (1 + random.nextInt(9))));
            }
            if (random.nextInt(3) != 0) {
                fields.add("299=" + id());
            }
            if (random.nextInt(4) == 0) {
                fields.add("346=3");
            }
            message.append("279=").append(update).append('|').append(shuffled(fields));
        }
        return message.toString();
    }

    private String massQuote() {
        int sets = 1 + random.nextInt(2);
        StringBuilder message = new StringBuilder("117=q|296=" + sets + "|");
        for (int set = 0; set < sets; set++) {
            int entries = 1 + random.nextInt(3);
            message.append("302=" + set + "|304=9|295=" + entries + "|");
            for (int i = 0; i < entries; i++) {
                message.append("299=").append(id()).append('|').append(shuffled(quote(false)));
            }
        }
        return message.toString();
    }

    /** A bid, an ask or both. */
    private List<String> quote(boolean withId) {
        List<String> fields = new ArrayList<>(List.of("55=" + pair(), "62=20261120-14:13:00"));
        int sides = 1 + random.nextInt(3);
        if ((sides & 1) != 0) {
            fields.add("132=" + price());
            fields.add("134=" + (1 + random.nextInt(9)) + (random.nextBoolean() ? "" : "000000.00"));
        }
        if ((sides & 2) != 0) {
            fields.add("133=" + price());
            if (random.nextInt(3) != 0) {
                fields.add("135=" + (1 + random.nextInt(9)));
            }
        }
        if (withId) {
            fields.add("117=" + id());
        }
        return fields;
    }

    private String pair() {
        return PAIRS.get(random.nextInt(PAIRS.size()));
    }

    private int id() {
        return random.nextInt(1 << 20);
    }

    private String price() {
        return "1." + (10 + random.nextInt(20)) + (random.nextBoolean() ? "" : "00");
    }

    private List<String> records(String type, int sequence, Message message) throws FieldNotFound {
        return switch (type) {
            case "X" -> refreshed(sequence, message);
            case "S" -> List.of(record("quote", sequence, message, new Best().add(message)));
            default -> massQuoted(sequence, message);
        };
    }

    private static int instrument(FieldMap fields) throws FieldNotFound {
        return PAIRS.indexOf(fields.getString(55));
    }

    private String record(String kind, int sequence, FieldMap named, Best best) throws FieldNotFound {
        return kind + " " + sequence + " of " + instrument(named) + ": " + best.bid + " " + best.ask + " id " + best.id;
    }

    /** Best prices of the entries of a pair. */
    private final class Best {
        private String bid = NONE;
        private String ask = NONE;
        private long id = -1;

        Best add(FieldMap fields) throws FieldNotFound {
            bid = better(bid, fields, 132, 134, 1);
            ask = better(ask, fields, 133, 135, -1);
            id = Math.max(id, Long.parseLong(fields.getString(echoTag)));
            return this;
        }

        private static String better(String present, FieldMap fields, int priceTag, int sizeTag, int sign)
                throws FieldNotFound {
            if (!fields.isSetField(priceTag)) {
                return present;
            }
            BigDecimal price = fields.getDecimal(priceTag);
            String size = fields.isSetField(sizeTag)
                    ? fields.getDecimal(sizeTag).toBigInteger().toString()
                    : "0";
            boolean first = present.equals(NONE);
            boolean best =
                    first || price.compareTo(new BigDecimal(present.substring(0, present.indexOf('x')))) * sign > 0;
            return best ? Price.format(price.movePointRight(9).longValueExact()) + "x" + size : present;
        }
    }

    private List<String> massQuoted(int sequence, Message message) throws FieldNotFound {
        Map<Integer, Best> pairs = new LinkedHashMap<>();
        Map<Integer, FieldMap> named = new LinkedHashMap<>();
        for (Group set : message.getGroups(296)) {
            for (Group entry : set.getGroups(295)) {
                named.putIfAbsent(instrument(entry), entry);
                pairs.computeIfAbsent(instrument(entry), pair -> new Best()).add(entry);
            }
        }
        List<String> records = new ArrayList<>();
        for (Map.Entry<Integer, Best> pair : pairs.entrySet()) {
            records.add(record("mass quote", sequence, named.get(pair.getKey()), pair.getValue()));
        }
        return records;
    }

    private List<String> refreshed(int sequence, Message message) throws FieldNotFound {
        Map<Integer, long[]> ids = new LinkedHashMap<>(); // of present entries, and of deleted ones
        for (Group entry : message.getGroups(268)) {
            int pair = instrument(entry);
            apply(entry, books[pair]);
            long[] known = ids.computeIfAbsent(pair, first -> new long[] {-1, -1});
            int which = entry.getString(279).equals("2") ? 1 : 0;
            known[which] = Math.max(known[which], entry.isSetField(299) ? Long.parseLong(entry.getString(299)) : -1);
        }
        long front = message.isSetField(299) ? Long.parseLong(message.getString(299)) : -1;
        List<String> records = new ArrayList<>();
        ids.forEach((pair, known) -> {
            long id = known[0] >= 0 ? known[0] : front >= 0 ? front : known[1];
            records.add("refresh " + sequence + " of " + pair + ": "
                    + shown(books[pair]).formatted(id < 0 ? "" : " id " + id));
        });
        return records;
    }

    private static void apply(Group entry, PlainBook book) throws FieldNotFound {
        String key = entry.getString(278);
        boolean priced = entry.isSetField(270);
        PlainBook.Level level = new PlainBook.Level(
                key.charAt(0),
                key,
                0,
                priced ? entry.getDecimal(270) : BigDecimal.ZERO,
                priced ? entry.getDecimal(271).longValueExact() : 0);
        switch (entry.getString(279)) {
            case "0" -> book.add(level);
            case "1" -> book.change(level);
            default -> book.delete(level);
        }
    }

    private static String shown(PlainBook book) {
        String shown = book.best('0') + " " + book.best('1') + "%s"
                + (book.repeated == 0 ? "" : " repeated " + book.repeated)
                + (book.unknown == 0 ? "" : " unknown " + book.unknown)
                + (book.crossed() ? " crossed" : "");
        book.repeated = 0;
        book.unknown = 0;
        return shown;
    }
}
