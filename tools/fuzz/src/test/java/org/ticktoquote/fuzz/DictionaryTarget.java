package org.ticktoquote.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.Feeds;
import org.ticktoquote.replayer.feed.Markets;
import org.ticktoquote.replayer.venue.FixFeedProvider;
import org.ticktoquote.replayer.venue.VenueReader;

/** Data dictionaries of a FIX venue. Sessions must open with every accepted dictionary. */
final class DictionaryTarget implements FuzzTarget {
    private static final Markets MARKETS =
            new Markets(List.of(new Instrument(0, "EUR/USD", 100_000, 10_000)), List.of("EBS"));
    private static final String VENUES = "venues: {V: {dictionary: fuzz.xml}}";

    @Override
    public void read(byte[] input, Path folder) throws IOException {
        Path dictionary = Files.write(folder.resolve("fuzz.xml"), input);
        Path venues = Files.writeString(dictionary.resolveSibling("venues.yaml"), VENUES);
        Object taken = VenueReader.parse(venues.toString(), VENUES, MARKETS);
        try (Feed feed = Feeds.BUILT_IN.open(
                FixFeedProvider.withVenues("fix://127.0.0.1:0", venues), MARKETS, FeedListener.NONE)) {
            feed.abort();
        } catch (ProblemException late) {
            throw new AssertionError("no sessions can be made of " + taken, late);
        }
    }

    @Override
    public Map<String, byte[]> seeds() {
        String fields = "<field name='MsgType' required='Y'/>";
        String group = "<group name='NoRelatedSym' required='Y'><component name='Instrument' required='Y'/></group>";
        String dictionary = """
                <?xml version='1.0' encoding='UTF-8'?>
                <fix type='FIX' major='4' minor='4' servicepack='0'>
                <header>%1$s</header>
                <messages><message name='MarketDataRequest' msgcat='app' msgtype='V'>%1$s%2$s</message></messages>
                <trailer><field name='CheckSum' required='Y'/></trailer>
                <components><component name='Instrument'><field name='Symbol' required='N'/></component></components>
                <fields>
                <field number='10' name='CheckSum' type='STRING'/>
                <field number='35' name='MsgType' type='STRING'><value enum='V' description='REQUEST'/></field>
                <field number='55' name='Symbol' type='STRING'/>
                <field number='146' name='NoRelatedSym' type='NUMINGROUP'/>
                </fields>
                </fix>
                """;
        return Map.of("small", dictionary.formatted(fields, group).getBytes(StandardCharsets.UTF_8));
    }
}
