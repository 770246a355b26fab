package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.fix.message.Fix;

/** Random snapshots, refreshes, gaps and resends give the same prices as a plain reference book. */
final class BookOracleTest {
    private static final int MESSAGES = 1_500;
    private static final List<String> PAIRS = List.of("EUR/USD", "USD/JPY");

    /** Identification of entries. */
    private enum Keys {
        IDS,
        PRICES,
        LEVELS,
        /** By 290, without any other key. */
        POSITIONS
    }

    @TempDir
    Path directory;

    static Stream<Arguments> cases() {
        return Stream.of(Keys.values())
                .flatMap(keys -> LongStream.rangeClosed(1, 4).mapToObj(seed -> Arguments.of(keys, seed)));
    }

    private Random random;
    private Keys keys;
    private int sequence = 1;
    private final PlainBook[] books = {new PlainBook(), new PlainBook()};
    private final boolean[] known = {true, true};
    private final List<String> expected = new ArrayList<>();

    @ParameterizedTest(name = "{0}, seed {1}")
    @MethodSource("cases")
    void pricesMatchAPlainBook(Keys by, long seed) throws InterruptedException {
        random = new Random(seed);
        keys = by;
        SessionFormat form =
                new SessionFormat("FIX.4.4", Symbols.inSymbol(TapParty.PAIRS), EchoedId.of(299, "decimal"), false);
        TapParty party = new TapParty(directory, form, false).logon();
        for (int i = 0; i < MESSAGES; i++) {
            party.read(next());
        }

        List<String> records = party.updates().stream()
                .filter(text -> text.startsWith("refresh") || text.startsWith("without"))
                .toList();
        TapParty.assertSame(records, expected, seed);
        assertThat(expected).hasSizeGreaterThan(MESSAGES / 2);
    }

    private byte[] next() {
        sequence++;
        if (random.nextInt(60) == 0) {
            sequence += 1 + random.nextInt(3);
            known[0] = false;
            known[1] = false;
        }
        return random.nextInt(10) == 0 ? snapshot() : refresh();
    }

    private byte[] snapshot() {
        int pair = random.nextInt(2);
        List<PlainBook.Level> image = new ArrayList<>();
        StringBuilder entries = new StringBuilder();
        for (char side : new char[] {'0', '1'}) {
            int levels = random.nextInt(4);
            for (int i = 0; i < levels; i++) {
                PlainBook.Level level = level(side, i);
                String key = "269=" + side + key(level);
                entries.append(key + "|270=" + level.price() + "|271=" + level.size() + "|");
                image.add(level);
            }
        }
        books[pair].replace(image);
        known[pair] = true;
        return Fix.message("35=W|34=" + sequence + "|55=" + PAIRS.get(pair) + "|268=" + image.size() + "|" + entries);
    }

    /** A level of a snapshot, whose entries all differ. */
    private PlainBook.Level level(char side, int place) {
        return switch (keys) {
            case IDS -> new PlainBook.Level(side, "" + side + place, 0, price(), size());
            case PRICES -> new PlainBook.Level(side, "", 0, new BigDecimal("1." + (11 + 3 * place)), size());
            case LEVELS, POSITIONS -> new PlainBook.Level(side, "", place + 1, price(), size());
        };
    }

    private BigDecimal price() {
        return new BigDecimal("1." + (10 + random.nextInt(20)) + (random.nextBoolean() ? "" : "00"));
    }

    private long size() {
        return random.nextInt(8);
    }

    /** A position is ignored if there is another key. */
    private String key(PlainBook.Level level) {
        String position = keys == Keys.POSITIONS ? "" + level.level() : "" + random.nextInt(9);
        return (keys == Keys.PRICES ? "" : "|290=" + position)
                + (level.key().isEmpty() ? "" : "|278=" + level.key())
                + (keys == Keys.LEVELS ? "|1023=" + level.level() : "");
    }

    private byte[] refresh() {
        StringBuilder entries = new StringBuilder();
        List<Integer> touched = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            int pair = random.nextInt(2);
            if (!touched.contains(pair)) {
                touched.add(pair);
            }
            entries.append(entry(pair));
        }
        touched.forEach(this::expect);
        return Fix.message("35=X|34=" + sequence + "|268=" + count + "|" + entries);
    }

    private String entry(int pair) {
        char side = random.nextBoolean() ? '0' : '1';
        PlainBook book = books[pair];
        PlainBook.Level entry = switch (keys) {
            case IDS -> new PlainBook.Level(side, "" + side + random.nextInt(5), 0, price(), size());
            case PRICES -> new PlainBook.Level(side, "", 0, price(), size());
            case LEVELS, POSITIONS ->
                new PlainBook.Level(side, "", 1 + random.nextInt(book.size(side) + 1), price(), size());
        };
        int update = book.size(side) >= TapParty.DEPTH ? 2 : random.nextInt(3);
        if (update == 2 && book.size(side) >= TapParty.DEPTH) {
            entry = book.levels().stream()
                    .filter(level -> level.side() == side)
                    .findFirst()
                    .orElseThrow();
        }
        String text = "279=" + update + key(entry) + "|55=" + PAIRS.get(pair) + "|";
        boolean bare = update == 2 && keys == Keys.IDS;
        text += bare ? "" : "269=" + side + "|270=" + entry.price() + "|271=" + entry.size() + "|";
        if (known[pair]) {
            switch (update) {
                case 0 -> book.add(entry);
                case 1 -> book.change(entry);
                default -> book.delete(entry);
            }
        }
        return text;
    }

    private void expect(int pair) {
        if (!known[pair]) {
            expected.add("without book " + sequence + " of " + pair + ": 1");
            return;
        }
        PlainBook book = books[pair];
        String bid = book.best('0');
        String ask = book.best('1');
        boolean nothing =
                bid.startsWith("-") && ask.startsWith("-") && !book.levels().isEmpty();
        expected.add("refresh " + sequence + " of " + pair + ": " + bid + " " + ask
                + (nothing ? " nothing to be had" : "")
                + (book.repeated == 0 ? "" : " repeated " + book.repeated)
                + (book.unknown == 0 ? "" : " unknown " + book.unknown)
                + (book.crossed() ? " crossed" : ""));
        book.repeated = 0;
        book.unknown = 0;
    }
}
