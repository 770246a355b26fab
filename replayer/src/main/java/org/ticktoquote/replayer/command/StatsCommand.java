package org.ticktoquote.replayer.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.replayer.recording.RecordedPayload;
import org.ticktoquote.replayer.recording.RecordedPayloads;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.recording.RecordingHeader;
import org.ticktoquote.replayer.statistics.RecordingStatistics;
import org.ticktoquote.replayer.statistics.ReferenceFigures;
import org.ticktoquote.replayer.statistics.StreamFigures;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code t2q recording stats}: prints statistics of a recording, with published reference figures. */
@Command(
        name = "stats",
        sortOptions = false,
        description = {
            "Prints statistics next to published reference figures.",
            "Counts, rates, peaks, clustering, spreads and repeats."
        },
        footer = {
            "",
            "Examples:",
            "  t2q recording stats nfp.t2q",
            "  t2q recording stats nfp.t2q --window T0-10s..T0+60s",
            "  t2q recording stats nfp.t2q --json"
        })
final class StatsCommand extends RecordingCommand.FileCommand {
    @Option(names = "--window", paramLabel = "A..B", description = "only ticks from A up to B, as in T0-10s..T0+60s")
    private @Nullable String window;

    @Option(names = "--json", description = "print JSON instead of a table")
    private boolean json;

    @Override
    void read(Recording recording) {
        recording.verify();
        RecordingStatistics statistics = statistics(recording);
        output().print(json ? json(recording, statistics) : text(recording, statistics));
    }

    private RecordingWindow part(Recording recording) {
        return window == null ? RecordingWindow.ALL : recording.times().window(window);
    }

    private RecordingStatistics statistics(Recording recording) {
        try (Progress progress = Progress.onStandardError()) {
            return RecordingStatistics.of(
                    recording,
                    part(recording),
                    index -> progress.update(
                            String.format(Locale.ROOT, "Reading: %,d of %,d", index, recording.count())));
        }
    }

    private String text(Recording recording, RecordingStatistics statistics) {
        RecordingHeader header = recording.header();
        return String.format(
                Locale.ROOT,
                "%s: %s, %s, venues %s%nfrom %s to %s, announcement %s%n%s%nsha256 %s%n%n%s",
                recording.file(),
                CountText.of(recording.count(), "tick"),
                CountText.of(recording.instruments().size(), "instrument"),
                String.join(", ", recording.venues()),
                RecordingTime.format(header.firstVenueTimeNs()),
                RecordingTime.format(header.lastVenueTimeNs()),
                header.announcementNs() == 0
                        ? "none (t2q import --announcement notes one)"
                        : RecordingTime.format(header.announcementNs()),
                statistics.quantities().text(),
                recording.sha256(),
                statistics.table()
                        + PayloadStatistics.of(recording, part(recording)).text());
    }

    private String json(Recording recording, RecordingStatistics statistics) {
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        RecordingHeader header = recording.header();
        ObjectNode root = mapper.createObjectNode();
        root.put("sha256", recording.sha256());
        root.put("ticks", recording.count());
        root.put("firstVenueTimeNs", header.firstVenueTimeNs());
        root.put("lastVenueTimeNs", header.lastVenueTimeNs());
        root.put("announcementNs", header.announcementNs());
        root.set("venues", mapper.valueToTree(recording.venues()));
        root.set("quantities", mapper.valueToTree(statistics.quantities()));
        root.set("all", mapper.valueToTree(statistics.all()));
        root.set("instruments", mapper.valueToTree(statistics.instruments()));
        root.set("byVenue", mapper.valueToTree(statistics.venues()));
        root.set("reference", mapper.valueToTree(references(statistics)));
        if (recording.payloads() != null) {
            root.set("payloads", mapper.valueToTree(PayloadStatistics.of(recording, part(recording))));
        }
        root.put("referenceSource", ReferenceFigures.SOURCE);
        try {
            return mapper.writeValueAsString(root) + System.lineSeparator();
        } catch (JsonProcessingException e) {
            throw new AssertionError("a tree of numbers and names is JSON", e);
        }
    }

    private static List<StreamFigures> references(RecordingStatistics statistics) {
        return statistics.instruments().stream()
                .flatMap(figures -> ReferenceFigures.of(figures.stream()).stream())
                .toList();
    }

    /**
     * Statistics of the payloads in a window of a recording; zeros for a recording of quotes.
     *
     * @param asides payloads without ticks
     * @param severalTicks payloads with more than one tick
     * @param lines number of lines with payloads
     * @param bytes total
     * @param shortest length in bytes
     * @param longest length in bytes
     * @param priced true if ticks have prices
     */
    private record PayloadStatistics(
            long payloads,
            long asides,
            long severalTicks,
            int lines,
            long bytes,
            int shortest,
            int longest,
            boolean priced) {

        /** Counts in one pass. */
        public static PayloadStatistics of(Recording recording, RecordingWindow window) {
            RecordedPayloads all = recording.payloads();
            long payloads = 0;
            long asides = 0;
            long several = 0;
            long lines = 0;
            long bytes = 0;
            int shortest = Integer.MAX_VALUE;
            int longest = 0;
            for (long number = 0; all != null && number < all.count(); number++) {
                if (window.contains(all.timeNs(number))) {
                    RecordedPayload payload = recording.payload(number);
                    payloads++;
                    asides += all.ticks(number) == 0 ? 1 : 0;
                    several += all.ticks(number) > 1 ? 1 : 0;
                    lines |= 1L << payload.line();
                    bytes += payload.length();
                    shortest = Math.min(shortest, payload.length());
                    longest = Math.max(longest, payload.length());
                }
            }
            return new PayloadStatistics(
                    payloads,
                    asides,
                    several,
                    Long.bitCount(lines),
                    bytes,
                    payloads == 0 ? 0 : shortest,
                    longest,
                    recording.priced());
        }

        /** Returns one or two lines of text; empty without payloads. */
        public String text() {
            if (payloads == 0) {
                return "";
            }
            return String.format(
                    Locale.ROOT,
                    "payloads: %,d on %s, %,d to %,d bytes; without a tick %,d, with several %,d%n%s",
                    payloads,
                    CountText.of(lines, "line"),
                    shortest,
                    longest,
                    asides,
                    severalTicks,
                    priced ? "" : String.format(Locale.ROOT, "ticks have no prices: the payloads are not decoded%n"));
        }
    }
}
