package org.ticktoquote.replayer.importing;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Understands a {@code .bi5}: its instrument and hour stand in its path, the decimals follow from the instrument. */
record DukascopyPlan(SourceSettings settings) {
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);
    private static final int PRICE_DECIMALS = 9;

    TickSource plan(int index, SourceArgument argument) {
        Path file = argument.file();
        FileFacts facts = FileFacts.of(file, "");
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
        TickSource.Opener opener =
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
}
