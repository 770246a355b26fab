package org.ticktoquote.fuzz;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.replayer.importing.ImportCommand;
import org.ticktoquote.replayer.payload.PayloadDeclaration;
import org.ticktoquote.replayer.payload.Rewriting;
import org.ticktoquote.replayer.recording.RecordedPayload;
import org.ticktoquote.replayer.recording.RecordedPayloads;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.recording.RecordingCut;
import picocli.CommandLine;

/**
 * Captures and declarations of payloads. The imported recording must be sound, its payloads rewritable, and a cut of all of
 * it identical.
 */
enum PayloadTarget implements FuzzTarget {
    CAPTURE {
        @Override
        public void read(byte[] input, Path folder) throws IOException {
            importing(input, DECLARATION.getBytes(StandardCharsets.UTF_8), folder);
        }

        @Override
        public Map<String, byte[]> seeds() {
            return new CaptureTarget().seeds();
        }
    },
    DECLARED {
        @Override
        public void read(byte[] input, Path folder) throws IOException {
            importing(new CaptureTarget().seeds().getOrDefault("pcap", new byte[0]), input, folder);
        }

        @Override
        public Map<String, byte[]> seeds() {
            return Map.of("all-keys", DECLARATION.getBytes(StandardCharsets.UTF_8));
        }
    };

    /** Declaration of the payloads of {@link CaptureTarget}: "tick 0", "tick 1" and so on. */
    private static final String DECLARATION = """
            lines:
              A: {to: ['239.1.1.1:5001', '[ff15::1]:5001'], venue: EBS}
              B: {to: '239.1.1.2:5001', instrument: USD/JPY}
            sequence: {at: 5, bytes: 1, step: {at: -1, bytes: 1, order: little}}
            instrument: {at: 0, bytes: 4, names: {1953063787: EUR/USD}, if: {at: 4, bytes: 1, is: 32}}
            rewrite:
              - {write: sequence, at: 0, bytes: 2, order: little, plus: -5}
              - {write: session, at: 0, bytes: 1, if: [{at: 0, bytes: 1, is: 0}, {at: 1, bytes: 1, is: 0}]}
              - {write: sent, at: 0, bytes: 4, unit: ms, epoch: midnight}
              - {write: intended, at: 0, bytes: 4, unit: s, epoch: '2000-01-01T00:00:00Z'}
              - {write: internet, at: 0, bytes: 2, from: 2, to: -1}
              - {write: crc-32c, at: -4, bytes: 4, to: -4}
            """;

    private static final PrintWriter NOWHERE = new PrintWriter(Writer.nullWriter());

    private static void importing(byte[] capture, byte[] declaration, Path folder) throws IOException {
        Path file = Files.write(folder.resolve("fuzz.pcap"), capture);
        Path yaml = Files.write(folder.resolve("fuzz.yaml"), declaration);
        Path out = folder.resolve("out.t2q");
        try {
            call(file, yaml, out, List.of());
        } catch (ProblemException strict) {
            call(file, yaml, out, List.of("--skip-bad"));
        }
        Path copy = folder.resolve("copy.t2q");
        try (Recording recording = Recording.open(out)) {
            recording.verify();
            rewrite(recording);
            RecordingCut.write(recording, RecordingWindow.ALL, all(recording), copy);
        }
        if (Files.mismatch(out, copy) >= 0) {
            throw new AssertionError("cut whole it is another recording");
        }
    }

    private static SortedSet<Integer> all(Recording recording) {
        SortedSet<Integer> all = new TreeSet<>();
        recording.instruments().forEach(each -> all.add(each.id()));
        return all;
    }

    private static void call(Path capture, Path yaml, Path out, List<String> more) {
        ImportCommand command = new ImportCommand();
        CommandLine line = new CommandLine(command).setOut(NOWHERE).setErr(NOWHERE);
        List<String> arguments = new ArrayList<>(List.of("--payload=" + yaml, "--out=" + out, capture.toString()));
        arguments.addAll(more);
        line.parseArgs(arguments.toArray(String[]::new));
        command.call();
    }

    /** Rewrites every payload by its rules, with bounds checks. */
    private static void rewrite(Recording recording) {
        RecordedPayloads payloads = Objects.requireNonNull(recording.payloads());
        Rewriting rewriting =
                PayloadDeclaration.parse("fuzz", payloads.declaration()).rewriting();
        for (long number = 0; number < payloads.count(); number++) {
            RecordedPayload payload = recording.payload(number);
            ByteBuffer bytes = ByteBuffer.allocate(payload.length());
            bytes.put(payload.bytes().duplicate().rewind()).flip();
            rewriting.next(number, number, number, number);
            rewriting.prepare(new UnsafeBuffer(bytes), payload.length());
            rewriting.complete(bytes, new UnsafeBuffer(bytes), payload.length(), number);
        }
    }
}
