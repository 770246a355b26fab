package org.ticktoquote.fuzz;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.FeedCounters;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.feed.Tick;
import org.ticktoquote.pricing.venue.VenueAddress;
import org.ticktoquote.pricing.venue.VenueDecoder;
import org.ticktoquote.pricing.venue.VenueDecoder.VenueMessage;

/** Market data of a FIX venue, one message per line; a second decoder must give the same ticks. */
final class VenueTarget implements FuzzTarget {
    private static final List<VenueAddress> VENUES = List.of(VenueAddress.parse("fix://localhost:1?depth=0"));

    @Override
    public void read(byte[] input, Path folder) {
        String text = new String(input, StandardCharsets.ISO_8859_1);
        if (!ticks(text).equals(ticks(text))) {
            throw new AssertionError("the same messages make other ticks");
        }
    }

    private static List<Tick> ticks(String text) {
        List<Tick> ticks = new ArrayList<>();
        InstrumentDirectory instruments = new InstrumentDirectory();
        instruments.defineAll(List.of(new Instrument(0, "EUR/USD", 100_000, 10_000)));
        VenueDecoder decoder = new VenueDecoder(VENUES, instruments, ticks::add, new FeedCounters());
        for (String message : text.split("\n", -1)) {
            decoder.put(new VenueMessage(0, message.replace('|', '\u0001'), 0));
        }
        return ticks;
    }

    @Override
    public Map<String, byte[]> seeds() {
        String snapshot = "8=FIX.4.4|35=W|52=20261125-04:15:51.781|55=EUR/USD|268=2|269=0|270=1.1|271=1|278=a|299=7"
                + "|269=1|270=1.2|278=b|10=000|";
        String increment = "8=FIX.4.4|35=X|52=20261125-04:15:51.781123|268=2|279=2|278=a|55=EUR/USD"
                + "|279=1|269=1|278=c|280=b|270=1.3|271=0|10=000|";
        return Map.of("both", (snapshot + "\n" + increment + "\n\n").getBytes(StandardCharsets.ISO_8859_1));
    }
}
