package org.ticktoquote.replayer.importing;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.replayer.importing.Zones.WallClock;

/**
 * Reads the rows of a decompressed Dukascopy {@code .bi5}, which are 20-byte big-endian records
 * {@code u32 ms in the hour, u32 ask, u32 bid, f32 ask volume, f32 bid volume}, volumes in millions.
 */
final class DukascopyRowReader implements Row.Reader {
    private static final int RECORD_LENGTH = 20;
    private static final int HOUR_MS = 3_600_000;
    private static final long MS_NS = 1_000_000;
    private static final double VOLUME_UNIT = 1e6;

    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);
    private static final int PRICE_DECIMALS = 9;
    private final InputStream in;
    private final String symbol;
    private final long hourWallNs;
    private final WallClock clock;
    private final long pointSize;
    private final byte[] bytes = new byte[RECORD_LENGTH];
    private final ByteBuffer fields = ByteBuffer.wrap(bytes);
    private long number;

    /**
     * Creates a reader at the first record.
     *
     * @param hourWallNs start of the hour as wall-clock time in the clock's zone
     * @param pointSize unit of prices in the file, in units of 1e-9
     */
    DukascopyRowReader(InputStream in, String symbol, long hourWallNs, WallClock clock, long pointSize) {
        this.in = in;
        this.symbol = symbol;
        this.hourWallNs = hourWallNs;
        this.clock = clock;
        this.pointSize = pointSize;
    }

    /**
     * Creates a file's source from argument, path and options. The path gives the hour, and the symbol determines the decimals of
     * the prices.
     */
    static TickSource plan(int index, SourcePlanner.Argument argument, SourceSettings settings) {
        Path file = argument.file();
        FileNameFacts facts = FileNameFacts.of(file, "");
        String symbol = argument.symbol()
                .or(facts::symbol)
                .or(settings::symbol)
                .orElseThrow(() -> SourcePlanner.missing(file, "instrument", "as in EUR/USD=" + file));
        String venue = argument.venue().or(settings::venue).orElse(Format.BI5.defaultVenue());
        LocalDate date = facts.date()
                .or(settings::date)
                .orElseThrow(() -> SourcePlanner.missing(
                        file, "date", "with --date, or keep the path EURUSD/2014/04/02/12h_ticks.bi5"));
        int hour = facts.hour().orElseThrow(() -> SourcePlanner.missing(file, "hour", "by the name 12h_ticks.bi5"));
        long hourWallNs = date.toEpochDay() * WallClock.DAY_NS + hour * HOUR_NS;
        WallClock clock = new WallClock(settings.zones().zone(venue, Format.BI5.zone()));
        long pointSize = pointSize(settings.decimals().of(symbol));
        FileAccess.Access<Row.Reader> opener =
                () -> new DukascopyRowReader(TickContent.lzma(file).stream(), symbol, hourWallNs, clock, pointSize);
        return new TickSource(
                index, file, Format.BI5, Optional.of(symbol), venue, settings.sortNs(), Optional.empty(), opener);
    }

    private static long pointSize(int decimals) {
        long size = 1;
        for (int i = decimals; i < PRICE_DECIMALS; i++) {
            size *= 10;
        }
        return size;
    }

    @Override
    public @Nullable Row next() throws BadValue, IOException {
        int length = in.readNBytes(bytes, 0, RECORD_LENGTH);
        if (length == 0) {
            return null;
        }
        if (length < RECORD_LENGTH) {
            throw new EOFException("ends inside record " + (number + 1));
        }
        number++;
        return new Row(
                number,
                symbol,
                time(Integer.toUnsignedLong(fields.getInt(0))),
                price("bid", Integer.toUnsignedLong(fields.getInt(8))),
                price("ask", Integer.toUnsignedLong(fields.getInt(4))),
                quantity("bid volume", fields.getFloat(16)),
                quantity("ask volume", fields.getFloat(12)));
    }

    private long time(long msInHour) throws BadValue {
        String text = Long.toString(msInHour);
        if (msInHour >= HOUR_MS) {
            throw new BadValue("time", text, "is not within the hour", "0 to " + (HOUR_MS - 1) + " ms");
        }
        return clock.epochNs(hourWallNs + msInHour * MS_NS, text);
    }

    /**
     * Converts a price from points to units of 1e-9. Cannot overflow, because a 32-bit price is at most 4.3e9 points, and a point
     * is at most 1e9 units.
     */
    private long price(String column, long points) throws BadValue {
        if (points == 0) {
            throw new BadValue(column, "0", "is not above 0", "a price in units of " + Price.format(pointSize));
        }
        return points * pointSize;
    }

    private static long quantity(String column, float millions) throws BadValue {
        if (!(millions >= 0 && millions <= 1e9f)) {
            throw new BadValue(column, Float.toString(millions), "is not a volume", "0 or more, in millions");
        }
        return Math.round(millions * VOLUME_UNIT);
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
