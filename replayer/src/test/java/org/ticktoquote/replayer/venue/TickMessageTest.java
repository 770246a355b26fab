package org.ticktoquote.replayer.venue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.ticktoquote.core.marketdata.MessageHeaderEncoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.QuoteEncoder;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.dialect.Dictionaries;
import org.ticktoquote.fix.dialect.FixVersion;
import org.ticktoquote.fix.dialect.InstrumentName;
import org.ticktoquote.fix.marketdata.MarketDataRequest.RequestedBook;
import org.ticktoquote.replayer.venue.MessageFormat.EntryKeys;
import org.ticktoquote.replayer.venue.MessageFormat.Sizes;
import org.ticktoquote.replayer.venue.MessageFormat.TimeSource;
import org.ticktoquote.replayer.venue.VenueSetup.LogonRules;
import quickfix.Group;
import quickfix.Message;

/** Tests market data of a venue byte by byte and with the QuickFIX/J dictionary of each version. */
class TickMessageTest {
    private static final int ALPHA = 0;
    private static final int BETA = 1;
    /** 2026-11-22 17:04:44.480 UTC. */
    private static final long NOW_MS = 1_795_367_084_480L;
    /** 2026-11-06 13:30:00.001 UTC. */
    private static final long RECORDED_NS = 1_793_971_800_001_000_000L;

    private static final Instrument EUR_USD = new Instrument(0, "EUR/USD", 100_000, 10_000);

    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[128]);
    private final QuoteDecoder quote = new QuoteDecoder();
    private final VenueMarket market = new VenueMarket(EUR_USD, InstrumentName.of("EUR/USD"), 2);
    private long tickId = 40;
    private int sequence = 11;

    private static MessageFormat form(Sizes sizes, EntryKeys keys, int idTag) {
        MessageFormat plain = MessageFormat.PLAIN;
        return new MessageFormat(
                plain.ticks(),
                new MessageFormat.EntryFormat(MessageFormat.ALL_LEVELS, sizes, keys, idTag),
                plain.times(),
                plain.fields());
    }

    private static RequestedBook book(boolean topOnly) {
        return new RequestedBook(topOnly, true, true);
    }

    private static VenueSetup venue(FixVersion version, MessageFormat form) {
        return new VenueSetup(
                "VENUE",
                0,
                version,
                List.of(),
                List.of(0, 1),
                List.of(),
                List.of(),
                "",
                form,
                0,
                LogonRules.OPEN,
                "",
                null,
                0);
    }

    private TickMessage message(FixVersion version, MessageFormat form, RequestedBook book, boolean increments) {
        return new TickMessage(venue(version, form), "PRICING", "r", market, book, increments);
    }

    private TickMessage snapshots(MessageFormat form, RequestedBook book) {
        return message(FixVersion.FIX_44, form, book, false);
    }

    private TickMessage updates(MessageFormat form, RequestedBook book) {
        return message(FixVersion.FIX_44, form, book, true);
    }

    private void stage(int source, long bid, long ask) {
        new QuoteEncoder()
                .wrapAndApplyHeader(bytes, 0, new MessageHeaderEncoder())
                .bid(bid)
                .ask(ask)
                .bidQuantity(1_000_000)
                .askQuantity(2_000_000);
        quote.wrap(bytes, MessageHeaderEncoder.ENCODED_LENGTH, QuoteDecoder.BLOCK_LENGTH, QuoteDecoder.SCHEMA_VERSION);
        market.stage(source, quote, ++tickId, RECORDED_NS, (NOW_MS - 1_000) * 1_000_000);
    }

    private void tick(int source, long bid, long ask) {
        stage(source, bid, ask);
        market.commit();
    }

    private String written(TickMessage message) {
        message.write(market.now(), market.next());
        return numbered(message);
    }

    private String numbered(TickMessage message) {
        return new String(bytes(message), StandardCharsets.ISO_8859_1).replace('\u0001', '|');
    }

    private byte[] bytes(TickMessage message) {
        ByteBuffer numbered = message.number(++sequence, NOW_MS);
        byte[] bytes = new byte[numbered.remaining()];
        numbered.get(bytes);
        return bytes;
    }

    /** Returns a message without header and trailer. */
    private static String body(String text) {
        return text.replaceAll(".*\\|56=PRICING\\|262=r\\|(.*)10=...\\|", "$1");
    }

    @Test
    void writesSnapshot() {
        stage(ALPHA, 1_085_130_000L, 1_085_150_000L);
        assertThat(written(snapshots(MessageFormat.PLAIN, book(true))))
                .isEqualTo("8=FIX.4.4|9=153|35=W|34=12|49=VENUE|52=20261122-17:04:44.480|56=PRICING|262=r|55=EUR/USD|"
                        + "268=2|269=0|270=1.08513|271=1000000|299=41|269=1|270=1.08515|271=2000000|299=41|10=102|");
    }

    @Test
    void barInAValueIsNoSeparator() {
        MessageFormat form = MessageFormat.PLAIN;
        TickMessage message = new TickMessage(venue(FixVersion.FIX_44, form), "A|B", "a|b", market, book(true), false);
        stage(ALPHA, 1_085_130_000L, 1_085_150_000L);
        message.write(market.now(), market.next());
        assertThat(new String(bytes(message), StandardCharsets.ISO_8859_1))
                .contains("\u000156=A|B\u0001262=a|b\u000155=EUR/USD\u0001");
    }

    @Test
    void numberAndTimeCanBeRewritten() {
        stage(ALPHA, 1_085_130_000L, 1_085_150_000L);
        TickMessage message = snapshots(MessageFormat.PLAIN, book(true));
        String first = written(message);
        sequence = 99_998;
        String second = numbered(message);
        assertThat(body(second)).isEqualTo(body(first));
        assertThat(second).startsWith("8=FIX.4.4|9=156|35=W|34=99999|49=VENUE|");
        sequence = 11;
        assertThat(numbered(message)).isEqualTo(first);
    }

    @Test
    void bookHasBestLevelFirst() {
        tick(ALPHA, 1_085_130_000L, 1_085_150_000L);
        stage(BETA, 1_085_140_000L, 1_085_160_000L);
        assertThat(body(written(snapshots(form(Sizes.BOOK, EntryKeys.LEVEL, 0), book(false)))))
                .isEqualTo("55=EUR/USD|268=4|269=0|270=1.08514|271=1000000|269=0|270=1.08513|271=1000000|"
                        + "269=1|270=1.08515|271=2000000|269=1|270=1.08516|271=2000000|");
        assertThat(body(written(snapshots(form(Sizes.BOOK, EntryKeys.LEVEL, 0), book(true)))))
                .isEqualTo("55=EUR/USD|268=2|269=0|270=1.08514|269=1|270=1.08515|");
        assertThat(body(written(snapshots(form(Sizes.NONE, EntryKeys.LEVEL, 278), book(true)))))
                .isEqualTo("55=EUR/USD|268=2|269=0|270=1.08514|278=42|269=1|270=1.08515|278=42|");
    }

    @Test
    void writesOnlyChangedSideIfConfigured() {
        MessageFormat form = new MessageFormat(
                new MessageFormat.TickFormat(false, false, false),
                MessageFormat.PLAIN.entries(),
                MessageFormat.PLAIN.times(),
                "1021=1|63=0|");
        tick(ALPHA, 1_085_130_000L, 1_085_150_000L);
        stage(ALPHA, Price.NONE, 1_085_145_000L);
        TickMessage message = snapshots(form, book(true));
        assertThat(body(written(message)))
                .isEqualTo("1021=1|63=0|55=EUR/USD|268=1|269=1|270=1.085145|271=2000000|299=42|");
        TickMessage bids = snapshots(form, new RequestedBook(true, true, false));
        written(bids);
        assertThat(bids.isEmpty()).isTrue();
        assertThat(message.isEmpty()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            LEVEL; false; 268=1|279=1|269=0|278=2|55=EUR/USD|270=1.08512|271=1000000|299=43|
            PRICE; false; 268=2|279=2|278=84|55=EUR/USD|279=0|269=0|278=86|55=EUR/USD|270=1.08512|271=1000000|299=43|
            NONE;  true;  268=2|279=2|269=0|55=EUR/USD|270=1.08514|279=0|269=0|55=EUR/USD|270=1.08513|271=1000000|299=43|
            LEVEL; true;  268=1|279=1|269=0|278=0|55=EUR/USD|270=1.08513|271=1000000|299=43|
            """)
    void updateHasChangesOnly(EntryKeys keys, boolean topOnly, String expected) {
        tick(ALPHA, 1_085_130_000L, 1_085_150_000L);
        tick(BETA, 1_085_140_000L, 1_085_160_000L);
        stage(BETA, 1_085_120_000L, Price.NONE);
        assertThat(body(written(updates(form(Sizes.ALL, keys, 299), book(topOnly)))))
                .isEqualTo(expected);
    }

    @Test
    void firstUpdateHasNewEntries() {
        stage(ALPHA, 1_085_130_000L, 1_085_150_000L);
        assertThat(body(written(updates(form(Sizes.ALL, EntryKeys.LEVEL, 0), book(false)))))
                .isEqualTo("268=2|279=0|269=0|278=0|55=EUR/USD|270=1.08513|271=1000000|"
                        + "279=0|269=1|278=1|55=EUR/USD|270=1.08515|271=2000000|");
    }

    @ParameterizedTest
    @CsvSource({
        "SENT,SENT,false,20261122-17:04:44.480,20261122,17:04:44.480",
        "INTENDED,RECORDED,true,20261122-17:04:43.480,20261106,13:30:00.001",
        "RECORDED,INTENDED,false,20261106-13:30:00.001,20261122,17:04:43.480",
        "SENT,NONE,true,20261122-17:04:44.480,,",
    })
    void writesConfiguredTimes(
            TimeSource sending, TimeSource entry, boolean firstOnly, String sent, String date, String time)
            throws Exception {
        MessageFormat plain = MessageFormat.PLAIN;
        MessageFormat form = new MessageFormat(
                plain.ticks(), plain.entries(), new MessageFormat.Times(sending, entry, firstOnly), "");
        stage(ALPHA, 1_085_130_000L, 1_085_150_000L);
        String text = written(snapshots(form, book(true)));
        Message read = Dictionaries.read(FixVersion.FIX_44, text);
        assertThat(read.getHeader().getString(52)).isEqualTo(sent);
        List<Group> entries = read.getGroups(268);
        for (int i = 0; i < entries.size(); i++) {
            boolean timed = date != null && (i == 0 || !firstOnly);
            assertThat(entries.get(i).isSetField(272)).as(text).isEqualTo(timed);
            if (timed) {
                assertThat(entries.get(i).getString(272)).isEqualTo(date);
                assertThat(entries.get(i).getString(273)).isEqualTo(time);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void quickFixReadsSnapshotsAndUpdates(FixVersion version) throws Exception {
        for (EntryKeys keys : EntryKeys.values()) {
            MessageFormat form = form(Sizes.ALL, keys, 299);
            TickMessage message = message(version, form, book(keys == EntryKeys.NONE), true);
            tick(ALPHA, 1_085_130_000L, 1_085_150_000L);
            stage(ALPHA, 1_085_120_000L, 1_085_160_000L);
            Message snapshot = Dictionaries.read(version, written(message(version, form, book(true), false)));
            assertThat(snapshot.getString(55)).isEqualTo("EUR/USD");
            assertThat(snapshot.getString(262)).isEqualTo("r");
            assertThat(entries(snapshot)).containsExactly("0 1.08512 1000000", "1 1.08516 2000000");
            Message update = Dictionaries.read(version, written(message));
            assertThat(entries(update)).contains("0 1.08512 1000000", "1 1.08516 2000000");
            assertThat(update.getGroups(268)).hasSize(keys == EntryKeys.LEVEL ? 2 : 4);
            market.commit();
        }
    }

    private static List<String> entries(Message message) throws Exception {
        List<String> entries = new ArrayList<>();
        for (Group entry : message.getGroups(268)) {
            if (entry.isSetField(271)) {
                entries.add(entry.getString(269) + " " + entry.getString(270) + " " + entry.getString(271));
                assertThat(entry.getString(299)).matches("4[0-9]");
            }
        }
        return entries;
    }

    @ParameterizedTest
    @CsvSource({"1,110.0,110.000000000", "10000,1.5,1.50000", "100000,-0.00012345,-0.00012345", "1000000000,7,7"})
    void writesDecimalsOfTickSizeOrMoreIfNeeded(long tickSize, String price, String written) {
        VenueMarket other = new VenueMarket(new Instrument(0, "X", 1, tickSize), InstrumentName.of("X"), 1);
        MessageFormat form = form(Sizes.NONE, EntryKeys.LEVEL, 0);
        TickMessage message = new TickMessage(venue(FixVersion.FIX_44, form), "A", "r", other, book(true), false);
        stage(ALPHA, Price.parse(price), Price.NONE);
        other.stage(0, quote, 1, 0, 0);
        message.write(other.now(), other.next());
        assertThat(numbered(message)).contains("|270=" + written + "|");
    }
}
