package org.ticktoquote.wire.run;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.core.file.Sha256;
import org.ticktoquote.wire.capture.CaptureCounts;
import org.ticktoquote.wire.capture.Captures;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.packet.PacketCounts;
import org.ticktoquote.wire.packet.PacketHandler;
import org.ticktoquote.wire.packet.Packets;
import org.ticktoquote.wire.stream.StreamCounts;
import org.ticktoquote.wire.stream.StreamHandler;
import org.ticktoquote.wire.stream.Streams;

/** Files of captures, of which the first ones are not the last ones' continuation where they were taken at several points. */
public final class CaptureTraffic implements Traffic {
    private final List<Path> files;
    private Facts facts = new Facts("", "", "", 0, 0, 0, 0, Map.of());

    public CaptureTraffic(List<Path> files) {
        this.files = List.copyOf(files);
    }

    @Override
    public Span replay(PacketHandler handler, StreamHandler connections) {
        Streams streams = new Streams(connections);
        Packets packets = new Packets(packet -> {
            if (packet.timeNs != Frame.NO_TIME) {
                handler.packet(packet);
                streams.packet(packet);
            }
        });
        long[] span = {Frame.NO_TIME, Frame.NO_TIME};
        CaptureCounts counts = Captures.of(files).read(frame -> {
            if (frame.timeNs != Frame.NO_TIME) {
                span[0] = span[0] == Frame.NO_TIME ? frame.timeNs : span[0];
                span[1] = Math.max(span[1], frame.timeNs);
            }
            packets.frame(frame);
        });
        streams.finish();
        if (span[0] == Frame.NO_TIME) {
            throw Problem.of(files.get(0)).fault("has no frame with a time").refusal(ExitStatus.BAD_INPUT);
        }
        facts = facts(counts, packets.counts(), streams.counts());
        return new Span(span[0], span[1]);
    }

    private Facts facts(CaptureCounts counts, PacketCounts packets, StreamCounts streams) {
        Map<String, String> others = new LinkedHashMap<>();
        others.put("frames", Long.toString(counts.frames()));
        put(others, "framesCut", counts.cutFrames());
        put(others, "framesWithoutTime", counts.untimed());
        put(others, "framesSorted", counts.reordered());
        put(others, "duplicates", packets.duplicates());
        put(others, "incompleteFragments", packets.incomplete());
        put(others, "malformed", packets.malformed() + packets.headless());
        put(others, "otherProtocols", packets.otherProtocols() + packets.otherLinks());
        put(others, "offloaded", packets.offloaded());
        put(others, "retransmissions", streams.retransmissions);
        put(others, "retransmissionsThatDiffer", streams.conflicts);
        put(others, "segmentsOutOfOrder", streams.outOfOrder);
        if (!counts.whole()) {
            others.put(
                    "cut",
                    counts.cuts().stream()
                            .map(cut -> cut.file() + " ends within the record at byte " + cut.at())
                            .collect(Collectors.joining("; ")));
        }
        return new Facts(
                files.stream().map(Path::toString).collect(Collectors.joining(", ")),
                sha256(),
                "kernel",
                0,
                counts.drops(),
                counts.late(),
                0,
                others);
    }

    private static void put(Map<String, String> facts, String name, long count) {
        if (count > 0) {
            facts.put(name, Long.toString(count));
        }
    }

    private String sha256() {
        List<String> sums = files.stream().map(file -> FileDigest.of(file, file.toString()).sha256()).toList();
        return sums.size() == 1 ? sums.get(0) : Sha256.ofText(String.join("", sums), 64);
    }

    @Override
    public Facts facts() {
        return facts;
    }
}
